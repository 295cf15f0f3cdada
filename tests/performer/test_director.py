"""The director: which cue becomes a turn, when, and what becomes of the others."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import pytest

from performer.clock import VirtualClock
from performer.cues import ChatCue, ChatLine, Cue, OperatorCue, SayCue, SceneCue, kind
from performer.director import Director, DirectorSettings
from performer.errors import ServiceError
from performer.events import CueDropped, CueTaken, Event, EventStream, TurnCut


class Stagehand:
    """Performs and speaks in virtual time: thinking takes `think_s`, speaking `speak_s`."""

    def __init__(self, clock: VirtualClock) -> None:
        self.clock = clock
        self.think_s = 1.0
        self.speak_s = 2.0
        self.performed: list[tuple[str, float]] = []
        self.cut_turns: list[int] = []

    async def perform(self, turn: int, cue: Cue) -> None:
        self.performed.append((kind(cue), self.clock.now()))
        await self.clock.sleep(self.think_s)

    async def cut(self, turn: int) -> None:
        self.cut_turns.append(turn)

    async def finished(self, turn: int) -> None:
        await self.clock.sleep(self.speak_s)


class Rehearsal:
    def __init__(self, clock: VirtualClock) -> None:
        self.clock = clock
        self.stream = EventStream(clock)
        self.hand = Stagehand(clock)
        settings = DirectorSettings(gap_s=8, idle_s=30)
        self.director = Director(clock, self.stream, settings, performer=self.hand, mouth=self.hand)
        self.heard: list[Event] = []

    def scene(self) -> None:
        self.director.cue(SceneCue(change=5.0, at_s=self.clock.now()))

    def chat(self, text: str) -> None:
        self.director.cue(ChatCue(lines=(ChatLine(text=text, at_s=self.clock.now()),)))

    def dropped(self) -> list[CueDropped]:
        return [event for event in self.heard if isinstance(event, CueDropped)]

    async def note(self, *, task_status: anyio.abc.TaskStatus[None]) -> None:
        with self.stream.whole("test") as reader:
            task_status.started()
            async for published in reader:
                self.heard.append(published.event)

    def of(self, kind_: type[Event]) -> list[Event]:
        return [event for event in self.heard if isinstance(event, kind_)]


@asynccontextmanager
async def rehearsal(clock: VirtualClock) -> AsyncIterator[Rehearsal]:
    made = Rehearsal(clock)
    async with anyio.create_task_group() as tasks:
        await tasks.start(made.note)
        await tasks.start(made.director.run)
        yield made
        await clock.advance(0)
        tasks.cancel_scope.cancel()


@pytest.mark.anyio
async def test_the_first_picture_may_be_talked_about_at_once_the_next_after_the_gap(
    virtual_clock: VirtualClock,
) -> None:
    async with rehearsal(virtual_clock) as it:
        for _ in range(20):
            it.scene()
            await virtual_clock.advance(1)

        assert it.hand.performed == [("scene", 0.0), ("scene", 11.0)]


@pytest.mark.anyio
async def test_the_idle_timer_starts_when_the_speech_has_ended(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.scene()
        await virtual_clock.advance(70)

        assert it.hand.performed == [("scene", 0.0), ("silence", 33.0), ("silence", 66.0)]


@pytest.mark.anyio
async def test_people_come_first_and_their_lines_are_gathered(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.scene()
        await virtual_clock.advance(1)
        it.scene()
        it.chat("one")
        it.chat("two")
        it.director.cue(OperatorCue(text="do it"))
        await virtual_clock.advance(7)
        it.scene()
        await virtual_clock.advance(20)

        assert [name for name, _ in it.hand.performed] == ["scene", "operator", "chat", "scene"]
        taken = [event for event in it.of(CueTaken) if isinstance(event, CueTaken)]
        assert taken[2].text == "viewer: one / viewer: two"


@pytest.mark.anyio
async def test_hush_silences_first_then_ends_the_turn_and_says_so(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.scene()
        await virtual_clock.advance(0.5)
        await it.director.hush()
        await virtual_clock.advance(0.1)

        assert it.hand.cut_turns == [1]
        assert it.of(TurnCut) == [TurnCut(turn=1, reason="hush")]
        assert it.director.turn is None


@pytest.mark.anyio
async def test_hush_with_nothing_going_on_says_nothing(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        await it.director.hush()
        await virtual_clock.advance(1)

        assert it.of(TurnCut) == []


@pytest.mark.anyio
async def test_two_hushes_cut_a_turn_once(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.scene()
        await virtual_clock.advance(0.5)
        await it.director.hush()
        await it.director.hush()
        await virtual_clock.advance(0.1)

        assert it.of(TurnCut) == [TurnCut(turn=1, reason="hush")]


@pytest.mark.anyio
async def test_hush_lets_go_of_everything_that_waits(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.scene()
        await virtual_clock.advance(0.5)
        it.director.cue(SayCue(text="one"))
        it.director.cue(SayCue(text="two"))
        it.chat("hello")
        await it.director.hush()
        await virtual_clock.advance(5)

        assert [name for name, _ in it.hand.performed] == ["scene"]
        assert [event.text for event in it.dropped()] == ["one", "two", "viewer: hello"]


@pytest.mark.anyio
async def test_a_pause_holds_everything_but_the_streamer_back(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        await it.director.pause()
        it.scene()
        it.director.cue(SayCue(text="hi"))
        await virtual_clock.advance(40)
        it.chat("hello")
        assert [name for name, _ in it.hand.performed] == ["say"]

        it.director.resume()
        await virtual_clock.advance(20)
        assert [name for name, _ in it.hand.performed] == ["say", "chat"]
        assert [event.reason for event in it.dropped()] == ["waited longer than 10 s"]


@pytest.mark.anyio
async def test_old_chat_goes_and_new_chat_stays(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        await it.director.pause()
        it.chat("old")
        await virtual_clock.advance(50)
        it.chat("new")
        await virtual_clock.advance(15)
        it.director.resume()
        await virtual_clock.advance(1)

        taken = [event.text for event in it.of(CueTaken) if isinstance(event, CueTaken)]
        assert taken == ["viewer: new"]
        assert [event.text for event in it.dropped()] == ["viewer: old"]


@pytest.mark.anyio
async def test_no_cue_is_lost_without_a_word_and_a_flood_is_one_word(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.hand.think_s = 20
        it.scene()
        await virtual_clock.advance(1)
        it.scene()
        it.scene()
        for number in range(1000):
            it.chat(str(number))
        await virtual_clock.advance(30)

        reasons = [event.reason for event in it.dropped()]
        assert reasons == ["a newer one came", "waited longer than 10 s", "980 older lines gave way to newer ones"]


@pytest.mark.anyio
@pytest.mark.parametrize("speech_s", [0.1, 1 / 3, 2.718281828, 0.7 + 0.1])
async def test_odd_durations_never_leave_it_waiting_for_a_gate_that_is_due(
    virtual_clock: VirtualClock, speech_s: float
) -> None:
    async with rehearsal(virtual_clock) as it:
        it.hand.speak_s = speech_s
        for _ in range(400):
            it.scene()
            await virtual_clock.advance(0.9)

        assert len(it.hand.performed) > 360 / (8 + 1 + speech_s + 1)


@pytest.mark.anyio
async def test_too_many_requests_are_refused_in_words(virtual_clock: VirtualClock) -> None:
    made = Rehearsal(virtual_clock)
    for _ in range(16):
        made.director.cue(SayCue(text="x"))

    with pytest.raises(ServiceError, match="16 requests are waiting"):
        made.director.cue(SayCue(text="x"))


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_a_speaker_that_never_ends_does_not_stop_the_show(virtual_clock: VirtualClock) -> None:
    async with rehearsal(virtual_clock) as it:
        it.hand.speak_s = 10_000
        it.chat("one")
        await virtual_clock.advance(185)
        it.chat("two")
        await virtual_clock.advance(1)

        assert [name for name, _ in it.hand.performed] == ["chat", "chat"]


@pytest.mark.anyio
async def test_with_nothing_to_see_neither_silence_nor_the_picture_is_a_reason_to_speak_but_people_are(
    virtual_clock: VirtualClock,
) -> None:
    async with rehearsal(virtual_clock) as it:
        it.director.sight(False)
        await virtual_clock.advance(500)
        it.scene()
        await virtual_clock.advance(1)
        it.chat("are you there?")
        await virtual_clock.advance(20)
        assert [name for name, _ in it.hand.performed] == ["chat"]

        it.director.sight(True)
        await virtual_clock.advance(20)
        assert it.hand.performed[1:] == [("silence", 534.0)]
