"""The zip of a dossier: the same journal gives the same bytes; whole on the disk or not at all."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from core.rules import Refusal
from hall.private import sync_folder
from quine.dossier import verify
from quine.dossier.contents import File

EPOCH = (1980, 1, 1, 0, 0, 0)  # a zip knows no earlier day; real times are in the files
MODE = 0o100644 << 16
BLOCK = 1 << 20


def write(out: Path, files: Iterable[File], journal: IO[bytes], told: dict[str, Any]) -> int:
    """Writes `out`, mode 0600, with its manifest; returns its bytes.

    Refuses FICHIER_DEJA_LA. Raises OSError; then nothing bears that name.
    """
    with whole(out) as partial:
        contents = dict(files)
        manifest = _manifest(contents, journal, told)
        _fill(partial, {**contents, verify.MANIFEST: manifest}, journal)
    return out.stat().st_size


@contextmanager
def whole(out: Path) -> Iterator[IO[bytes]]:
    """What is written bears its name once it is all on the disk, mode 0600; else nothing does.

    Refuses FICHIER_DEJA_LA. Raises OSError.
    """
    if out.exists():
        raise Refusal("FICHIER_DEJA_LA", file=str(out))
    with tempfile.NamedTemporaryFile(dir=out.parent, prefix=f".{out.name}.") as partial:
        yield partial
        partial.flush()
        os.fsync(partial.fileno())
        publish(Path(partial.name), out)


def entry(name: str) -> zipfile.ZipInfo:
    """A file of a zip that is the same whenever and wherever it is made."""
    made = zipfile.ZipInfo(name, EPOCH)
    made.external_attr, made.create_system = MODE, 3
    made.compress_type = zipfile.ZIP_DEFLATED
    return made


def publish(partial: Path, out: Path) -> None:
    """Gives a finished file its name, never another's. Refuses FICHIER_DEJA_LA."""
    try:
        try:
            os.link(partial, out)
        except FileExistsError:
            raise
        except OSError:  # a stick without hard links
            _copied(partial, out)
    except FileExistsError:
        raise Refusal("FICHIER_DEJA_LA", file=str(out)) from None
    sync_folder(out.parent)


def _copied(partial: Path, out: Path) -> None:
    with partial.open("rb") as source, out.open("xb") as target:
        out.chmod(0o600)
        shutil.copyfileobj(source, target, BLOCK)
        target.flush()
        os.fsync(target.fileno())


def _manifest(contents: dict[str, bytes], journal: IO[bytes], told: dict[str, Any]) -> bytes:
    """Every file with its digest and size, and the digest of all this in its own canonical text."""
    listed = {
        name: {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
        for name, content in contents.items()
    }
    listed[verify.JOURNAL] = _of_stream(journal)
    plain = {**told, "files": listed}
    digest = hashlib.sha256(verify.written(plain)).hexdigest()
    return verify.written({**plain, "digest": digest})


def _of_stream(stream: IO[bytes]) -> dict[str, Any]:
    stream.seek(0)
    digest, size = hashlib.sha256(), 0
    while block := stream.read(BLOCK):
        digest.update(block)
        size += len(block)
    return {"sha256": digest.hexdigest(), "bytes": size}


def _fill(out: Any, contents: dict[str, bytes], journal: IO[bytes]) -> None:
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name in sorted((*contents, verify.JOURNAL)):
            if name != verify.JOURNAL:
                archive.writestr(entry(name), contents[name])
                continue
            journal.seek(0)
            with archive.open(entry(name), "w", force_zip64=True) as target:
                shutil.copyfileobj(journal, target, BLOCK)
