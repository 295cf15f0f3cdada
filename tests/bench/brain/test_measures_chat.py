"""Whether people who ask are answered."""

from dataclasses import replace

from bench.brain.measures import measure_chat_answers
from performer.core import events
from tests.bench.brain.takes import answered, brain_take, turn


def test_answers_count_from_the_question_and_not_from_when_it_was_taken() -> None:
    asked = (20.0, events.CueTaken(turn=1, kind="chat", waited_s=2.0))
    first = [asked, *turn(1, 20.0, "Hello.", kind="chat", ready_s=1.0)[1:]]
    found = measure_chat_answers(brain_take(first, turn(2, 40.0, kind="chat"), turn(3, 50.0, "A bat."), questions=4))

    assert (found.questions, found.answered, found.answer_p50_s) == (4, 0.25, 3.0)


def test_the_understudy_does_not_answer_for_the_model() -> None:
    stood_in = [*turn(1, 20.0, "Hm.", kind="chat"), *answered(1, 20.6, mode="")]
    found = measure_chat_answers(brain_take(stood_in, questions=1))

    assert (found.answered, found.answer_p50_s) == (0.0, None)


def test_a_show_in_which_nobody_asked_has_nothing_to_answer() -> None:
    found = measure_chat_answers(replace(brain_take(turn(1, 5.0, "A bat.")), questions=0))

    assert (found.questions, found.answered, found.answer_p50_s) == (0, None, None)
