"""How a spoken line came to be, as it is told on a control page."""

import pytest

from performer.core import events
from performer.core.clock import VirtualClock
from performer.core.events.stream import EventStream
from performer.core.events.turns import CueTaken, FirstText, StepStarted
from performer.guard.verdict import SPEECH
from performer.stage.server.line_trace import TRACED, LineTrace, LineTraces

pytestmark = pytest.mark.anyio


def start(text: str, turn: int | None = 1, *, audible: bool = True) -> events.SpeechStarted:
    return events.SpeechStarted(sentence="1", text=text, duration_s=1.0, audible=audible, turn=turn)


def stop(category: str, *, where: str = SPEECH, only_reported: bool = False) -> events.TextStopped:
    return events.TextStopped(
        number=1, category=category, rule="r", action="mask", where=where, only_reported=only_reported
    )


class Told:
    """A show whose lines are traced as they sound."""

    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock
        self.stream = EventStream(clock)
        self._reader = self.stream.whole("test", *TRACED, events.SpeechStarted)
        self.traces = LineTraces()

    async def tell(self, *told: events.Event | float) -> list[LineTrace]:
        """Publish events, with seconds between them; return the traces of the lines that sound."""
        for each in told:
            if isinstance(each, float):
                await self._clock.advance(each)
            else:
                self.stream.publish(each)
        made = []
        for published in self._reader.taken():
            self.traces.note(published)
            if isinstance(published.event, events.SpeechStarted):
                made.append(self.traces.trace(published, published.event))
        return made


async def test_the_time_of_a_line_is_told_by_what_it_went_into(virtual_clock: VirtualClock) -> None:
    told = Told(virtual_clock)
    [line] = await told.tell(
        *(CueTaken(turn=1, kind="scene", waited_s=0.5), 0.25),
        *(StepStarted(turn=1, step=1, model="llava", pictures=1), 1.0),
        *(FirstText(turn=1, step=1, after_s=1.0), 0.125),
        *(events.SentenceReady(turn=1, text="A door."), 0.5),
        start("A door."),
    )

    times = (line.picture_s, line.thinking_s, line.writing_s, line.voice_s)
    assert times == pytest.approx((0.75, 1.0, 0.125, 0.5))
    assert line.took_s == pytest.approx(2.375)
    assert (line.cue, line.model, line.pictures, line.is_heard) == ("scene", "llava", 1, True)


async def test_only_the_first_line_of_a_turn_is_timed_from_its_cue(virtual_clock: VirtualClock) -> None:
    told = Told(virtual_clock)
    first, second = await told.tell(
        *(CueTaken(turn=1, kind="chat"), StepStarted(turn=1, step=1, model="llava")),
        *(events.SentenceReady(turn=1, text="One."), events.SentenceReady(turn=1, text="Two."), 0.5),
        *(start("One."), start("Two.")),
    )

    assert (first.took_s, first.voice_s) == (0.5, 0.5)
    assert (second.took_s, second.thinking_s, second.voice_s) == (None, None, 0.5)
    assert second.model == "llava"


async def test_a_line_has_what_was_masked_in_it_alone(virtual_clock: VirtualClock) -> None:
    told = Told(virtual_clock)
    first, second = await told.tell(
        *(stop("slurs", where="chat"), stop("private"), stop("mild", only_reported=True)),
        *(events.SentenceReady(turn=1, text="One."), events.SentenceReady(turn=1, text="Two.")),
        *(start("One."), start("Two.")),
    )

    assert (first.masked, second.masked) == (("private",), ())


async def test_your_own_line_has_no_model_and_one_that_nobody_plays_is_not_heard(virtual_clock: VirtualClock) -> None:
    told = Told(virtual_clock)
    [line] = await told.tell(
        *(CueTaken(turn=1, kind="say"), events.SentenceReady(turn=1, text="Hello."), 0.25),
        start("Hello.", audible=False),
    )

    assert (line.model, line.pictures, line.thinking_s) == ("", None, None)
    assert (line.voice_s, line.is_heard) == (0.25, False)
