"""What a name and arguments come to, and identical calls told apart."""

import pytest

from performer.models.toolcalls.text.calls import (
    PrintedCall,
    PrintedMisprint,
    UnknownCall,
    drop_repeats,
    make_outcome,
    resolve_call,
)
from performer.models.toolcalls.text.schema.offered import OfferedTools
from tests.performer.models.toolcalls.text.tools import EMOTE, OVERLAY, STAGE

OFFERED = OfferedTools(STAGE)
WAVE = PrintedCall(name="show_emote", arguments={"name": "wave"})


def test_a_name_and_arguments_are_a_call_or_unknown() -> None:
    assert resolve_call("functions.show_emote", {"name": "Wave"}, OFFERED, cut=False) == WAVE
    assert resolve_call(" dance ", "now", OFFERED, cut=False) == UnknownCall(call=PrintedCall(name="dance"))


@pytest.mark.parametrize(
    ("arguments", "cut", "why"),
    [({"name": "wave"}, True, "cut off"), ({"name": "dance"}, False, "'dance'"), ({}, False, "missing")],
)
def test_a_call_that_was_cut_off_or_does_not_fit_must_not_run(arguments: object, cut: bool, why: str) -> None:
    outcome = make_outcome(EMOTE, arguments, cut=cut)

    assert isinstance(outcome, PrintedMisprint)
    assert why in outcome.reason
    assert outcome.is_read is not cut


@pytest.mark.parametrize("text", ["...", "<your text>", "{{text}}", "YOUR_TEXT", "TEXT_HERE", "string"])
def test_a_placeholder_is_no_argument(text: str) -> None:
    outcome = make_outcome(OVERLAY, {"text": text}, cut=False)

    assert isinstance(outcome, PrintedMisprint)
    assert "placeholder" in outcome.reason
    assert outcome.is_read


def test_only_the_first_of_identical_calls_is_kept() -> None:
    wave, wow = (PrintedCall(name="show_emote", arguments={"name": name}) for name in ("wave", "wow"))
    again = PrintedCall(name="show_emote", arguments={"name": "wave"}, strays=("size",))

    assert drop_repeats([wave, wow, again]) == (wave, wow)
    assert drop_repeats([]) == ()
