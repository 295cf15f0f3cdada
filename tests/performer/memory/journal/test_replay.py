"""A playback: the same speech and calls at their instants, past the guard again."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

import anyio
import pytest

from performer.core import events
from performer.core.audio import MouthShape, WordTime
from performer.core.clock import VirtualClock
from performer.core.events.speech import SpeechEnded, SpeechGrew, SpeechHeld, SpeechResumed, SpeechStarted
from performer.core.events.stream import Event, EventStream, EventSubscription
from performer.core.events.turns import TurnCut
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.memory.journal.file import JournalRecord, RecordedEvent
from performer.memory.journal.replay import JournalReplay
from performer.tools.hooks.guarded import make_guard_hook
from performer.tools.tool import Tool
from performer.tools.toolbox import Toolbox


def started(sentence: str, text: str = "Hello.", *, turn: int = 1, duration_s: float = 2.0) -> SpeechStarted:
    envelope = tuple(step / 10 for step in range(10))
    return SpeechStarted(
        turn=turn, sentence=sentence, text=text, duration_s=duration_s, audible=True, envelope=envelope
    )


def ended(sentence: str, *, turn: int = 1, cut: bool = False) -> SpeechEnded:
    return SpeechEnded(turn=turn, sentence=sentence, text="whatever", heard_s=2.0, cut=cut)


def called(call: str, tool: str, turn: int = 1, **arguments: object) -> events.ToolCalled:
    return events.ToolCalled(turn=turn, call=call, tool=tool, arguments=arguments)


def returned(call: str, tool: str, turn: int = 1) -> events.ToolReturned:
    return events.ToolReturned(turn=turn, call=call, tool=tool, text="done", after_s=0.0)


class FakeSpeaker:
    """Notes what it is asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int]] = []

    async def cut(self, turn: int) -> None:
        self.asked.append(("cut", turn))

    async def finished(self, turn: int) -> None:
        self.asked.append(("finished", turn))


class ReplayRig:
    """A playback with a tool that notes its calls, and a reader of everything."""

    def __init__(self, clock: VirtualClock, *, speed: float = 1.0, speaker: FakeSpeaker | None = None) -> None:
        self.clock = clock
        self.shown: list[tuple[float, str, float]] = []
        self.stream = EventStream(clock)
        self.reader: EventSubscription = self.stream.whole("test")
        guard = Guard(words=["badword", "grumble bee", "flarn"])

        async def overlay_text(text: str, duration_s: float = 6.0) -> str:
            """Note a call."""
            self.shown.append((clock.now(), text, duration_s))
            return "It is up."

        toolbox = Toolbox([Tool.of(overlay_text)], [make_guard_hook(guard, self.stream)])
        self.playback = JournalReplay(Runtime(clock, self.stream, guard), lambda: toolbox, speed=speed, speaker=speaker)

    @asynccontextmanager
    async def playing(self, *facts: tuple[float, Event], length_s: float = 10.0) -> AsyncIterator[None]:
        record = JournalRecord(
            events=[RecordedEvent(at_s=at_s, event=event) for at_s, event in facts], length_s=length_s
        )
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self.playback.run, record)
            yield

    async def play(self, *facts: tuple[float, Event], length_s: float = 10.0) -> Sequence[tuple[float, Event]]:
        async with self.playing(*facts, length_s=length_s):
            await self.clock.advance(length_s)
        return [(each.t, each.event) for each in self.reader.taken()]


@pytest.mark.anyio
async def test_speech_is_published_again_at_its_instants(virtual_clock: VirtualClock) -> None:
    grew = SpeechGrew(turn=1, sentence="s1", duration_s=1.0, envelope=(0.5,))

    heard = await ReplayRig(virtual_clock).play((1.0, started("s1")), (2.0, grew), (4.0, ended("s1")))

    assert [(t, type(event).__name__) for t, event in heard] == [
        (1.0, "SpeechStarted"),
        (2.0, "SpeechGrew"),
        (4.0, "SpeechEnded"),
    ]
    first = heard[0][1]
    assert isinstance(first, SpeechStarted)
    assert (first.text, first.duration_s, first.audible) == ("Hello.", 2.0, False)


