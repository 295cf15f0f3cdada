"""The answers of real models are graded as when somebody last looked: a change shows its gain and its loss."""

import json

import anyio
import pytest

from bench.tool_choice.playing.answers import Answers
from bench.tool_choice.trial import GradedTrial
from tests.bench.tool_choice.recorded import PAGE, VERDICTS, grade_all, list_recordings, list_verdicts, write_page

_REMEDY = "Look at these cases, and run `python -m tests.bench.tool_choice.recorded`."


@pytest.fixture(scope="module")
def recordings() -> dict[str, tuple[Answers, tuple[GradedTrial, ...]]]:
    return anyio.run(grade_all)


@pytest.mark.parametrize("name", [file.stem for file in list_recordings()])
def test_a_change_of_reader_prompt_or_rule_shows_its_gain_and_its_loss(
    recordings: dict[str, tuple[Answers, tuple[GradedTrial, ...]]], name: str
) -> None:
    before = json.loads(VERDICTS.read_text(encoding="utf-8"))[name]

    answers, graded = recordings[name]

    after = list_verdicts(graded)
    changed = [
        f"{mode} {case}: {label}, now {after[mode].get(case)}"
        for mode, cases in before.items()
        for case, label in cases.items()
        if after[mode].get(case) != label
    ]
    assert not changed, f"{_REMEDY}\n" + "\n".join(changed)
    assert not answers.counts["missing"]


def test_the_page_is_made_of_the_kept_answers(
    recordings: dict[str, tuple[Answers, tuple[GradedTrial, ...]]],
) -> None:
    assert PAGE.read_text(encoding="utf-8") == write_page(recordings), _REMEDY
