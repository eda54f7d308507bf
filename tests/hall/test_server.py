"""The hall over real sockets: who may come in, what they may do, what they see."""

from __future__ import annotations

import asyncio
import contextlib
import json

import pytest
import tiny
from houses import hall, opened, until
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from core.rules import Role
from core.stations import StationKind
from hall import protocol
from hall.client import HallClient, Link, Refused
from hall.journal import lines_of, verify


def facts(folder, *names):
    """(type, data, line) of the journal's lines of these types."""
    read = [json.loads(text) for text in lines_of(folder)]
    return [
        (line["type"], line["data"], line) for line in read if not names or line["type"] in names
    ]


@pytest.mark.spec("GEN-005")
async def test_a_station_is_paired_signed_in_and_obeyed(tmp_path):
    """Pair once, sign in with a PIN, give an order: durable, attributed, answered."""
    async with hall(tmp_path) as running:
        desk = await running.desk()
        assert (desk.person, desk.person_name) == ("durand", "Zoé Durand")
        assert desk.roles == (Role.CAISSIER, Role.MCD)
        assert await desk.order("Tally", by=3, note="[/b] Zoé <é> ${x}") == {"total": 3}
        await desk.close()
    ((_, data, line),) = facts(tmp_path, "Tallied")
    assert data == {"by": 3, "note": "[/b] Zoé <é> ${x}", "total": 3}
    assert (line["actor"], line["role"], line["station"]) == ("durand", "CAISSIER", "desk-1")
    assert verify(tmp_path).whole
    assert (tmp_path / "desk.station").stat().st_mode & 0o777 == 0o600


@pytest.mark.spec("GEN-005")
async def test_a_code_serves_once_and_for_its_kind(tmp_path):
    """A spent code, a code of another kind and a guess are all refused alike."""
    async with hall(tmp_path) as running:
        code = running.ready.codes[StationKind.DESK]
        await running.client("one").pair(code, StationKind.DESK, "one")
        for tried, kind in (
            (code, StationKind.DESK),
            (code, StationKind.KIOSK),
            ("AAAA-AAAA", StationKind.CALLER),
        ):
            with pytest.raises(Refused) as refused:
                await running.client("two").pair(tried, kind, "two")
            assert refused.value.code == "CODE_D_APPAIRAGE_FAUX"


@pytest.mark.spec("GEN-005")
async def test_five_wrong_codes_end_every_code(tmp_path):
    """Guessing is over after five tries: even the right code is void then."""
    async with hall(tmp_path) as running:
        for _ in range(5):
            with pytest.raises(Refused):
                await running.client("x").pair("0000-0000", StationKind.DESK, "x")
        with pytest.raises(Refused):
            code = running.ready.codes[StationKind.DESK]
            await running.client("x").pair(code, StationKind.DESK, "x")


@pytest.mark.spec("GEN-005")
async def test_a_kiosk_key_can_do_only_what_a_kiosk_does(tmp_path):
    """The role is checked by the hall on every order, and the refusal is journalled."""
    async with hall(tmp_path) as running:
        kiosk = await running.paired(StationKind.KIOSK, "kiosk")
        assert await kiosk.order("ShowTally") == {}
        for order, fields in (
            ("Tally", {"by": 1}),
            ("OpenSession", {"person": "durand", "station": "kiosk-1"}),
            ("StartHall", {"build": "", "version": "", "rules_digest": ""}),
            ("AdvanceClock", {"ms": 5}),
        ):
            with pytest.raises(Refused) as refused:
                await kiosk.order(order, **fields)
            assert refused.value.code == "FONCTION_NON_AUTORISEE", order
        with pytest.raises(Refused):
            await kiosk.order("OpenPairing", kind="desk")
        with pytest.raises(Refused):
            [row async for row in kiosk.ask("people", text="durand")]
        with pytest.raises(Refused) as refused:
            await kiosk.sign_in("durand", "314159")
        assert refused.value.code == "POSTE_SANS_SESSION"
        await kiosk.order("ShowTally")
        await kiosk.close()
    refusals = [data["order_type"] for _, data, _ in facts(tmp_path, "OrderRefused")]
    assert refusals == ["Tally", "OpenSession", "StartHall", "AdvanceClock", "OpenPairing", "Ask"]


