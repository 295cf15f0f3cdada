"""The answers of real models are graded as when somebody last looked: a change shows its gain and its loss."""

import json
from pathlib import Path

import pytest

from tests.bench.tool_choice.recorded import PAGE, VERDICTS, grade_recording, list_recordings, list_verdicts, write_page

pytestmark = pytest.mark.anyio

_REMEDY = "Look at these cases, and run `python -m tests.bench.tool_choice.recorded`."


@pytest.mark.parametrize("file", list_recordings(), ids=lambda file: file.stem)
async def test_a_change_of_reader_prompt_or_rule_shows_its_gain_and_its_loss(file: Path) -> None:
    before = json.loads(VERDICTS.read_text(encoding="utf-8"))[file.stem]

    answers, graded = await grade_recording(file)

    after = list_verdicts(graded)
    changed = [
        f"{mode} {case}: {label}, now {after[mode].get(case)}"
        for mode, cases in before.items()
        for case, label in cases.items()
        if after[mode].get(case) != label
    ]
    assert not changed, f"{_REMEDY}\n" + "\n".join(changed)
    assert not answers.counts["missing"]


async def test_the_page_is_made_of_the_kept_answers() -> None:
    recordings = {file.stem: await grade_recording(file) for file in list_recordings()}

    assert PAGE.read_text(encoding="utf-8") == write_page(recordings), _REMEDY
