from datetime import UTC, datetime

import pytest

from performer.core.events.speech import SpeechEnded, SpeechStarted
from performer.core.events.stream import Event, PublishedEvent
from performer.speech.understanding.own_words import OwnEcho

LINE = "That dragon looks hungry, and you look like lunch to it."


class Ours:
    """Our voice, which says one line from 0 to 3 s, and its echo."""

    def __init__(self, text: str = LINE, duration_s: float = 3.0) -> None:
        self.words = OwnEcho()
        self.note(SpeechStarted(sentence="s1", text=text, duration_s=duration_s, audible=True))

    def note(self, event: Event, at_s: float = 0.0) -> None:
        self.words.take(PublishedEvent(event=event, t=at_s, at=datetime(2026, 1, 1, tzinfo=UTC)))

    def hear(self, text: str, began_s: float = 0.5) -> str:
        return self.words.leave_out(text, began_s=began_s, ended_s=began_s + 2)


@pytest.mark.parametrize(
    "echo",
    [
        LINE,
        "that dragon looks hungry and you look like lunch",
        "you look like lunch to it",
        "Dragon looks angry and you look like launch.",
        "hungry",
        "to it",
    ],
)
def test_our_own_voice_says_nothing_to_us(echo: str) -> None:
    assert Ours().hear(echo) == ""


@pytest.mark.parametrize(
    "said",
    [
        "What do you think about the map?",
        "Owl, what do you mean by lunch?",
        "I think I should run away now.",
    ],
)
def test_what_somebody_else_says_stays(said: str) -> None:
    assert Ours().hear(said) == said


def test_who_speaks_on_after_our_words_is_understood() -> None:
    said = Ours().hear("and you look like lunch to it. Owl, be quiet please now, will you?")

    assert said == "Owl, be quiet please now, will you?"


def test_words_of_two_lines_that_are_long_over_make_no_echo() -> None:
    ours = Ours("Why didn't Pip give up?", duration_s=1.5)
    ours.note(SpeechStarted(sentence="s2", text="Sarah is in perfect condition.", duration_s=3.6, audible=True), 13.0)

    assert ours.hear("Pip, what is my name?", began_s=15.0) == "Pip, what is my name?"
    assert ours.hear("Pip, give Sarah perfect jam.", began_s=19.0) == "Pip, give Sarah perfect jam."
    assert ours.hear("Sarah is in perfect condition.", began_s=19.0) == ""


def test_an_utterance_that_hears_two_of_our_lines_is_ours() -> None:
    ours = Ours("Why didn't Pip give up?", duration_s=1.5)
    ours.note(SpeechStarted(sentence="s2", text="Sarah is in perfect condition.", duration_s=2.0, audible=True), 1.6)

    assert ours.hear("Pip give up. Sarah is in perfect", began_s=0.8) == ""


def test_a_word_that_anybody_may_say_is_an_echo_only_beside_our_voice() -> None:
    ours = Ours()

    assert ours.hear("hungry", began_s=2.0) == ""
    assert ours.hear("hungry", began_s=9.0) == "hungry"


def test_our_words_come_back_for_twenty_seconds() -> None:
    ours = Ours()

    assert ours.hear(LINE, began_s=22.0) == ""
    assert ours.hear(LINE, began_s=24.0) == LINE


def test_a_line_that_was_cut_ends_with_the_cut() -> None:
    ours = Ours("Yes indeed.", duration_s=30.0)
    ours.note(SpeechEnded(sentence="s1", text="Yes indeed.", heard_s=0.1, heard="Yes", cut=True), at_s=0.1)

    assert ours.hear("Yes", began_s=5.0) == "Yes"


def test_while_we_are_silent_everything_stays() -> None:
    assert OwnEcho().leave_out("Hello there", began_s=0, ended_s=1) == "Hello there"