async def test_bad_orders_have_their_codes_and_change_nothing(tmp_path):
    """Unknown, badly filled, filled where only the hall may, too much: refused by name."""
    async with hall(tmp_path) as running:
        desk = await running.desk()
        for order, fields, code in (
            ("Nonsense", {}, "ORDRE_INCONNU"),
            ("Tally", {}, "ORDRE_INVALIDE"),
            ("Tally", {"by": "3"}, "ORDRE_INVALIDE"),
            ("Tally", {"by": 1.0}, "ORDRE_INVALIDE"),
            ("Tally", {"by": 1, "extra": 2}, "ORDRE_INVALIDE"),
            ("DrawTally", {"chance": 4}, "CHAMP_RESERVE"),
            ("Tally", {"by": 1001}, "TOUT_VENDU"),
        ):
            with pytest.raises(Refused) as refused:
                await desk.order(order, **fields)
            assert refused.value.code == code, order
        assert refused.value.values == {"left": 1000}
        assert await desk.order("Tally", by=1) == {"total": 1}
        await desk.close()


@pytest.mark.spec("GEN-005")
async def test_a_wrong_pin_says_nothing_and_slows_down(tmp_path):
    """Unknown person and wrong PIN are answered alike; the third failure starts the delays."""
    async with hall(tmp_path) as running:
        desk = await running.paired(StationKind.DESK, "desk")
        codes = []
        for person, pin in (
            ("nobody", "1"),
            ("durand", "999999"),
            ("durand", "314158"),
            ("durand", "314159"),
        ):
            with pytest.raises(Refused) as refused:
                await desk.sign_in(person, pin)
            codes.append(refused.value.code)
        assert codes == ["CODE_PERSONNEL_FAUX"] * 3 + ["TROP_D_ESSAIS"]
        assert refused.value.values["seconds"] == 1
        await desk.close()
    lines = facts(tmp_path, "OrderRefused")
    assert [line["actor"] for _, _, line in lines] == ["", "durand", "durand"]
    assert "999999" not in (tmp_path / "journal.db").read_bytes().decode("latin-1")


@pytest.mark.spec("GEN-005")
async def test_a_person_who_leaves_is_locked_out(tmp_path, monkeypatch):
    """Nobody touched the desk for the idle time: signed out, told, and refused."""
    monkeypatch.setattr("hall.running.IDLE_MS", 300_000)
    monkeypatch.setattr("hall.running.Settings", _impatient)
    async with hall(tmp_path) as running:
        desk = await running.desk()
        told = []
        desk.on_notice(told.append)
        await until(lambda: not desk.person)
        assert told[-1].values["cause"] == "INACTIVITE"
        with pytest.raises(Refused) as refused:
            await desk.order("Tally", by=1)
        assert refused.value.code == "FONCTION_NON_AUTORISEE"
        await desk.close()


def _impatient(**fields):
    from hall.door import Settings

    return Settings(**{**fields, "idle_s": 0.2})


async def test_the_hall_asks_for_the_function_meant(tmp_path):
    """Durand is cashier and MCD: the desk may say in which quality an order is given."""
    async with hall(tmp_path) as running:
        desk = await running.desk()
        await desk.order("Tally", by=1)
        with pytest.raises(Refused) as refused:
            await desk.order("Tally", as_role=Role.MCD, by=1)
        assert refused.value.code == "FONCTION_NON_AUTORISEE"
        await desk.close()


