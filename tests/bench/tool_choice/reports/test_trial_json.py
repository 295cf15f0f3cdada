"""Trials as JSON: nothing is lost, and what is no trial is named by its key."""

import json
import math
from dataclasses import replace

import pytest

from bench.tool_choice.reports.trial_json import dump_trial, parse_trial
from bench.tool_choice.trial import AskedStep, RawAnswer, Trial
from tests.bench.tool_choice.trials import trial


def through_json(played: Trial) -> Trial:
    return parse_trial(json.loads(json.dumps(dump_trial(played), allow_nan=False)))


def test_a_trial_comes_back_as_it_was() -> None:
    assert through_json(trial()) == trial()


def test_a_raw_answer_comes_back_letter_by_letter() -> None:
    text = 'Ünïcode 語 </script>\u2028 \x00\r\n half a pair: \ud83d and "quotes" \\'
    played = trial(text=text)

    assert through_json(played).steps[0].answer == played.steps[0].answer


def test_a_trial_that_failed_comes_back_with_its_error() -> None:
    failed = Trial(case="a", mode="native", error="gone", is_late=True, is_spiral=True, ended="failed")

    assert through_json(failed) == failed


def test_native_arguments_come_back_as_an_object_or_as_a_text() -> None:
    calls = (("a", {"b": [1, {"c": None}]}), ("d", '{"e": 1'))
    step = AskedStep(kind="calls", answer=RawAnswer(text="", calls=calls, is_cut=True))
    played = Trial(case="a", mode="native", steps=(step,))

    assert through_json(played) == played


def test_what_has_its_default_is_left_out() -> None:
    assert dump_trial(Trial(case="a", mode="soft")) == {"case": "a", "mode": "soft"}


def test_a_number_that_json_has_not_becomes_null() -> None:
    played = replace(trial(), steps=(AskedStep(kind="calls", body={"wait_s": math.inf}),))

    assert through_json(played).steps[0].body == {"wait_s": None}


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ({"mode": "soft"}, "key 'case': Field required"),
        ({"case": "a", "mode": "loud"}, "key 'mode': Input should be"),
        ({"case": "a", "mode": "soft", "steps": [{"kind": "calls", "answer": {"text": 5}}]}, "steps.0.answer.text"),
        (["a"], "dictionary"),
    ],
)
def test_what_is_no_trial_is_named_by_its_key(written: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        parse_trial(written)
