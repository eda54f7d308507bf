"""No draw that the room cannot see, none faster than the law allows (GEN-022, BIN-027)."""

from __future__ import annotations

import msgspec
import pytest
from evening import QUICK, Evening, evening

from hall.client import Refused

PACE_MS = 1_500


async def refused(night: Evening, order: str, **fields: object) -> Refused:
    """What the caller is told, with nothing tried again."""
    with pytest.raises(Refused) as told:
        await night.stage.caller.client.order(order, **fields)
    return told.value


@pytest.mark.spec("GEN-022", "DSP-001")
async def test_a_lost_board_blocks_the_draw_and_its_return_frees_it(tmp_path):
    """The only board goes dark in the draw: nothing is drawn until it hangs there again."""
    async with evening(tmp_path) as night:
        await night.drawing(6)
        wall = night.stage.wall_station
        await wall.client.close()
        while True:
            try:
                await night.stage.say("DrawBall")  # the hall has not noticed yet
            except Refused as told:
                assert told.code == "AUCUN_TABLEAU"
                break
        balls = night_balls(night)
        assert (await refused(night, "DrawBall")).code == "AUCUN_TABLEAU"
        await night.stage.say("StopDraw", word=None)  # a call is heard all the same
        await night.stage.say("RejectClaim")
        assert (await refused(night, "DrawBall")).code == "AUCUN_TABLEAU"
        await wall.client.connect()
        drawn = await night.stage.say("DrawBall")
        assert drawn["rank"] == balls + 1
        board = await night.stage.wall.until(
            lambda board: board.partie is not None and len(board.partie.balls) == drawn["rank"]
        )
        assert board.partie.balls[-1] == drawn["ball"]
    house = night.house()
    partie = house.bingo.seances[night.seance].parties[1]
    assert len(partie.balls) == drawn["rank"]


def night_balls(night: Evening) -> int:
    """How many orders to draw the hall has granted."""
    said = night.tap.said.values()
    drawn = (one for one in said if one.type == "DrawBall")
    return sum(bool(one.answers) and one.answers[0]["say"] == "Done" for one in drawn)


@pytest.mark.spec("GEN-022")
async def test_one_board_of_two_is_enough(tmp_path):
    """Whoever still hangs there shows the draw."""
    from core.stations import StationKind

    async with evening(tmp_path) as night:
        await night.drawing(1)
        await night.room.open(StationKind.DISPLAY, "tableau 2")
        await night.stage.wall_station.client.close()
        for rank in (2, 3, 4):
            assert (await night.stage.say("DrawBall"))["rank"] == rank


@pytest.mark.spec("BIN-027", "GEN-020")
async def test_a_ball_before_its_time_is_refused_with_the_time_left(tmp_path):
    """By key or by pace, at once or almost: the hall counts, and says how long."""
    slow = msgspec.structs.replace(QUICK, tirage_minimum_ms=PACE_MS)
    async with evening(tmp_path, parameters=slow) as night:
        await night.drawing(1)
        early = await refused(night, "DrawBall")
        assert early.code == "INTERVALLE_MINIMUM"
        assert 0 < early.values["left_ms"] <= PACE_MS
        again = await refused(night, "DrawBall")
        assert 0 < again.values["left_ms"] <= early.values["left_ms"]
        assert (await night.stage.say("DrawBall"))["rank"] == 2
    balls = night.house().bingo.seances[night.seance].parties[1].balls
    assert len(balls) == 2


@pytest.mark.spec("BIN-027", "GEN-018")
async def test_a_number_that_was_not_heard_holds_back_the_next(tmp_path):
    """Without its voice the draw waits; the animateur's own voice frees it."""
    async with evening(tmp_path) as night:
        await night.drawing(1)
        voice, night.room.voice = night.room.voice, None  # nobody reports what is spoken
        assert voice is not None
        drawn = await night.stage.say("DrawBall")
        assert drawn["rank"] == 2
        waits = await refused(night, "DrawBall")
        assert waits.code == "ANNONCE_EN_COURS"
        await voice.client.order(
            "ReportSpeechFailed", announcement=drawn["announcement"], cause="PANNE"
        )
        await night.stage.say("ConfirmSpokenAloud", announcement=drawn["announcement"])
        assert (await night.stage.say("DrawBall"))["rank"] == 3