@pytest.mark.anyio
async def test_twice_the_speed_is_half_the_time_for_everything(virtual_clock: VirtualClock) -> None:
    rig = ReplayRig(virtual_clock, speed=2.0)

    heard = await rig.play(
        (2.0, started("s1")),
        (3.0, called("c1", "overlay_text", text="First try!")),
        (4.0, returned("c1", "overlay_text")),
        (6.0, ended("s1")),
    )

    (began_s, first), (ended_s, last) = heard
    assert isinstance(first, SpeechStarted)
    assert isinstance(last, SpeechEnded)
    assert (began_s, ended_s, first.duration_s, last.heard_s) == (1.0, 3.0, 1.0, 1.0)
    assert first.envelope == (0.0, 0.2, 0.4, 0.6, 0.8)
    assert rig.shown == [(2.0, "First try!", 3.0)]


@pytest.mark.anyio
async def test_the_times_of_words_and_the_shapes_of_the_mouth_are_played_with_their_share_of_time(
    virtual_clock: VirtualClock,
) -> None:
    words = (WordTime(0, 5, 0.2, 1.0), WordTime(-1, 2, 0.0, 1.0), WordTime(3, 99, 0.0, 1.0))
    mouth = (MouthShape(0.2, "open"), MouthShape(0.5, "agape"), MouthShape(1e300, "closed"))
    line = replace(started("s1"), words=words, mouth=mouth)
    grown = SpeechGrew(turn=1, sentence="s1", duration_s=1.0, words=words, mouth=mouth)
    shortened = replace(started("s2", "x" * 5000), words=words[:1])
    grown_short = replace(grown, sentence="s2")

    heard = await ReplayRig(virtual_clock, speed=2.0).play(
        (1.0, line), (1.5, grown), (4.0, shortened), (5.0, grown_short)
    )

    first, second = (event for _, event in heard if isinstance(event, SpeechStarted))
    assert first.words == (WordTime(0, 5, 0.1, 0.5),)
    assert first.mouth == (MouthShape(0.1, "open"), MouthShape(300.0, "closed"))
    assert second.words == ()
    more, other = (event for _, event in heard if isinstance(event, SpeechGrew))
    assert (more.words, more.mouth) == (first.words, first.mouth)
    assert other.words == ()


@pytest.mark.anyio
async def test_a_hold_is_played_again_with_its_share_of_time(virtual_clock: VirtualClock) -> None:
    heard = await ReplayRig(virtual_clock, speed=2.0).play(
        (2.0, started("s1")),
        (3.0, SpeechHeld(turn=1, sentence="s1", heard_s=1.0)),
        (3.5, SpeechHeld(turn=1, sentence="another", heard_s=1.0)),
        (4.0, SpeechResumed(turn=1, sentence="s1", after_s=1.0, from_s=0.8)),
        (6.0, ended("s1")),
    )

    assert [event for _, event in heard[1:3]] == [
        SpeechHeld(turn=1, sentence="s1", heard_s=0.5),
        SpeechResumed(turn=1, sentence="s1", after_s=0.5, from_s=0.4),
    ]


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("cut", "recorded", "told"), [(False, "", "Hello."), (True, "Hel", "Hel"), (True, "A badword", "")]
)
async def test_what_was_heard_is_taken_from_the_line_itself(
    virtual_clock: VirtualClock, cut: bool, recorded: str, told: str
) -> None:
    end = replace(ended("s1", cut=cut), heard=recorded)

    (_, last) = await ReplayRig(virtual_clock).play((1.0, started("s1")), (2.0, end))

    assert getattr(last[1], "heard", None) == told


@pytest.mark.anyio
async def test_what_the_guard_holds_back_today_stays_away(virtual_clock: VirtualClock) -> None:
    rig = ReplayRig(virtual_clock)

    heard = await rig.play(
        (1.0, started("s1", "A badword.")),
        (2.0, SpeechGrew(turn=1, sentence="s1", duration_s=1.0)),
        (3.0, ended("s1")),
        (4.0, called("c1", "overlay_text", text="badword")),
        (4.0, returned("c1", "overlay_text")),
    )

    assert rig.shown == []
    assert {type(event).__name__ for _, event in heard} == {"SentenceBlocked", "ToolCalled", "ToolRefused"}
    assert "badword" not in repr(heard)


@pytest.mark.anyio
@pytest.mark.parametrize(
    "lines",
    [
        ("What a grumble", "bee you are."),
        ("Fine.", "Look there.", "And so.", "Right.", "Not now."),
    ],
)
async def test_what_is_split_over_recorded_lines_stays_away_too(
    virtual_clock: VirtualClock, lines: Sequence[str]
) -> None:
    facts = [(float(at), started(f"s{at}", line)) for at, line in enumerate(lines)]

    heard = await ReplayRig(virtual_clock).play(*facts)

    assert [type(event).__name__ for _, event in heard] == ["SpeechStarted"] * (len(lines) - 1) + ["SentenceBlocked"]


