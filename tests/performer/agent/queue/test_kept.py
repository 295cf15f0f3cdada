"""The keeper: what the streamer asked for outlives the process, and comes once."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from performer.core.cues import AnswerCue, OperatorCue, SayCue, format_words
from performer.core.errors import ServiceError
from performer.core.events.turns import CueDropped, TurnEnded
from tests.performer.agent.schedule.season import Run, Season, season

pytestmark = pytest.mark.anyio


@pytest.fixture
def it() -> Iterator[Season]:
    with season() as season_:
        yield season_


def kept(it: Season) -> int:
    return len(it.store.rows("SELECT id FROM cue"))


async def busy(run: Run, *asked: str) -> None:
    """Have requests wait behind one that takes long."""
    run.it.hand.think_s = 1000
    for text in ("first", *asked):
        await run.keeper.keep(OperatorCue(text=text, at_s=run.clock.now()))
        await run.clock.advance(0)


async def test_a_request_is_kept_until_it_is_taken(it: Season) -> None:
    async with it.run() as run:
        await busy(run, "wave", "sing")
        assert (run.said, kept(it)) == (["first"], 2)
    async with it.run() as run:
        await it.clock.advance(10)

        assert (run.said, run.keeper.came_back, kept(it)) == (["wave", "sing"], 2, 0)
    async with it.run() as run:
        await it.clock.advance(10)

        assert run.said == []


async def test_what_is_hushed_does_not_come_back_and_what_the_end_lets_go_does(it: Season) -> None:
    async with it.run() as run:
        await busy(run, "wave")
        await run.it.director.hush()
        await busy(run, "sing")
        run.keeper.close()
        await run.it.director.end("the end of the show")
        await it.clock.advance(1)
    async with it.run() as run:
        await it.clock.advance(10)

        assert run.said == ["sing"]


async def test_every_kind_that_is_kept_comes_back_as_it_was_given_now(it: Season) -> None:
    answer = AnswerCue(tool="door", arguments="{}", text="open", origin=OperatorCue(text="open the door"))
    async with it.run() as run:
        await busy(run)
        await run.keeper.keep(SayCue(text="hello"))
        await run.keeper.keep(answer)
    async with it.run() as run:
        began_s = it.clock.now()
        await it.clock.advance(10)

        assert sorted(map(format_words, run.cues)) == ["door: open", "hello"]
        assert {cue.at_s for cue in run.cues} == {began_s}


async def test_what_is_older_than_a_day_is_let_go_and_told(it: Season) -> None:
    async with it.run() as run:
        await busy(run, "good morning")
    it.clock.ahead = timedelta(hours=25)
    async with it.run() as run:
        await it.clock.advance(10)

        told = [(drop.text, drop.reason) for drop in run.it.of(CueDropped)]
        assert told == [("good morning", "it was kept for more than a day")]
        assert (run.said, kept(it)) == ([], 0)


async def test_of_many_the_newest_come_back(it: Season) -> None:
    async with it.run() as run:
        await busy(run, *map(str, range(12)))
    async with it.run() as run:
        await it.clock.advance(100)

        assert run.said == [str(number) for number in range(4, 12)]
        assert {drop.reason for drop in run.it.of(CueDropped)} == {"newer ones were kept as well"}


async def test_what_is_too_much_is_refused_and_not_kept(it: Season) -> None:
    async with it.run() as run:
        await busy(run, *map(str, range(16)))
        with pytest.raises(ServiceError):
            await run.keeper.keep(OperatorCue(text="one more"))

        assert kept(it) == 16


@pytest.mark.expects_log
async def test_on_a_disk_that_fails_a_request_is_done_all_the_same(it: Season) -> None:
    async with it.run() as run:
        it.store.fails = True
        await run.keeper.keep(OperatorCue(text="wave"))
        await it.clock.advance(5)

        assert run.said == ["wave"]


async def test_what_may_be_done_already_is_not_done_again(it: Season) -> None:
    async with it.run() as run:
        run.it.floor.take()
        await run.plan("in 1 minute", "hello")
        await it.clock.advance(61)
        it.store.fails = True
        run.it.floor.free()
        await it.clock.advance(1)

        (end,) = run.it.of(TurnEnded)
        assert end.reason.startswith("it may be performed already, and nothing can be noted: The disk has failed.")
        assert run.said == []


@pytest.mark.expects_log
async def test_what_nobody_can_read_is_let_go(it: Season) -> None:
    async with it.run() as run:
        await busy(run, "wave")
    await it.store.write(lambda rows: rows.execute("UPDATE cue SET body = '{'"))
    async with it.run() as run:
        await it.clock.advance(10)

        assert (run.said, kept(it)) == ([], 0)
