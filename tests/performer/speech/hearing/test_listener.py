"""The listener in virtual time: who has the floor, and what becomes of our line."""

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import anyio
import pytest

from performer.core import events
from performer.core.clock import VirtualClock
from performer.core.errors import ServiceError
from performer.core.events.stream import EventStream, PublishedEvent
from performer.speech.hearing.listener import Listener, OwnLine
from performer.speech.hearing.samples import Slices, SliceSource, SpeechSlice, SpeechSpan, Track
from performer.speech.hearing.voice_activity import MicrophoneFloor

pytestmark = pytest.mark.anyio


@dataclass
class FakeSpeaker:
    """Speaks turn 1 for ever, until it is taken away."""

    clock: VirtualClock
    speaking: int | None = None
    is_operators: bool = False
    did: list[tuple[str, float]] = field(default_factory=list)
    softness: list[tuple[bool, float]] = field(default_factory=list)
    within_s: float = 0.0

    def soften(self, *, is_soft: bool) -> None:
        self.softness.append((is_soft, self.clock.now()))

    async def hold(self, within_s: float = 0.0) -> None:
        self.did.append(("hold", self.clock.now()))
        self.within_s = within_s

    async def resume(self) -> None:
        self.did.append(("resume", self.clock.now()))

    async def give_way(self, reason: str) -> None:
        self.did.append((reason, self.clock.now()))
        if not self.is_operators:
            self.speaking = None

    @property
    def steps(self) -> list[str]:
        return [what for what, _ in self.did]


@dataclass
class Room:
    clock: VirtualClock
    speaker: FakeSpeaker
    floor: MicrophoneFloor
    stream: EventStream
    failures: list[str]
    doubts: list[tuple[bool, float]]
    _reader: events.EventSubscription
    told: list[PublishedEvent] = field(default_factory=list)

    def instants(self, kind: type[events.Event]) -> list[float]:
        self.told += self._reader.taken()
        return [each.t for each in self.told if isinstance(each.event, kind)]


@asynccontextmanager
async def room(
    clock: VirtualClock,
    source: SliceSource | Sequence[SpeechSpan],
    *,
    speaking: int | None = None,
    is_operators: bool = False,
    echo_margin_db: float | None = None,
    least_db: float = -90.0,
) -> AsyncIterator[Room]:
    stream = EventStream(clock)
    floor = MicrophoneFloor(clock, stream)
    speaker = FakeSpeaker(clock, speaking, is_operators)
    failures: list[str] = []
    doubts: list[tuple[bool, float]] = []
    listener = Listener(
        clock,
        stream,
        source=Track(clock, source) if isinstance(source, Sequence) else source,
        floor=floor,
        line=OwnLine(speaker, speaker.give_way),
        echo_margin_db=echo_margin_db,
        least_db=least_db,
        on_failure=failures.append,
        on_doubt=lambda is_on: doubts.append((is_on, clock.now())),
    )
    reader = stream.whole("test")
    async with anyio.create_task_group() as tasks:
        await tasks.start(listener.run)
        yield Room(clock, speaker, floor, stream, failures, doubts, reader)
        tasks.cancel_scope.cancel()


def spell(begin_s: float, end_s: float, **more: float) -> SpeechSpan:
    return SpeechSpan(begin_s=begin_s, end_s=end_s, **more)


async def test_the_floor_is_the_streamers_while_they_talk_and_700_ms_longer(virtual_clock: VirtualClock) -> None:
    async with room(virtual_clock, [spell(1.0, 3.0)]) as it:
        await virtual_clock.advance(2.0)
        meanwhile = it.floor.is_free
        await virtual_clock.advance(3.0)

        assert not meanwhile
        assert it.instants(events.FloorTaken) == pytest.approx([1.0], abs=0.04)
        assert it.instants(events.FloorFreed) == pytest.approx([3.7], abs=0.04)


@pytest.mark.parametrize(("level_db", "counts"), [(-50.0, False), (-30.0, True)])
async def test_what_is_softer_than_speech_has_to_be_is_none(
    virtual_clock: VirtualClock, level_db: float, counts: bool
) -> None:
    async with room(virtual_clock, [spell(1.0, 3.0, level_db=level_db)], least_db=-40.0) as it:
        await virtual_clock.advance(5.0)

        assert bool(it.instants(events.FloorTaken)) is counts


