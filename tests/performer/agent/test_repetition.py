"""What is remembered of what was said: what was heard, and what is on its way."""

import pytest

from performer.agent.repetition import Repetition, Strictness
from performer.agent.unwanted_lines import UnwantedLines
from performer.core.clock import VirtualClock
from performer.core.events.speech import SentenceBlocked, SpeechEnded, SpeechStarted
from performer.core.events.stream import EventStream
from performer.core.events.turns import TurnCut

LINE = "A bat, a slime and a bad idea."


@pytest.fixture
def stream(virtual_clock: VirtualClock) -> EventStream:
    return EventStream(virtual_clock)


@pytest.fixture
def repetition(stream: EventStream) -> Repetition:
    return Repetition(stream)


def begin(stream: EventStream, text: str, turn: int = 1) -> None:
    stream.publish(SpeechStarted(turn=turn, sentence=text, text=text, duration_s=1, audible=True))


def end(stream: EventStream, text: str, heard: str, turn: int = 1) -> None:
    cut = heard != text
    stream.publish(SpeechEnded(turn=turn, sentence=text, text=text, heard_s=1, cut=cut, heard=heard))


def test_a_line_that_was_heard_is_not_new(stream: EventStream, repetition: Repetition) -> None:
    begin(stream, LINE)
    end(stream, LINE, heard=LINE)

    assert repetition.judge(LINE, Strictness.COMMENT)
    assert not repetition.judge("Not a soul in the whole castle.", Strictness.COMMENT)


def test_a_line_on_its_way_is_not_new_either_and_counts_once_when_it_is_heard(
    stream: EventStream, repetition: Repetition
) -> None:
    repetition.remember(1, LINE)
    coming = repetition.lines
    begin(stream, LINE)

    assert (coming, repetition.lines) == ([LINE], [LINE])


@pytest.mark.parametrize(
    "end_of_turn", [TurnCut(turn=1, reason="hush"), SentenceBlocked(turn=1, reason="", kind="stale")]
)
def test_a_line_that_never_came_to_be_heard_is_new(
    stream: EventStream, repetition: Repetition, end_of_turn: TurnCut | SentenceBlocked
) -> None:
    repetition.remember(1, LINE)
    repetition.remember(2, "Another turn's own line.")

    stream.publish(end_of_turn)

    assert repetition.lines == ["Another turn's own line."]


def test_of_a_line_that_was_cut_what_was_heard_counts(stream: EventStream, repetition: Repetition) -> None:
    for text, heard in [(LINE, "A bat, a slime"), ("Never to be heard at all.", "")]:
        begin(stream, text)
        end(stream, text, heard)

    assert repetition.lines == ["A bat, a slime"]


def test_thirty_lines_are_remembered(stream: EventStream, repetition: Repetition) -> None:
    for number in range(40):
        begin(stream, f"line {number}")
    repetition.remember(2, "the next")

    assert repetition.lines == [*(f"line {number}" for number in range(11, 40)), "the next"]


@pytest.mark.anyio
async def test_a_line_like_one_that_is_unwanted_is_told_as_such_until_it_is_allowed(stream: EventStream) -> None:
    unwanted = UnwantedLines()
    repetition = Repetition(stream, unwanted)
    await unwanted.add({"text": LINE})

    found = repetition.judge("A bat, a slime, a really bad idea.", Strictness.COMMENT)
    begins_the_same = repetition.judge("A bat over the bridge!", Strictness.COMMENT)
    await unwanted.remove({"text": LINE})

    assert found is not None
    assert (found.said, found.is_unwanted) == (LINE, True)
    assert begins_the_same is None
    assert repetition.judge(LINE, Strictness.COMMENT) is None