async def test_views_are_whole_and_only_for_those_who_may(tmp_path):
    """The newest view reaches whoever may see it; others learn that they may not."""
    async with hall(tmp_path) as running:
        desk = await running.desk()
        board = await running.paired(StationKind.DISPLAY, "board")
        seen, mine = [], []
        board.watch("board", "", lambda view: seen.append(view.read(tiny.Board)))
        desk.watch("mine", "", lambda view: mine.append(view.read(tiny.Board)))
        board.watch("mine", "", seen.append)
        await until(lambda: seen and mine)
        for _ in range(5):
            await desk.order("Tally", by=2)
        await until(lambda: seen[-1].total == 10 and mine[-1].total == 10)
        assert seen[-1].station == "" and mine[-1].station == "desk-1"
        assert mine[-1].names == {"durand": "Zoé Durand"}
        await desk.sign_out()
        before = len(mine)
        await desk.close()
        assert len(mine) == before
        await board.close()


async def test_a_view_that_fails_is_told_and_hurts_nobody(tmp_path):
    """Unknown, wrong and broken views get a code; the line stays open."""
    async with hall(tmp_path) as running:
        desk = await running.desk()
        async with connect(running.ready.url) as raw:
            kept = json.loads((tmp_path / "desk.station").read_bytes())
            await raw.send(
                json.dumps({"say": "Hello", "station": kept["station"], "key": kept["key"]})
            )
            assert json.loads(await raw.recv())["say"] == "Welcome"
            codes = []
            for view, of in (("board", "wrong"), ("board", "bug"), ("none", "")):
                await raw.send(json.dumps({"say": "Watch", "view": view, "of": of}))
                said = json.loads(await raw.recv())
                codes.append((said["code"], said["values"]["view"]))
            assert codes == [
                ("PARTIE_INCONNUE", "board"),
                ("VUE_EN_PANNE", "board"),
                ("VUE_INCONNUE", "none"),
            ]
        await desk.close()


@pytest.mark.spec("GEN-017", "GEN-023")
async def test_questions_are_paged_checked_and_traced(tmp_path, monkeypatch):
    """Rows come page by page, with names; reading leaves a fact; nobody reads without a function."""
    monkeypatch.setattr("hall.questions.PAGE", 8)
    async with hall(tmp_path) as running:
        desk = await running.desk()
        await asyncio.gather(*(desk.order("Tally", by=1, note=str(n)) for n in range(30)))
        rows = [row async for row in desk.ask("CSH-028", means="FICHIER")]
        assert [row["no"] for row in rows] == list(range(1, 31))
        assert rows[0]["created_by"] == "Zoé Durand"
        names = [row["name"] async for row in desk.ask("people", text="ZOE dur")]
        assert names == ["Zoé Durand"]
        for query, args, code in (
            ("none", {}, "QUESTION_INCONNUE"),
            ("CSH-028", {"day": "x"}, "DATE_ILLISIBLE"),
            ("CSH-028", {"day": 3}, "QUESTION_INVALIDE"),
            ("CSH-028", {"means": "x"}, "QUESTION_INVALIDE"),
        ):
            with pytest.raises(Refused) as refused:
                [row async for row in desk.ask(query, **args)]
            assert refused.value.code == code
        await desk.sign_out()
        with pytest.raises(Refused) as refused:
            [row async for row in desk.ask("CSH-028")]
        assert refused.value.code == "FONCTION_NON_AUTORISEE"
        await desk.close()
    (_, data, line), *_ = facts(tmp_path, "RegisterConsulted")
    assert (data["register"], data["means"]) == ("CSH-028", "FICHIER")
    assert (line["actor"], line["role"]) == ("durand", "CAISSIER")


@pytest.mark.spec("GEN-016")
async def test_an_order_sent_twice_is_executed_once(tmp_path):
    """The same id, from the same station, gets the same answer: also refused, also after restart."""
    frames = []
    async with hall(tmp_path) as running:
        desk = await running.desk()
        day = desk.welcome.day
        frames = [
            protocol.Order(f"{day}-once", "Tally", {"by": 7}),
            protocol.Order(f"{day}-no", "Tally", {"by": 5000}),
            protocol.Order(f"{day}-once", "Tally", {"by": 7}),
        ]
        first = [await answer(desk, frame) for frame in frames]
        assert first[0] == first[2]
        assert first[0].result == {"total": 7}
        await desk.close()
    async with hall(tmp_path) as running:
        desk = HallClient(running.ready.url, tmp_path / "desk.station")
        await desk.connect()
        again = [await answer(desk, frame) for frame in frames]
        assert [again[0], again[2]] == [first[0], first[2]]
        assert again[1].code == first[1].code == "TOUT_VENDU"
        for id, code in (("20200101-x", "ORDRE_PERIME"), ("x", "IDENTIFIANT_ILLISIBLE")):
            assert (await answer(desk, protocol.Order(id, "Tally", {"by": 1}))).code == code
        await desk.close()
    assert len(facts(tmp_path, "Tallied")) == 1


