"""PINs at a station: compared in a thread, a few at a time, with patience that runs out (GEN-005)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from core.rules import Refusal
from hall.access import Patience
from hall.people import PeopleFile

WAITING = 4  # PINs being compared; hashing is slow on purpose


class Credentials:
    def __init__(self, people: PeopleFile, now_ms: Callable[[], int]) -> None:
        self._people = people
        self._now_ms = now_ms
        self._patience = Patience()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="pin")
        self._waiting = 0

    async def fit(self, station: str, person: str, pin: str) -> bool:
        """Whether this is the person's PIN; an empty person takes as long and is never right.

        Failures count for the person and for the station. Refuses TROP_D_ESSAIS, SALLE_OCCUPEE.
        """
        counted = (f"station {station}", *([f"person {person}"] if person else ()))
        for who in counted:
            self._patience.must_wait(who, self._now_ms())
        pin_hash = self._people.pin_hash(person)
        fits = bool(await self._slowly(self._people.pins.fits, pin_hash, pin))
        for who in counted:
            if fits:
                self._patience.succeeded(who)
            else:
                self._patience.failed(who, self._now_ms())
        return fits

    async def hashed(self, pin: str) -> str:
        return str(await self._slowly(self._people.pins.hash, pin))

    def close(self) -> None:
        self._thread.shutdown(wait=False)

    async def _slowly(self, work: Callable[..., object], *values: str) -> object:
        if self._waiting >= WAITING:
            raise Refusal("SALLE_OCCUPEE")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work, *values)
        finally:
            self._waiting -= 1