@pytest.mark.anyio
async def test_only_calls_that_returned_are_made_again(virtual_clock: VirtualClock) -> None:
    rig = ReplayRig(virtual_clock)

    await rig.play(
        (1.0, called("c1", "overlay_text", text="refused")),
        (1.0, events.ToolRefused(turn=1, call="c1", tool="overlay_text", reason="too often")),
        (2.0, called("c1", "overlay_text", turn=2, text="shown")),
        (2.0, called("c2", "format_disk", turn=2)),
        (2.0, returned("c1", "overlay_text", turn=2)),
        (2.0, returned("c2", "format_disk", turn=2)),
        (3.0, called("c3", "overlay_text", turn=2, words="no text")),
        (3.0, returned("c3", "overlay_text", turn=2)),
    )

    assert rig.shown == [(2.0, "shown", 6.0)]


@pytest.mark.anyio
async def test_a_cut_is_played_too(virtual_clock: VirtualClock) -> None:
    facts = [(1.0, started("s1")), (2.0, ended("s1", cut=True)), (2.0, TurnCut(turn=1, reason="chat said: badword"))]

    heard = await ReplayRig(virtual_clock).play(*facts)

    assert heard[-1] == (2.0, TurnCut(turn=1, reason="cut"))
    assert isinstance(heard[-2][1], SpeechEnded)
    assert heard[-2][1].cut


@pytest.mark.anyio
async def test_hush_lasts_until_the_next_turn(virtual_clock: VirtualClock) -> None:
    rig = ReplayRig(virtual_clock)
    facts = [(1.0, started("s1")), (3.0, ended("s1")), (4.0, started("s2")), (6.0, started("s3", turn=2))]

    async with rig.playing(*facts):
        await virtual_clock.advance(2.0)
        await rig.playback.hush()
        await virtual_clock.advance(8.0)

    names = [(each.t, type(each.event).__name__) for each in rig.reader.taken()]
    assert names == [(1.0, "SpeechStarted"), (2.0, "TurnCut"), (6.0, "SpeechStarted")]


@pytest.mark.anyio
async def test_numbers_out_of_all_bounds_do_no_harm(virtual_clock: VirtualClock) -> None:
    wild = SpeechStarted(
        turn=1, sentence="s1", text="x" * 5000, duration_s=1e300, audible=True, envelope=(float("nan"), 9.0, -1.0)
    )

    ((_, event),) = await ReplayRig(virtual_clock).play((1.0, wild))

    assert isinstance(event, SpeechStarted)
    assert (event.duration_s, event.envelope, len(event.text)) == (600.0, (0.0, 1.0, 0.0), 1000)


@pytest.mark.anyio
async def test_a_line_that_fills_the_journal_stays_within_what_a_stage_can_take(virtual_clock: VirtualClock) -> None:
    name, envelope = "s" * 50_000, (0.5,) * 150_000
    begun = replace(started(name), envelope=envelope)
    grew = SpeechGrew(turn=1, sentence=name, duration_s=1.0, envelope=envelope)

    rig = ReplayRig(virtual_clock, speed=0.1)

    async with rig.playing((0.1, begun), (0.2, grew), (0.3, ended(name)), length_s=0.3):
        await virtual_clock.advance(3.1)

    heard = [each.event for each in rig.reader.taken()]
    assert [type(event) for event in heard] == [SpeechStarted, SpeechGrew, SpeechEnded]
    for event in heard:
        assert getattr(event, "sentence", "") == "s" * 64
        assert len(getattr(event, "envelope", ())) <= 600 * 50


@pytest.mark.anyio
async def test_with_a_voice_the_lines_are_handed_to_it_and_waited_for(virtual_clock: VirtualClock) -> None:
    speaker = FakeSpeaker()
    rig = ReplayRig(virtual_clock, speaker=speaker)

    heard = await rig.play(
        (1.0, started("s1")),
        (2.0, SpeechGrew(turn=1, sentence="s1", duration_s=1.0)),
        (3.0, ended("s1", cut=True)),
        (4.0, started("s2", "Bye.", turn=2)),
        (5.0, ended("s2", turn=2)),
    )

    assert [event for _, event in heard] == [
        events.SentenceReady(turn=1, text="Hello."),
        events.SentenceReady(turn=2, text="Bye."),
        events.TurnEnded(turn=2, reason="final", steps=0, sentences=0, took_s=0.0),
    ]
    assert speaker.asked == [("cut", 1), ("finished", 2)]