@pytest.mark.parametrize("length_s", [0.04, 0.3, 0.55])
async def test_a_burst_takes_the_floor_no_longer_than_it_lasts_and_300_ms(
    virtual_clock: VirtualClock, length_s: float
) -> None:
    async with room(virtual_clock, [spell(1.0, 1.0 + length_s)]) as it:
        await virtual_clock.advance(5.0)

        assert it.instants(events.FloorFreed)[0] <= 1.0 + length_s + 0.3 + 0.04


async def test_a_pause_for_breath_does_not_free_the_floor(virtual_clock: VirtualClock) -> None:
    async with room(virtual_clock, [spell(1.0, 2.0), spell(2.6, 3.0)]) as it:
        await virtual_clock.advance(6.0)

        assert len(it.instants(events.FloorTaken)) == 1
        assert it.instants(events.FloorFreed) == pytest.approx([3.7], abs=0.04)


async def test_our_line_falls_silent_after_400_ms_and_is_taken_away_by_talk(virtual_clock: VirtualClock) -> None:
    async with room(virtual_clock, [spell(1.0, 3.0)], speaking=1) as it:
        await virtual_clock.advance(6.0)

        assert it.speaker.steps == ["hold", "the streamer speaks", "resume"]
        assert [at_s for _, at_s in it.speaker.did[:2]] == pytest.approx([1.4, 1.6], abs=0.04)
        assert it.speaker.softness[0][0]
        assert it.speaker.softness[0][1] == pytest.approx(1.032, abs=0.02)
        assert it.speaker.did[0][1] + it.speaker.within_s == pytest.approx(1.46, abs=0.01)


async def test_a_false_alarm_lets_our_line_go_on_within_two_seconds(virtual_clock: VirtualClock) -> None:
    async with room(virtual_clock, [spell(1.0, 1.45)], speaking=1) as it:
        await virtual_clock.advance(6.0)

        assert it.speaker.steps == ["hold", "resume"]
        assert it.speaker.did[1][1] - it.speaker.did[0][1] < 2.0


async def test_the_operators_line_is_held_while_they_talk_and_goes_on_after(virtual_clock: VirtualClock) -> None:
    async with room(virtual_clock, [spell(1.0, 3.0)], speaking=1, is_operators=True) as it:
        await virtual_clock.advance(6.0)

        assert it.speaker.steps == ["hold", "the streamer speaks", "resume"]
        assert it.speaker.did[2][1] == pytest.approx(3.7, abs=0.04)
        assert it.speaker.speaking == 1


async def test_a_microphone_that_dies_in_the_middle_of_talk_frees_the_floor_and_our_line(
    virtual_clock: VirtualClock,
) -> None:
    class Dying(Track):
        async def slices(self) -> AsyncGenerator[Slices, None]:
            async for slices in super().slices():
                if virtual_clock.now() > 1.45:
                    raise ServiceError("unplugged")
                yield slices

    async with room(virtual_clock, Dying(virtual_clock, [spell(1.0, 9.0)]), speaking=1) as it:
        await virtual_clock.advance(1.5)

        assert it.speaker.steps == ["hold", "resume"]
        assert it.floor.is_free
        assert it.failures == ["unplugged"]


async def test_a_microphone_that_fails_is_tried_again_with_growing_pauses(virtual_clock: VirtualClock) -> None:
    tries: list[float] = []

    class Failing:
        async def slices(self) -> AsyncGenerator[Slices, None]:
            tries.append(virtual_clock.now())
            if len(tries) > 3:
                yield []
            raise ServiceError("not there")

    async with room(virtual_clock, Failing()):
        await virtual_clock.advance(12.0)

    assert tries[:5] == [0.0, 1.0, 3.0, 7.0, 8.0]