async def answer(client, frame):
    try:
        return await client._answered(frame.id, frame)
    except Refused as refused:
        return refused


async def test_two_stations_race_and_one_wins(tmp_path):
    """For the same place exactly one order is kept, whichever came first."""
    async with hall(tmp_path) as running:
        desk = await running.desk()
        kiosk = await running.paired(StationKind.KIOSK, "kiosk")
        for place in range(15):
            tried = await asyncio.gather(
                *(client.order("TallyOnce", place=place) for client in (desk, kiosk)),
                return_exceptions=True,
            )
            won = [result for result in tried if isinstance(result, dict)]
            lost = [result.code for result in tried if isinstance(result, Refused)]
            assert (len(won), lost) == (1, ["PLACE_PRISE"])
        await desk.close()
        await kiosk.close()


async def test_a_client_that_floods_is_cut_and_the_hall_unharmed(tmp_path):
    """More than the burst at once: the line is closed with a code, others go on."""
    async with hall(tmp_path) as running:
        desk = await running.desk()
        kiosk = await running.paired(StationKind.KIOSK, "kiosk")
        kept = json.loads((tmp_path / "kiosk.station").read_bytes())
        await kiosk.close()
        with pytest.raises(ConnectionClosed) as closed:
            async with connect(running.ready.url) as raw:
                await raw.send(
                    json.dumps({"say": "Hello", "station": kept["station"], "key": kept["key"]})
                )
                for n in range(500):
                    await raw.send(
                        json.dumps({"say": "Order", "id": f"x-{n}", "type": "ShowTally"})
                    )
                while True:
                    await raw.recv()
        assert closed.value.rcvd.reason == "TROP_D_ORDRES"
        assert await desk.order("Tally", by=1) == {"total": 1}
        await desk.close()


async def test_ten_megabytes_are_not_read(tmp_path):
    """A frame over 64 KiB ends the line before it is stored anywhere."""
    async with hall(tmp_path) as running:
        desk = await running.desk()
        raw = await connect(running.ready.url)
        with pytest.raises(ConnectionClosed) as closed:
            await raw.send("x" * 70_000)
            await raw.recv()
        assert closed.value.rcvd.code == 1009
        reader, writer = await deaf(running.ready.url)
        length = (10_000_000).to_bytes(8, "big")
        writer.write(b"\x81\xff" + length + bytes(4) + b"x" * 10_000_000)
        with contextlib.suppress(OSError):
            await writer.drain()
        while await reader.read(65_536):
            pass  # the hall said why, and closed
        writer.close()
        assert await desk.order("Tally", by=1) == {"total": 1}
        await desk.close()


@pytest.mark.spec("GEN-005")
async def test_a_client_that_lies_about_its_station_is_cut(tmp_path):
    """Another station's name with one's own key, no key, no hello: nothing is executed."""
    async with hall(tmp_path) as running:
        desk = await running.desk()
        kept = json.loads((tmp_path / "desk.station").read_bytes())
        for first, code in (
            ({"say": "Hello", "station": "desk-1", "key": "0" * 64}, "POSTE_INCONNU"),
            ({"say": "Hello", "station": "caller-1", "key": kept["key"]}, "POSTE_INCONNU"),
            (
                {"say": "Order", "id": "20260110-1", "type": "Tally", "data": {"by": 1}},
                "BONJOUR_ATTENDU",
            ),
            (
                {"say": "Hello", "station": "desk-1", "key": kept["key"], "version": "9"},
                "VERSION_DIFFERENTE",
            ),
            ({"say": "Hello", "station": "desk-1"}, "TRAME_ILLISIBLE"),
        ):
            async with connect(running.ready.url) as raw:
                await raw.send(json.dumps(first))
                assert json.loads(await raw.recv())["code"] == code
                with pytest.raises(ConnectionClosed):
                    await raw.recv()
        assert desk.state is Link.READY
        await desk.close()
    assert not facts(tmp_path, "Tallied")


