"""Lines that wait, for the floor or for their sound: how long they stay fresh."""

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.events.speech import SentenceBlocked, SpeechStarted
from performer.core.events.turns import CueTaken
from tests.performer.core.open_floor import OpenFloor
from tests.performer.speech.output.stage_sound import Slow, booth


@pytest.mark.anyio
async def test_a_stale_line_is_dropped_but_a_turn_that_speaks_is_let_finish(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock) as it:
        it.ready("One.", "Two.", "Three.", turn=1, fresh_until_s=1)
        it.ready("Old.", "news.", turn=2, fresh_until_s=1)
        await virtual_clock.advance(20)

        assert [each for each in it.told() if "Ended" not in each] == [
            "SpeechStarted One.",
            "SpeechStarted Two.",
            "SpeechStarted Three.",
            "SentenceBlocked",
        ]
        blocked = it.heard[-1]
        assert isinstance(blocked, SentenceBlocked)
        assert blocked.kind == "stale"
        assert blocked.reason == "stale: it would have begun 5.0 s later than turn.freshness_s allows"


@pytest.mark.anyio
async def test_a_line_waits_for_the_floor_and_may_go_stale_meanwhile(virtual_clock: VirtualClock) -> None:
    floor = OpenFloor()
    async with booth(virtual_clock, floor=floor) as it:
        floor.take()
        it.ready("For you.")
        it.ready("Look there!", turn=2, fresh_until_s=6)
        await virtual_clock.advance(5)
        assert (it.told(), it.speaker.speaking) == ([], None)
        floor.free()
        await virtual_clock.advance(0)
        assert it.told() == ["SpeechStarted For you."]
        floor.take()
        await virtual_clock.advance(5)
        floor.free()
        await virtual_clock.advance(1)

        assert it.told()[1:] == ["SpeechEnded For you.", "SentenceBlocked"]


@pytest.mark.anyio
@pytest.mark.parametrize(("freed_s", "heard"), [(3, ["One.", "Two."]), (61, ["One."])])
async def test_the_rest_of_a_turn_is_stale_after_a_long_silence(
    virtual_clock: VirtualClock, freed_s: float, heard: list[str]
) -> None:
    floor = OpenFloor()
    async with booth(virtual_clock, floor=floor) as it:
        it.ready("One.", "Two.", fresh_until_s=1)
        await virtual_clock.advance(1)
        floor.take()
        await virtual_clock.advance(freed_s - 1)
        floor.free()
        await virtual_clock.advance(5)

        assert [each.text for each in it.heard if isinstance(each, SpeechStarted)] == heard
        assert [each.kind for each in it.heard if isinstance(each, SentenceBlocked)] == ["stale"] * (2 - len(heard))


@pytest.mark.anyio
@pytest.mark.parametrize("kind", ["say", "operator"])
async def test_what_the_streamer_asked_for_waits_ten_seconds_for_the_floor_at_most(
    virtual_clock: VirtualClock, kind: str
) -> None:
    floor = OpenFloor()
    async with booth(virtual_clock, floor=floor) as it:
        floor.take()
        it.stream.publish(CueTaken(turn=1, kind=kind))
        it.ready("Mine.", "And mine.")
        it.stream.publish(CueTaken(turn=2, kind="chat"))
        it.ready("Theirs.", turn=2)
        await virtual_clock.advance(60)

        assert it.instants() == [(10.0, "+Mine."), (12.0, "-Mine."), (12.0, "+And mine."), (14.0, "-And mine.")]
        floor.free()


@pytest.mark.anyio
async def test_what_has_waited_for_the_floor_in_vain_is_not_held(virtual_clock: VirtualClock) -> None:
    floor = OpenFloor()
    async with booth(virtual_clock, floor=floor) as it:
        floor.take()
        it.stream.publish(CueTaken(turn=1, kind="say"))
        it.ready("Mine.")
        await virtual_clock.advance(10.5)
        await it.speaker.hold()
        await virtual_clock.advance(1)
        await it.speaker.resume()
        await virtual_clock.advance(5)

        assert it.instants() == [(10.0, "+Mine."), (12.0, "-Mine.")]


@pytest.mark.anyio
async def test_a_line_that_is_made_too_late_is_stale(virtual_clock: VirtualClock) -> None:
    async with booth(virtual_clock, Slow(virtual_clock, takes_s=2)) as it:
        it.ready("Look there!", fresh_until_s=1)
        await virtual_clock.advance(5)

        assert it.told() == ["SentenceBlocked"]


@pytest.mark.anyio
async def test_it_is_told_when_a_turn_begins_to_sound_and_that_a_stale_one_never_will(
    virtual_clock: VirtualClock,
) -> None:
    told = list[tuple[float, int, bool]]()

    async with booth(virtual_clock) as it, anyio.create_task_group() as tasks:

        async def wait(turn: int) -> None:
            begun = await it.speaker.wait_until_begun(turn)
            told.append((virtual_clock.now(), turn, begun))

        for turn in (1, 2, 3):
            tasks.start_soon(wait, turn)
        it.ready("One.", turn=1)
        it.ready("Old news.", turn=2, fresh_until_s=1)
        it.ready("Two.", turn=3)
        await virtual_clock.advance(20)

    assert [(turn, begun) for _, turn, begun in told] == [(1, True), (2, False), (3, True)]
    assert told[0][0] < told[1][0]
