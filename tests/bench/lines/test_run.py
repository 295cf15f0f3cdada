"""What became of labelled lines is counted."""

from pathlib import Path

import pytest

from bench.lines.labelled_lines import LabelledLine, read_lines
from bench.lines.run import run
from performer.guard.speakable.speakable import Speakable

SEEN = Path(__file__).parents[4] / "shared" / "corpus" / "speakable" / "seen.jsonl"
LINES = [
    LabelledLine(text="Two hearts left, and the bat knows it.", label="good", model="a", form="seen3"),
    LabelledLine(text="Pip: oh no!", label="good", model="b"),
    LabelledLine(text="How can I help you today?", label="meta", model="a"),
    LabelledLine(text="He is on the bridge again.", label="meta", model="b"),
    LabelledLine(text="You need to jump.", label="advice", model="a"),
]


def test_each_label_both_totals_and_each_model_are_counted() -> None:
    outcome = run(LINES, Speakable())

    assert {count.name: (count.n, count.caught) for count in outcome.labels} == {
        "meta": (2, 1),
        "advice": (1, 0),
        "good": (2, 1),
    }
    assert (outcome.hard.share, outcome.good.share) == (0.5, 0.5)
    assert [(group.name, group.hard.caught, group.good.caught) for group in outcome.models] == [
        ("a", 1, 0),
        ("b", 0, 1),
    ]
    assert [group.name for group in outcome.forms] == ["seen3"]
    assert not outcome.has_met_goals


def test_a_miss_is_a_good_line_lost_or_one_that_would_be_heard() -> None:
    outcome = run(LINES, Speakable())

    wrong = [each.line.text for each in outcome.judged if each.is_wrong]
    assert wrong == ["Pip: oh no!", "He is on the bridge again."]


def test_a_form_brings_its_examples_and_an_excerpt_its_words() -> None:
    recited = LabelledLine(text="Well, at least the knight is warm now.", label="prompt", form="seen3")
    told = LabelledLine(text="Act like a baker in the rain.", label="prompt", excerpt=("Act like a baker in the rain",))
    unknown = LabelledLine(text="Well, at least the knight is warm now.", label="prompt", form="other")

    outcome = run([recited, told, unknown], Speakable())

    assert [each.objection is not None for each in outcome.judged] == [True, True, False]


def test_an_answer_may_talk_of_what_was_asked() -> None:
    asked = LabelledLine(text="Every message has an explanation.", label="good", form="product_chat")
    unasked = LabelledLine(text="Every message has an explanation.", label="meta", form="product")

    outcome = run([asked, unasked], Speakable())

    assert [each.objection is not None for each in outcome.judged] == [False, True]


@pytest.mark.skipif(not SEEN.exists(), reason="the corpus is not on this machine")
def test_both_goals_are_reached_on_what_two_small_models_wrote() -> None:
    outcome = run(read_lines(SEEN), Speakable.for_product())

    assert outcome.has_met_goals, [each.line.text for each in outcome.judged if each.is_wrong]