@given(
    junk=st.one_of(
        st.binary(max_size=400),
        st.text(max_size=400),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
            lambda inner: (
                st.lists(inner, max_size=4)
                | st.dictionaries(
                    st.sampled_from(
                        [
                            "say",
                            "id",
                            "type",
                            "data",
                            "view",
                            "of",
                            "query",
                            "args",
                            "start",
                            "station",
                            "key",
                            "code",
                            "kind",
                            "name",
                            "person",
                            "pin",
                        ]
                    )
                    | st.text(max_size=8),
                    inner,
                    max_size=6,
                )
            ),
            max_leaves=12,
        ).map(json.dumps),
    )
)
@settings(max_examples=300, deadline=None)
def test_no_frame_makes_the_protocol_fall(junk):
    """Whatever the bytes: a struct of the protocol, or TRAME_ILLISIBLE."""
    from core.rules import Refusal

    try:
        said = protocol.read_station(junk)
    except Refusal as refusal:
        assert refusal.code == "TRAME_ILLISIBLE"
    else:
        assert isinstance(said, protocol.FromStation)


@given(
    frames=st.lists(
        st.fixed_dictionaries(
            {
                "say": st.sampled_from(
                    [
                        "Order",
                        "SignIn",
                        "SignOut",
                        "Ask",
                        "Watch",
                        "Unwatch",
                        "Touch",
                        "Hello",
                        "Pair",
                    ]
                )
            },
            optional={
                "id": st.text(max_size=70),
                "type": st.sampled_from(
                    [
                        *tiny.VIEWS,
                        "Tally",
                        "Sign",
                        "StartHall",
                        "ForgetStation",
                        "OpenPairing",
                        "ChangePin",
                        "AdvanceClock",
                    ]
                ),
                "data": st.dictionaries(
                    st.sampled_from(
                        ["by", "pin", "ms", "kind", "document", "hash", "confirmed", "old", "new"]
                    ),
                    st.integers() | st.text(max_size=5),
                ),
                "view": st.sampled_from(["board", "mine", "x"]),
                "of": st.text(max_size=5),
                "query": st.sampled_from(["notes", "people"]),
                "args": st.dictionaries(
                    st.sampled_from(["text", "ids", "least"]), st.integers() | st.text(max_size=3)
                ),
                "person": st.text(max_size=5),
                "pin": st.text(max_size=5),
            },
        ),
        max_size=6,
    )
)
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
async def test_no_sequence_of_frames_harms_the_hall(tmp_path_factory, frames):
    """A paired kiosk says what it likes: nothing is executed that a kiosk may not do."""
    tmp_path = tmp_path_factory.mktemp("fuzz")
    async with hall(tmp_path) as running:
        kiosk = await running.paired(StationKind.KIOSK, "kiosk")
        kept = json.loads((tmp_path / "kiosk.station").read_bytes())
        await kiosk.close()
        async with connect(running.ready.url) as raw:
            await raw.send(json.dumps({"say": "Hello", "station": "kiosk-1", "key": kept["key"]}))
            try:
                for frame in frames:
                    await raw.send(json.dumps(frame))
            except ConnectionClosed:
                pass
        desk = await running.desk()
        assert await desk.order("Tally", by=1) == {"total": 1}
        await desk.close()


