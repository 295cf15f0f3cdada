"""What of a model's words is kept back because no performer would say it, and what that leaves room for."""

import pytest

from performer.agent.prompt.answer_length import AnswerLength
from performer.agent.repetition import Repetition, Strictness
from performer.agent.turn.spoken_output import SpeechLimits, TurnOutput
from performer.core.clock import VirtualClock
from performer.core.cues import OperatorCue, SayCue, SceneCue
from performer.core.events.stream import EventStream
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.guard.speakable.speakable import Speakable
from tests.performer.agent.turn.performing import says, spoken
from tests.performer.agent.turn.test_spoken_output import NEW, SAID, Turns, blocked, ended

pytestmark = pytest.mark.anyio


async def test_what_no_performer_would_say_is_dropped_and_asked_for_once_more(virtual_clock: VirtualClock) -> None:
    turns = Turns(virtual_clock, says("As an AI language model, I can't see that."), says(NEW))

    events = await turns.perform(SceneCue(change=9))

    assert (spoken(events), blocked(events), ended(events)) == ([NEW], ["unspeakable"], "final")
    assert len(turns.model.asked) == 2


async def test_the_streamers_own_words_are_said_whatever_they_are(virtual_clock: VirtualClock) -> None:
    line = "As an AI language model, I can't see that."

    assert spoken(await Turns(virtual_clock).perform(SayCue(text=line))) == [line]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('"Your name is Pip."', ["Your name is Pip."]),
        ('"Your name is Ann. Mine is shorter."', ["Your name is Ann.", "Mine is shorter."]),
        ('"You are Ann. Pip: hello there! Mine is shorter."', ["You are Ann.", "Mine is shorter."]),
        ('He called it "a shield".', ['He called it "a shield".']),
    ],
)
async def test_an_answer_is_said_without_the_quotes_round_the_whole_of_it(
    virtual_clock: VirtualClock, text: str, said: list[str]
) -> None:
    turns = Turns(virtual_clock, says(text))

    assert spoken(await turns.perform(OperatorCue(text="What is my name?"))) == said


async def test_a_comment_in_quotes_is_asked_for_once_more(virtual_clock: VirtualClock) -> None:
    turns = Turns(virtual_clock, says(f'"{SAID}"'), says(NEW))

    assert spoken(await turns.perform(SceneCue(change=9))) == [NEW]


def speech(clock: VirtualClock, *, most: int = 1, written: int = 0) -> TurnOutput:
    runtime = Runtime(clock, EventStream(clock), Guard(words=["plonk"]))
    return TurnOutput(
        runtime,
        Repetition(runtime.stream),
        SpeechLimits(turn=1, strictness=Strictness.COMMENT, length=AnswerLength(sentences=most, written=written)),
        runtime.guard.trail(),
        speakable=Speakable.for_product(),
    )


def test_it_is_full_with_its_last_sentence(virtual_clock: VirtualClock) -> None:
    full = speech(virtual_clock, most=2)

    told = []
    for piece in ("Owls blink. ", "Bats hum. ", "Snow ", "falls."):
        full.hear(piece)
        told.append(full.is_full())

    assert told == [False, False, True, True]
    full.end_step()
    assert full.sentences.passed == 2


@pytest.mark.parametrize(("written", "passed"), [(0, 1), (8, 0)], ids=["only spoken", "written too"])
def test_a_plain_first_sentence_does_not_wait_for_what_follows_its_stop_unless_people_read_it(
    virtual_clock: VirtualClock, written: int, passed: int
) -> None:
    output = speech(virtual_clock, most=3, written=written)
    output.hear(NEW.rstrip("."))
    output.hear(".")

    assert output.sentences.passed == passed


def test_it_is_full_once_it_repeats_itself(virtual_clock: VirtualClock) -> None:
    full = speech(virtual_clock, most=3)
    full.hear(f"{SAID} ")
    before = full.is_full()
    full.hear(f"{SAID} And")

    assert (before, full.is_full()) == (False, True)


def test_what_was_dropped_leaves_room_and_is_counted_with_the_last_reason(virtual_clock: VirtualClock) -> None:
    dropping = speech(virtual_clock)
    dropping.hear("What a plonk. ")
    dropping.hear("As an AI language model, I can't see that. So")

    assert (dropping.sentences.dropped, dropping.why_dropped, dropping.is_full()) == (
        2,
        "nothing that may be said",
        False,
    )

    dropping.hear(f" what. {NEW} More. ")

    assert (dropping.sentences.passed, dropping.step_text, dropping.is_full()) == (1, "So what.", True)


@pytest.mark.parametrize("size", [7, 10_000])
def test_behind_twelve_that_were_dropped_nothing_is_read_however_it_streams_in(
    virtual_clock: VirtualClock, size: int
) -> None:
    dropping = speech(virtual_clock)
    text = "".join(f"Owl {number} is a plonk. " for number in range(15)) + f"{NEW} "

    for start in range(0, len(text), size):
        dropping.hear(text[start : start + size])

    assert (dropping.sentences.dropped, dropping.sentences.passed, dropping.is_full()) == (12, 0, True)


def test_the_examples_are_not_recited(virtual_clock: VirtualClock) -> None:
    reciting = speech(virtual_clock)
    reciting.examples = ("Somebody tell that wolf what a gate is for.",)

    reciting.hear("Somebody tell that wolf what a gate is for. Ah.")

    assert (reciting.sentences.passed, reciting.sentences.dropped) == (0, 1)


async def test_when_a_line_could_have_been_heard_is_known(virtual_clock: VirtualClock) -> None:
    timely = speech(virtual_clock)
    await virtual_clock.advance(2)
    before = timely.first_s
    timely.hear(f"{NEW} And")
    await virtual_clock.advance(2)
    timely.end_step()

    assert (before, timely.first_s) == (None, 2.0)


async def test_one_that_came_too_late_is_timed_too(virtual_clock: VirtualClock) -> None:
    late = speech(virtual_clock)
    late.fresh_until_s = 1.0
    await virtual_clock.advance(2)

    late.hear(f"{NEW} And")

    assert (late.sentences.passed, late.first_s, late.is_full(), late.sentences.dropped) == (0, 2.0, True, 0)


@pytest.mark.parametrize(
    ("half", "said"),
    [
        ("You see a level of blue, with trees and grass as the", "You see a level of blue…"),
        ("That bat brought friends — and each of them has", "That bat brought friends…"),
        ("The bat, the knight and the two little", None),
        ("A whole lot of words without any pause in them at", None),
    ],
)
def test_of_half_a_sentence_the_first_clause_is_said_if_nothing_else_was(
    virtual_clock: VirtualClock, half: str, said: str | None
) -> None:
    halved = speech(virtual_clock)

    halved.hear(half)
    halved.end_step(cut=True)

    assert halved.step_text == (said or "")
    assert halved.sentences.dropped == (said is None)


def test_behind_a_whole_sentence_a_half_one_is_left_out(virtual_clock: VirtualClock) -> None:
    halved = speech(virtual_clock, most=2)

    halved.hear("Owls blink. You see a level of blue, with trees and")
    halved.end_step(cut=True)

    assert (halved.step_text, halved.sentences.dropped) == ("Owls blink.", 1)
