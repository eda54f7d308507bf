"""How a task converses with the person and the hall: it asks, it orders, it may be left any time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from assets.words import words
from core.rules import Refusal, Role
from core.views.desk import Desk
from core.views.kiosk import Kiosk
from kiosk.desk.modals import AskingForm, Choice, Chooser, Large, Look, Then
from ui.frame import Tone
from ui.link import Refused
from ui.modals import Field, YesNo

if TYPE_CHECKING:
    from kiosk.desk.app import DeskApp

COMMITTEE = (Role.MCD, Role.DIRECTEUR_RESPONSABLE)


class Left(Exception):  # noqa: N818 -- the person went away, nothing failed
    """The conversation was left; whatever was ordered before stands."""


class Talk:
    """One conversation of the person at this desk. Every question raises `Left` when it is left."""

    def __init__(self, app: DeskApp) -> None:
        self.app = app

    @property
    def desk(self) -> Desk:
        """The newest view."""
        view = self.app.desk
        if view is None:
            raise Left
        return view

    @property
    def kiosk(self) -> Kiosk | None:
        """The offers on sale."""
        return self.app.kiosk

    @property
    def roles(self) -> tuple[Role, ...]:
        return self.app.hall.roles

    @property
    def today(self) -> date:
        """The hall's civil day."""
        welcome = self.app.hall.welcome
        return datetime.fromisoformat(welcome.at).date() if welcome else date.min

    # -- asking the person ------------------------------------------------------------------

    async def form(
        self,
        title: str,
        fields: Sequence[Field],
        then: Then,
        *,
        note: str = "",
        confirm: str = "Valider",
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Fields and what is ordered with them; what was typed and the hall's result."""
        said = await self._shown(AskingForm(title, fields, then, note=note, confirm=confirm))
        return said["values"], said["result"]

    async def choose(self, title: str, choices: Sequence[Choice], **more: Any) -> Any:
        """The value of a choice, a `Scan`, `EXTRA`, or what `typed` made."""
        return await self._shown(Chooser(title, choices, **more))

    async def search(self, title: str, look: Look, **more: Any) -> Any:
        """The same with a search behind the line to type on."""
        return await self._shown(Chooser(title, (), look=look, **more))

    async def sure(self, question: str, *, note: str = "", yes: str = "Oui") -> None:
        """Leaves the conversation unless the person says yes."""
        if not await self.yes(question, note=note, yes=yes):
            raise Left

    async def yes(
        self, question: str, *, note: str = "", yes: str = "Oui", no: str = "Non"
    ) -> bool:
        """O or N; Escape is no."""
        modal: Any = YesNo(question, note=note, yes=yes, no=no)
        return bool(await self.app.push_screen_wait(modal))

    async def either(self, question: str, *, yes: str, no: str) -> bool:
        """Two things to do; Escape does neither and leaves the conversation."""
        return bool(await self._shown(YesNo(question, yes=yes, no=no, leaves=True)))

    async def large(self, title: str, cents: int, note: str = "") -> None:
        """An amount that must not be overlooked."""
        await self.app.push_screen_wait(Large(title, euros(cents), note))

    async def shown(self, modal: Any) -> Any:
        """The answer of any dialog."""
        return await self._shown(modal)

    async def _shown(self, modal: Any) -> Any:
        answer = await self.app.push_screen_wait(modal)
        if answer is None:
            raise Left
        return answer

    # -- asking the hall --------------------------------------------------------------------

    async def order(self, order: str, /, **fields: Any) -> dict[str, Any]:
        """Gives an order. Whoever is of the committee and not this evening's head acts as member."""
        try:
            return await self.app.hall.order(order, **fields)
        except Refused as refused:
            other = next((role for role in COMMITTEE if role in self.roles), None)
            if refused.code != "PAS_DIRECTEUR_DE_LA_SEANCE" or other is None:
                raise
            try:
                return await self.app.hall.order(order, as_role=other, **fields)
            except Refused as again:
                raise (refused if again.code == "FONCTION_NON_AUTORISEE" else again) from None

    async def rows(self, query: str, /, **args: Any) -> list[dict[str, Any]]:
        """All rows of a list."""
        return [row async for row in self.app.hall.ask(query, **args)]

    async def names(self, people: Sequence[str]) -> dict[str, str]:
        """Names by person id."""
        ids = sorted(set(filter(None, people)))
        found = await self.rows("people", ids=ids) if ids else []
        return {row["id"]: row["name"] for row in found}

    def say(self, text: str) -> None:
        """A sentence on the message line."""
        self.app.say(text)

    def care(self, text: str) -> None:
        """A sentence that should be noticed."""
        self.app.say(text, Tone.CARE)


def euros(cents: int) -> str:
    """« 1 212,00 € »."""
    return words().amount(cents)


def label(group: str, name: str) -> str:
    """A state in words."""
    return words().label(f"{group}.{name}")


def french_day(iso: str) -> str:
    """« 20/06/2026 »; what is no date as it is."""
    return words().value("day", iso, "day")


def typed_number(text: str) -> int | None:
    """A bulletin's or voucher's number typed by hand."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


class DayField(Field):
    """A date typed day first; its value is ISO."""

    def read(self, text: str) -> Any:
        """« 20/06/2026 » -> « 2026-06-20 ». Refuses DATE_ILLISIBLE."""
        said = super().read(text)
        if said is None:
            return ""
        for shape in ("%d/%m/%Y", "%d.%m.%Y", "%d-%m-%Y", "%d%m%Y", "%Y-%m-%d"):
            try:
                return datetime.strptime(said, shape).date().isoformat()
            except ValueError:
                continue
        raise Refusal("DATE_ILLISIBLE", text=said[:40])


class TextField(Field):
    """Text whose absence is an empty text, and that is bounded where it is typed."""

    def read(self, text: str) -> Any:
        """The text without stray spaces. Refuses A_REMPLIR, TEXTE_TROP_LONG."""
        said = super().read(text)
        if said is not None and len(said) > 120:
            raise Refusal("TEXTE_TROP_LONG", most=120)
        return said or ""
