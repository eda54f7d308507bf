"""`quine doctor`: what this machine has for a night, line by line, and what to do about the rest.

Each check looks and changes nothing but a scratch file on the house's disk: fsync is measured, not
believed. Only what makes a night impossible gives a failing exit.
"""

from __future__ import annotations

import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from pathlib import Path

from quine import scanner_trial
from quine.machine import Finding, Level, Machine, shortened, worst
from ui.settings import PROGRAMS, BadSettings, read_settings, settings_file

USAGE = """quine doctor [--data DIR] [--printer URL]… [--settings FICHIER]
quine doctor scanner [--sheet PNG]   essaie le lecteur de codes"""
NEEDED = ("apsw", "argon2", "cryptography", "msgspec", "numpy", "PIL", "textual", "websockets")
NETWORK = ("nfs", "nfs4", "cifs", "smb3", "fuse.sshfs", "9p", "afs")
MEMORY = ("tmpfs", "ramfs")
MEGABYTE = 1_000_000
ROOM_MB, LITTLE_MB = 2_000, 200
SLOW_MS, TIRESOME_MS = 20.0, 100.0  # a ball waits for one fsync
FSYNCS, BLOCK = 24, 4096
OLDEST_YEAR = 2026
COLUMNS, LINES = 80, 24
OK, WARNING, TO_DO, IMPOSSIBLE = Level.OK, Level.WARNING, Level.TO_DO, Level.IMPOSSIBLE


def software(machine: Machine) -> Iterator[Finding]:
    """The interpreter and what is bundled with the house."""
    version = ".".join(map(str, sys.version_info[:3]))
    yield Finding(OK, "python", version)
    missing = [name for name in NEEDED if not machine.has(name)]
    if missing:
        yield Finding(IMPOSSIBLE, "logiciels", f"manquent : {', '.join(missing)} ; make setup")
    else:
        yield Finding(OK, "logiciels", "tous là")


def station(file: Path | None) -> tuple[Finding, tuple[str, ...], tuple[str, ...]]:
    """The settings of the stations on this machine; the printers and the scanners they name."""
    path = settings_file(file)
    try:
        found = [read_settings(file, program) for program in ("", *PROGRAMS)]
    except BadSettings as bad:
        return Finding(TO_DO, "réglages", f"{bad.file} : {bad.why}"), (), ()
    urls = tuple(dict.fromkeys(one.printer.url for one in found if one.printer.url))
    read = tuple(dict.fromkeys(one.scanner.url for one in found if one.scanner.url))
    if not path.is_file():
        return Finding(OK, "réglages", f"{path} : aucun, ce qui suffit"), (), ()
    return Finding(OK, "réglages", f"{path}"), urls, read


def printers(machine: Machine, urls: Collection[str] = ()) -> Iterator[Finding]:
    """Those that were named, and those that are plugged in here."""
    for url in urls:
        yield machine.printer(url)
    plugged = machine.found("/dev/usb", "lp*")
    for path in plugged:
        if machine.writable(path):
            yield Finding(OK, "imprimante", f"usb:{path}")
        else:
            yield Finding(TO_DO, "imprimante", f"{path} : ajoutez l'utilisateur au groupe « lp »")
    if not plugged and not urls:
        yield Finding(
            WARNING, "imprimante", "aucune ici ; tcp://hôte:9100 avec --printer, ou preview:DOSSIER"
        )


def sound(machine: Machine) -> Iterator[Finding]:
    """Voice software and a card; without them the animateur announces aloud (GEN-018)."""
    engines = [name for name in ("pyttsx3", "nanotts", "py_nanotts") if machine.has(name)]
    if engines and machine.has("miniaudio"):
        yield Finding(OK, "voix", shortened(engines))
    else:
        yield Finding(WARNING, "voix", "non installée : pip install 'quine[voix]'")
    cards = machine.found("/dev/snd", "pcm*p")
    if not cards:
        yield Finding(WARNING, "son", "aucune carte : l'animateur annoncera de vive voix")
    elif not machine.writable(cards[0]):
        yield Finding(TO_DO, "son", f"{cards[0]} : ajoutez l'utilisateur au groupe « audio »")
    else:
        yield Finding(OK, "son", shortened(cards))