async def test_a_station_that_does_not_read_is_cut(tmp_path):
    """Its buffer is capped: the hall does not grow, the others miss nothing."""
    async with hall(tmp_path, rate=0) as running:
        desk = await running.desk()
        await (await running.paired(StationKind.DISPLAY, "board")).close()
        kept = json.loads((tmp_path / "board.station").read_bytes())
        _, writer = await deaf(running.ready.url)
        for said in (
            {"say": "Hello", "station": "display-1", "key": kept["key"]},
            {"say": "Watch", "view": "board", "of": "loud"},
        ):
            text = json.dumps(said).encode()
            writer.write(bytes((0x81, 0x80 | len(text))) + bytes(4) + text)
        writer.transport.pause_reading()
        server_lines = running.lines()
        await until(lambda: "display-1" in server_lines)
        for _ in range(400):
            await desk.order("Tally", by=1)
            await desk.order("StopTally")
            if "display-1" not in server_lines:
                break
        assert "display-1" not in server_lines
        writer.transport.abort()
        assert await desk.order("Tally", by=1)
        await desk.close()


async def deaf(url):
    """A raw socket that has shaken hands, and reads only what it is told to."""
    host, port = url.removeprefix("ws://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(
        f"GET / HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


@pytest.mark.spec("GEN-005")
async def test_a_forgotten_station_is_out_at_once(tmp_path):
    """The directeur responsable takes a key: the line is cut and the key opens nothing."""
    async with hall(tmp_path) as running:
        kiosk = await running.paired(StationKind.KIOSK, "kiosk")
        desk = await running.desk(person="rita")
        assert await desk.order("ForgetStation", station="kiosk-1") == {"station": "kiosk-1"}
        await until(lambda: kiosk.state is Link.REFUSED)
        assert kiosk.refusal.code == "POSTE_INCONNU"
        code = (await desk.order("OpenPairing", kind="kiosk"))["code"]
        await running.client("new").pair(code, StationKind.KIOSK, "new")
        await desk.order("ChangePin", old=tiny.PINS["rita"], new="111222")
        await desk.sign_out()
        await desk.sign_in("rita", "111222")
        await desk.close()


async def test_a_line_that_breaks_comes_back_with_its_session_and_views(tmp_path):
    """The hall keeps the session for a minute; the order in flight is answered once."""
    async with hall(tmp_path) as running:
        desk = await running.desk()
        seen = []
        desk.watch("board", "", lambda view: seen.append(view.read(tiny.Board)))
        states = []
        desk.on_state(states.append)
        desk._line.transport.abort()
        assert await desk.order("Tally", by=4) == {"total": 4}
        assert desk.person == "durand"
        await until(lambda: seen and seen[-1].total == 4)
        assert Link.LOST in states and states[-1] is Link.READY
        await desk.close()


async def test_wss_pins_the_certificate_that_the_code_carries(tmp_path):
    """The code names the hall; another hall with another certificate never hears the secret."""
    async with hall(tmp_path / "a", plain=False) as ours:
        code = ours.ready.codes[StationKind.DESK]
        assert len(code.replace("-", "")) == 24
        async with hall(tmp_path / "b", plain=False) as other:
            with pytest.raises(Refused, match="CERTIFICAT_INCONNU"):
                await other.client("desk").pair(code, StationKind.DESK, "desk")
        desk = await ours.desk()
        assert await desk.order("Tally", by=1) == {"total": 1}
        (tmp_path / "x").mkdir()
        await desk.close()
    assert opened(tmp_path / "a").restored.house.bingo.total == 1


async def test_a_house_that_contradicts_itself_stops_and_says_so(tmp_path):
    """The screens are told why; nothing of the breach is in the journal; it does not come back."""
    from hall.scribe import Broken

    with pytest.raises(Broken):
        async with hall(tmp_path) as running:
            desk = await running.desk()
            notices = []
            desk.on_notice(notices.append)
            order = asyncio.create_task(desk.order("WreckTally"))
            await until(lambda: notices and running.task.done())
            assert notices[-1].code == "SALLE_ARRETEE"
            assert "wrecked" in notices[-1].values["cause"]
            await desk.close()
            with pytest.raises(Refused, match="LIGNE_FERMEE"):
                await order
            await running.task
    assert not facts(tmp_path, "TallyWrecked")


async def test_the_same_key_twice_is_not_a_fight(tmp_path):
    """The newer program takes the line; the older one knows why it lost it, and stays away."""
    async with hall(tmp_path) as running:
        desk = await running.desk()
        other = running.client("desk")
        await other.connect()
        await until(lambda: desk.state is Link.REFUSED)
        assert desk.refusal.code == "REMPLACE"
        assert await other.order("Tally", by=1) == {"total": 1}
        assert other.person == "durand"
        await other.close()


async def test_a_screen_that_fails_keeps_its_line(tmp_path):
    """A callback's exception is logged; keys pressed fast are not a flood."""
    async with hall(tmp_path) as running:
        desk = await running.desk()
        seen = []

        def clumsy(view):
            seen.append(view)
            raise ZeroDivisionError

        desk.watch("board", "", clumsy)
        await until(lambda: seen)
        for _ in range(200):
            desk.touch()
        assert await desk.order("Tally", by=1) == {"total": 1}
        await until(lambda: len(seen) > 1)
        assert desk.state is Link.READY
        await desk.close()


@pytest.mark.spec("GEN-016")
async def test_the_caller_is_told_what_was_restored(tmp_path):
    """After a stop that nobody wanted, one notice with the crash time and the lines."""
    async with hall(tmp_path) as running:
        await (await running.desk()).close()
    (tmp_path / "journal.db.ouvert").touch()
    async with hall(tmp_path) as running:
        caller = running.client("caller")
        notices = []
        caller.on_notice(notices.append)
        await caller.pair(running.ready.codes[StationKind.CALLER], StationKind.CALLER, "caller")
        await caller.connect()
        await until(lambda: notices)
        assert notices[0].code == "REPRISE"
        assert notices[0].values["lines"] > 5 and notices[0].values["at"]
        await caller.close()


@pytest.mark.spec("GEN-022")
async def test_a_board_that_is_lost_is_a_fact(tmp_path):
    """The house must know how many boards hang in the room, whatever the reason one went dark."""
    async with hall(tmp_path) as running:
        board = await running.paired(StationKind.DISPLAY, "board")
        desk = await running.desk()
        board._line.transport.abort()
        await until(lambda: board.state is Link.LOST)
        await until(lambda: board.state is Link.READY)
        await board.close()
        await until(lambda: "display-1" not in running.lines())
        await desk.order("Tally", by=1)
        await desk.close()
    seen = [kind for kind, data, _ in facts(tmp_path, "StationLost", "StationBack")
            if data["station"] == "display-1"]  # fmt: skip
    assert seen == ["StationBack", "StationLost", "StationBack", "StationLost"]


async def test_a_session_ends_when_its_station_does_not_come_back(tmp_path, monkeypatch):
    """After the grace of a lost line the person is signed out, and that is a fact."""
    from hall.door import Settings

    monkeypatch.setattr("hall.running.Settings", lambda **told: Settings(**told, grace_s=0.05))
    async with hall(tmp_path) as running:
        desk = await running.desk()
        await desk.close()
        house = running.servers[-1].engine.scribe.hall.house
        await until(lambda: not house.people.signed_in)
        await desk.connect()
        assert desk.person == ""
        await desk.close()
    (_, data, _), *_ = facts(tmp_path, "SignedOut")
    assert (data["person"], data["cause"]) == ("durand", "DECONNEXION")


async def test_views_come_at_most_twenty_times_a_second_and_the_newest_wins(tmp_path):
    """Three hundred sales are not three hundred views; the last view is the last sale's."""
    import time

    async with hall(tmp_path, rate=0) as running:
        desk = await running.desk()
        seen = []
        desk.watch("board", "", lambda view: seen.append(view.read(tiny.Board).total))
        await until(lambda: seen)
        start = time.monotonic()
        for _ in range(300):
            await desk.order("Tally", by=1)
        spent = time.monotonic() - start
        await until(lambda: seen[-1] == 300)
        assert seen == sorted(set(seen))
        assert len(seen) <= spent / 0.05 + 4
        await desk.close()
