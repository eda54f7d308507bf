"""Keyboards as data: which character stands on which key, to undo a wrong layout.

A scanner types keys, the terminal hears characters. Where the two disagree on the country, a
barcode « 014-000251-2 » arrives as « à&')àààé(&)é ». Each layout below lists the same 48 keys in
the same order; a map from one to another is read off position by position. Devices guide §4.2.
"""

from __future__ import annotations

from collections.abc import Iterator

DEAD = "\0"  # a dead key: it gives nothing by itself and alters what follows

# Order of keys, by the legends of a US keyboard: digit row, Q row, A row, Z row, space.
LAYOUTS: dict[str, tuple[str, str]] = {
    "us": (
        "`1234567890-=qwertyuiop[]asdfghjkl;'\\zxcvbnm,./ ",
        '~!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:"|ZXCVBNM<>? ',
    ),
    "uk": (
        "`1234567890-=qwertyuiop[]asdfghjkl;'#zxcvbnm,./ ",
        '¬!"£$%^&*()_+QWERTYUIOP{}ASDFGHJKL:@~ZXCVBNM<>? ',
    ),
    "fr": (
        "²&é\"'(-è_çà)=azertyuiop\0$qsdfghjklmù*wxcvbn,;:! ",
        "\x001234567890°+AZERTYUIOP\0£QSDFGHJKLM%µWXCVBN?./§ ",
    ),
    "be": (
        "²&é\"'(§è!çà)-azertyuiop\0$qsdfghjklmùµwxcvbn,;:= ",
        "³1234567890°_AZERTYUIOP\0*QSDFGHJKLM%£WXCVBN?./+ ",
    ),
    "de": (
        "\x001234567890ß\0qwertzuiopü+asdfghjklöä#yxcvbnm,.- ",
        "°!\"§$%&/()=?\0QWERTZUIOPÜ*ASDFGHJKLÖÄ'YXCVBNM;:_ ",
    ),
    "ch": (
        "§1234567890'\0qwertzuiopè\0asdfghjkléà$yxcvbnm,.- ",
        '°+"*ç%&/()=?\0QWERTZUIOPü!ASDFGHJKLöä£YXCVBNM;:_ ',
    ),
}


def between(scanner: str, host: str, *, shift_lock: bool = False) -> dict[str, str]:
    """What was meant, by what arrived, when a scanner set to one country types to another.

    `shift_lock`: CapsLock as French Windows has it, which shifts the digits too.
    """
    meant, arrived = LAYOUTS[scanner], LAYOUTS[host]
    if shift_lock:
        arrived = (arrived[1], arrived[0])
    return {
        theirs: ours
        for level in (1, 0)
        for theirs, ours in zip(arrived[level], meant[level], strict=True)
        if DEAD not in (theirs, ours)
    }


def swapped_case(text: str) -> str:
    """As CapsLock swaps it on Linux: letter by letter, and « ß » stays itself."""
    return "".join(swap if len(swap := letter.swapcase()) == 1 else letter for letter in text)


def candidates(hosts: tuple[str, ...]) -> Iterator[tuple[str, dict[int, str], bool]]:
    """Every reading worth trying: its name, its translation, and whether case is swapped first."""
    for host in hosts:
        yield f"us→{host}", _table(between("us", host)), False
        yield f"us→{host} CapsLock", _table(between("us", host)), True
        yield f"us→{host} ShiftLock", _table(between("us", host, shift_lock=True)), False
        yield f"{host}→us", _table(between(host, "us")), False


def _table(pairs: dict[str, str]) -> dict[int, str]:
    return {ord(theirs): ours for theirs, ours in pairs.items()}