def scanners(machine: Machine, urls: Collection[str] = ()) -> Iterator[Finding]:
    """A wedge scanner types like a keyboard and needs nothing; a serial one wants its port."""
    for url in urls:
        yield _named_scanner(machine, url)
    serial = machine.found("/dev/serial/by-id", "*")
    for path in serial:
        if machine.readable(path):
            yield Finding(OK, "lecteur", f"série {path}")
        else:
            yield Finding(TO_DO, "lecteur", f"{path} : ajoutez l'utilisateur au groupe « dialout »")
    events = machine.found("/dev/input", "event*")
    closed = [path for path in events if not machine.readable(path)]
    if events and len(closed) == len(events):
        yield Finding(OK, "lecteur", "en mode clavier ; /dev/input fermé, ce qui suffit")
    elif events:
        yield Finding(OK, "lecteur", "en mode clavier ; /dev/input lisible")
    elif not serial:
        yield Finding(WARNING, "lecteur", "aucun vu ; un lecteur en mode clavier marche sans rien")


def _named_scanner(machine: Machine, url: str) -> Finding:
    kind, _, rest = url.partition(":")
    path, group = rest.partition("?")[0], "input" if kind == "evdev" else "dialout"
    if not machine.at(path).exists():
        return Finding(TO_DO, "lecteur", f"{url} : absent ; branchez-le, ou corrigez les réglages")
    if not machine.readable(path):
        return Finding(TO_DO, "lecteur", f"{url} : ajoutez l'utilisateur au groupe « {group} »")
    return Finding(OK, "lecteur", f"{url} : là, et lisible")


def clock(machine: Machine) -> Iterator[Finding]:
    """Registers are dated by the civil clock, limits counted by the monotonic one (GEN-008)."""
    now = datetime.now().astimezone()
    if now.year < OLDEST_YEAR:
        yield Finding(IMPOSSIBLE, "horloge", f"elle dit {now:%d/%m/%Y} : mettez-la à l'heure")
    else:
        zone = f"{now:%z}"
        yield Finding(OK, "horloge", f"{now:%d/%m/%Y %H:%M:%S} UTC{zone[:3]}:{zone[3:]}")
    synchronised = machine.says("timedatectl", "show", "-p", "NTPSynchronized", "--value")
    if synchronised == "yes" or machine.at("/run/systemd/timesync/synchronized").exists():
        yield Finding(OK, "heure", "tenue par le réseau (NTP)")
    else:
        yield Finding(
            WARNING, "heure", "non tenue par le réseau, ou inconnu : comparez à une montre"
        )
    yield _steady()


def _steady() -> Finding:
    """The monotonic clock moves, forwards, and as fast as the civil one."""
    civil, began = time.time(), time.monotonic_ns()
    time.sleep(0.05)
    passed_ms = (time.monotonic_ns() - began) / 1e6
    apart_ms = abs((time.time() - civil) * 1000 - passed_ms)
    if passed_ms < 1:
        return Finding(IMPOSSIBLE, "délais", "l'horloge monotone n'avance pas")
    if apart_ms > 50:
        return Finding(WARNING, "délais", f"les deux horloges s'écartent de {apart_ms:.0f} ms")
    return Finding(OK, "délais", "horloge monotone régulière")


def disk(machine: Machine, folder: Path) -> Iterator[Finding]:
    """Room, kind and speed of the disk under a house: every ball waits for it (design §4)."""
    place = _existing(folder)
    if not os.access(place, os.W_OK):
        yield Finding(IMPOSSIBLE, "disque", f"{place} : écriture interdite")
        return
    free_mb = shutil.disk_usage(place).free // MEGABYTE
    if free_mb < LITTLE_MB:
        yield Finding(IMPOSSIBLE, "disque", f"{free_mb} Mo libres : faites de la place")
    elif free_mb < ROOM_MB:
        yield Finding(WARNING, "disque", f"{free_mb} Mo libres seulement")
    else:
        yield Finding(OK, "disque", f"{free_mb // 1000} Go libres sous {place}")
    yield _kind(machine.filesystem(place.resolve()))
    yield _durable(place)


def _existing(folder: Path) -> Path:
    """The folder, or the nearest one above that is already there."""
    return next(
        place for place in (folder.absolute(), *folder.absolute().parents) if place.is_dir()
    )


def _kind(kind: str) -> Finding:
    if kind in NETWORK:
        return Finding(TO_DO, "système", f"{kind} : un disque du réseau ne convient pas au journal")
    if kind in MEMORY:
        return Finding(
            WARNING, "système", f"{kind} : tout s'efface à l'arrêt ; répétition seulement"
        )
    return Finding(OK, "système", kind or "type inconnu")


def fsync_ms(folder: Path, count: int = FSYNCS) -> list[float]:
    """How long each of `count` small durable writes takes here, in ms. Raises OSError."""
    taken: list[float] = []
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".quine-doctor-") as scratch:
        for _ in range(count):
            began = time.perf_counter()
            os.write(scratch.fileno(), b"\0" * BLOCK)
            os.fsync(scratch.fileno())
            taken.append((time.perf_counter() - began) * 1000)
    return taken


