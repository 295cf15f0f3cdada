"""What the doctor itself says is told as it is; only the words of models and servers are masked in it."""

import pytest

from performer.core.own_text import own
from performer.doctor.report import CheckNotes, CheckResult
from performer.doctor.run import _mask_words
from performer.guard.guard import Guard
from tests.own_lines import list_own_lines


@pytest.fixture(scope="module")
def guard() -> Guard:
    return Guard(words=["plonk", "loaded"])


def test_the_doctors_own_findings_come_out_unchanged() -> None:
    notes = CheckNotes("model")
    for line in list_own_lines()[:1000]:
        notes.ok("answers", line)
        notes.warn("answers", own("it is slow"), line)

    told = [_mask_words(each, Guard()) for each in notes.findings]

    assert told == notes.findings


def test_a_models_words_are_masked_and_the_finding_stays(guard: Guard) -> None:
    notes = CheckNotes("model")
    notes.fail(
        "sees", own("{model} was loaded and read '{said}'", model="plonk", said="a \x1b plonk"), own("Take plonk.")
    )

    (told,) = (_mask_words(each, guard) for each in notes.findings)

    assert told == CheckResult(
        part="model", name="sees", state="failed", found="●●● was loaded and read 'a   ●●●'", remedy="Take plonk."
    )


def test_a_finding_of_unknown_origin_is_masked_from_end_to_end(guard: Guard) -> None:
    notes = CheckNotes("model")
    notes.ok("answers", "plonk was loaded.")

    (told,) = notes.findings

    assert _mask_words(told, guard).found == "●●● was ●●●"