async def test_a_listener_that_breaks_leaves_the_floor_free_and_no_reader_behind(virtual_clock: VirtualClock) -> None:
    class Broken(Track):
        async def slices(self) -> AsyncGenerator[Slices, None]:
            async for slices in super().slices():
                if virtual_clock.now() > 1.5:
                    raise ValueError("a bug")
                yield slices

    stream = EventStream(virtual_clock)
    floor, speaker = MicrophoneFloor(virtual_clock, stream), FakeSpeaker(virtual_clock)
    source = Broken(virtual_clock, [spell(1.0, 9.0)])
    listener = Listener(
        virtual_clock, stream, source=source, floor=floor, line=OwnLine(speaker, speaker.give_way), echo_margin_db=None
    )
    with pytest.RaisesGroup(ValueError, flatten_subgroups=True):
        async with anyio.create_task_group() as tasks:
            await tasks.start(listener.run)
            await virtual_clock.advance(1.4)
            taken = not floor.is_free
            await virtual_clock.advance(1.0)

    assert taken
    assert floor.is_free
    assert not listener._own_reader._only


async def test_what_comes_late_is_not_spoken_now(virtual_clock: VirtualClock) -> None:
    class Late:
        async def slices(self) -> AsyncGenerator[Slices, None]:
            await virtual_clock.sleep(5.0)
            yield [SpeechSlice(at_s=3.0 + number * 0.032, level_db=-20.0, speech=1.0) for number in range(30)]
            await anyio.sleep_forever()

    async with room(virtual_clock, Late(), speaking=1) as it:
        await virtual_clock.advance(10.0)

        assert it.instants(events.FloorTaken) == []
        assert it.speaker.steps == []


@pytest.mark.parametrize(("slices", "takes"), [(1, False), (6, True)])
async def test_beside_our_own_voice_a_single_loud_slice_is_nobody(
    virtual_clock: VirtualClock, slices: int, takes: bool
) -> None:
    class Headphones:
        async def slices(self) -> AsyncGenerator[Slices, None]:
            for number in range(60 + slices):
                await virtual_clock.sleep(0.032)
                is_loud = number >= 60
                yield [
                    SpeechSlice(at_s=virtual_clock.now(), level_db=-20.0 if is_loud else -60.0, speech=float(is_loud))
                ]
            await anyio.sleep_forever()

    async with room(virtual_clock, Headphones(), echo_margin_db=6.0) as it:
        it.stream.publish(
            events.SpeechStarted(sentence="s1", text="", duration_s=4.0, audible=True, envelope=(1.0,) * 200)
        )
        await virtual_clock.advance(6.0)

        assert bool(it.instants(events.FloorTaken)) is takes


async def test_sound_that_is_no_speech_takes_nothing(virtual_clock: VirtualClock) -> None:
    async with room(virtual_clock, [spell(1.0, 3.0, speech=0.4)], speaking=1) as it:
        await virtual_clock.advance(6.0)

        assert it.instants(events.FloorTaken) == []
        assert it.speaker.steps == []


async def test_what_never_pauses_is_not_heeded_after_a_minute_until_it_has_been_quiet(
    virtual_clock: VirtualClock,
) -> None:
    async with room(virtual_clock, [spell(1.0, 100.0), spell(110.0, 112.0)]) as it:
        await virtual_clock.advance(120.0)

        assert it.instants(events.FloorTaken) == pytest.approx([1.0, 110.0], abs=0.04)
        assert it.instants(events.FloorFreed) == pytest.approx([61.0, 112.7], abs=0.04)
        assert [is_on for is_on, _ in it.doubts] == [True, False]
        assert [at_s for _, at_s in it.doubts] == pytest.approx([61.0, 100.7], abs=0.04)


async def test_a_streamer_who_pauses_within_the_minute_is_never_doubted(virtual_clock: VirtualClock) -> None:
    async with room(virtual_clock, [spell(1.0, 58.0), spell(59.0, 117.0)]) as it:
        await virtual_clock.advance(120.0)

        assert it.doubts == []


async def test_two_hours_of_talk_leave_the_floor_free_at_the_end(virtual_clock: VirtualClock) -> None:
    spells = [spell(begin_s, begin_s + 0.2) for begin_s in range(10, 7200, 30)]
    async with room(virtual_clock, spells) as it:
        await virtual_clock.advance(7205.0)

        assert len(it.instants(events.FloorTaken)) == len(it.instants(events.FloorFreed)) == len(spells)
        assert it.floor.is_free