def _durable(place: Path) -> Finding:
    try:
        taken = fsync_ms(place)
    except OSError as fault:
        return Finding(IMPOSSIBLE, "fsync", f"rien ne peut être rendu durable ici ({fault})")
    middle, slowest = statistics.median(taken), max(taken)
    text = f"{middle:.1f} ms (au pire {slowest:.1f} ms)"
    if middle > TIRESOME_MS:
        return Finding(TO_DO, "fsync", f"{text} : trop lent, mettez la maison sur un SSD")
    if middle > SLOW_MS:
        return Finding(WARNING, "fsync", f"{text} : lent")
    return Finding(OK, "fsync", text)


def terminal(machine: Machine) -> Iterator[Finding]:
    """Size, colours, letters (design §5: 80×24 on 16 colours, filled up to 240×67)."""
    size = shutil.get_terminal_size((0, 0))
    if not size.columns:
        yield Finding(WARNING, "terminal", "aucun ici : les écrans en veulent un")
    elif size.columns < COLUMNS or size.lines < LINES:
        yield Finding(
            TO_DO, "terminal", f"{size.columns}×{size.lines} : agrandissez à {COLUMNS}×{LINES}"
        )
    else:
        yield Finding(OK, "terminal", f"{size.columns}×{size.lines}")
    yield _colours(machine)
    yield _letters(machine)
    yield from _font(machine)


def _colours(machine: Machine) -> Finding:
    term, deep = machine.environ.get("TERM", ""), machine.environ.get("COLORTERM", "")
    if term in ("", "dumb"):
        return Finding(WARNING, "couleurs", f"TERM={term or 'vide'} : aucun écran possible ici")
    if "NO_COLOR" in machine.environ:
        return Finding(WARNING, "couleurs", "NO_COLOR est posé : tout sera gris")
    if deep in ("truecolor", "24bit"):
        return Finding(OK, "couleurs", f"16 millions ({term})")
    if "256color" in term:
        return Finding(OK, "couleurs", f"256 ({term})")
    return Finding(OK, "couleurs", f"16 ({term}) ; COLORTERM=truecolor si le terminal sait plus")


def _letters(machine: Machine) -> Finding:
    names = [machine.environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG")]
    locale = next((name for name in names if name), "")
    if any("utf8" in name.lower().replace("-", "") for name in (locale, machine.encoding)):
        return Finding(OK, "lettres", locale or machine.encoding)
    return Finding(TO_DO, "lettres", f"{locale or 'C'} : posez LANG=fr_FR.UTF-8")


def _font(machine: Machine) -> Iterator[Finding]:
    """A bare console shows 256 or 512 glyphs of its own font; a graphic terminal has its fonts."""
    if machine.environ.get("TERM") != "linux":
        yield Finding(OK, "police", "celle du terminal ; le papier a la sienne")
        return
    setup = machine.text("/etc/default/console-setup") + machine.text("/etc/vconsole.conf")
    if "Uni" in setup or "Lat15" in setup or "ter-" in setup:
        yield Finding(OK, "police", "console avec accents et traits")
    else:
        yield Finding(TO_DO, "police", "console : setfont Uni2-TerminusBold20x10 pour les accents")


def examine(
    machine: Machine, folder: Path, urls: Sequence[str] = (), settings: Path | None = None
) -> list[Finding]:
    """Every check, in the order of a set-up."""
    written, named, read = station(settings)
    return [
        *software(machine),
        *disk(machine, folder),
        *clock(machine),
        *terminal(machine),
        written,
        *printers(machine, dict.fromkeys((*urls, *named))),
        *scanners(machine, read),
        *sound(machine),
    ]


def main(args: Sequence[str], machine: Machine | None = None) -> int:
    """`args` after « doctor ». 0 unless a night is impossible (1), or bad words (2)."""
    if args[:1] == ["scanner"]:
        return scanner_trial.main(args[1:])
    folder, settings, urls, words = Path.cwd(), None, [], iter(args)
    for word in words:
        if word in ("-h", "--help"):
            print(USAGE)
            return 0
        value = next(words, "") if word in ("--data", "--printer", "--settings") else ""
        if not value:
            print(f"Mot inattendu ou incomplet : {word}\n{USAGE}", file=sys.stderr)
            return 2
        if word == "--data":
            folder = Path(value)
        elif word == "--settings":
            settings = Path(value)
        else:
            urls.append(value)
    findings = examine(machine or Machine(), folder, urls, settings)
    for finding in findings:
        print(finding)
    impossible = list(worst(findings))
    if impossible:
        print(f"\nUne soirée est impossible sur cette machine : {impossible[0].text}")
    return 1 if impossible else 0
