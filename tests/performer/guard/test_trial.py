"""A line that is only tried."""

import pytest

from performer.guard.guard import Guard
from performer.guard.settings import GuardSettings
from performer.guard.trial import try_line
from performer.guard.verdict import Dropped, Level


@pytest.mark.parametrize(("level", "action"), [("family", "drop"), ("standard", "mask"), ("loose", "pass")])
def test_a_line_is_tried_at_a_level_that_is_not_the_present_one(level: Level, action: str) -> None:
    assert try_line(Guard(), "What the fuck.", level).action == action


def test_what_would_be_said_has_its_masks_and_the_reason_names_what_was_found() -> None:
    tried = try_line(Guard(), "My number is 0151 555 01001.", "standard")

    assert (tried.action, tried.category, tried.label, tried.rule) == (
        "mask",
        "private",
        "private data",
        "phone number",
    )
    assert tried.said == "My number is ●●●."


def test_a_dry_run_does_not_let_a_tried_line_pass() -> None:
    tried = try_line(Guard(GuardSettings(dry_run=True), ["plonk"]), "What a plonk.", "loose")

    assert (tried.action, tried.said) == ("drop", "")


def test_a_tried_line_leaves_no_trace_in_the_guard() -> None:
    guard = Guard(GuardSettings(own_names=("Ada Quill",)), ["plonk"])
    before = guard.verdict_basis, guard.log.changes

    try_line(guard, "What a plonk, says Ada Quill.", "family")

    assert (guard.verdict_basis, guard.log.changes) == before
    assert guard.settings.level == "standard"
    assert isinstance(guard.sentence("What a plonk."), Dropped)
    assert guard.sentence("So says Ada Quill.").text == "So says ●●●."  # type: ignore[union-attr]  # it is masked
