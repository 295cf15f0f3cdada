from datetime import UTC, datetime

import pytest

from performer.agent.listening.own_lines import OwnLines
from performer.agent.listening.talk import UnsaidRest
from performer.core.events.speech import SentenceReady, SpeechEnded
from performer.core.events.stream import Event, PublishedEvent
from performer.core.events.turns import CueTaken, TurnCut


def take(lines: OwnLines, *events: Event) -> UnsaidRest | None:
    rest = None
    for event in events:
        rest = lines.take(PublishedEvent(event=event, t=5.0, at=datetime(2026, 1, 1, tzinfo=UTC)))
    return rest


def ready(*texts: str) -> list[Event]:
    return [SentenceReady(turn=1, text=text) for text in texts]


def ended(text: str, heard: str) -> SpeechEnded:
    return SpeechEnded(turn=1, sentence=text, text=text, heard_s=1.0, heard=heard, cut=heard != text)


CUT = TurnCut(turn=1, reason="the streamer speaks")


def test_the_rest_of_an_answer_is_what_was_not_heard() -> None:
    rest = take(OwnLines(), CueTaken(turn=1, kind="chat"), *ready("One two.", "Three."), ended("One two.", "One"), CUT)

    assert rest == UnsaidRest(said="One", unsaid="two. Three.", at_s=5.0)


def test_what_waits_alone_is_the_rest_too() -> None:
    rest = take(OwnLines(), CueTaken(turn=1, kind="answer"), *ready("One.", "Two."), ended("One.", "One."), CUT)

    assert rest == UnsaidRest(said="One.", unsaid="Two.", at_s=5.0)


@pytest.mark.parametrize(
    "events",
    [
        [CueTaken(turn=1, kind="scene"), *ready("One.", "Two."), ended("One.", "One."), CUT],
        [CueTaken(turn=1, kind="chat", is_direct=False), *ready("One.", "Two."), ended("One.", "One."), CUT],
        [CueTaken(turn=1, kind="chat"), *ready("One.", "Two."), CUT],
        [CueTaken(turn=1, kind="chat"), *ready("One."), ended("One.", "One."), CUT],
        [
            CueTaken(turn=1, kind="chat"),
            *ready("One.", "Two."),
            ended("One.", "One."),
            TurnCut(turn=1, reason="hush"),
        ],
    ],
    ids=["comment", "to nobody", "not begun", "all heard", "hush"],
)
def test_nothing_else_has_a_rest(events: list[Event]) -> None:
    assert take(OwnLines(), *events) is None


def test_the_last_line_is_what_was_heard_of_the_last_turn() -> None:
    lines = OwnLines()
    take(lines, CueTaken(turn=1, kind="chat"), *ready("One.", "Two."), ended("One.", "One."), ended("Two.", "Two."))
    take(lines, CueTaken(turn=2, kind="scene"), SentenceReady(turn=2, text="Unheard."))

    assert lines.last == "One. Two."
