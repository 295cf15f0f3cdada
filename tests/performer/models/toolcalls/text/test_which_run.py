"""What a name and arguments come to, and which calls stand for themselves."""

import pytest

from performer.models.toolcalls.text.calls import PrintedCall, PrintedMisprint, UnknownCall
from performer.models.toolcalls.text.schema.offered import OfferedTools
from performer.models.toolcalls.text.which_run import CallGroup, judge_calls, make_outcome, resolve_call
from tests.performer.models.toolcalls.text.tools import EMOTE, OVERLAY, STAGE

OFFERED = OfferedTools(STAGE)
WAVE = PrintedCall(name="show_emote", arguments={"name": "wave"})
WOW = PrintedCall(name="show_emote", arguments={"name": "wow"})


def group(*calls: PrintedCall, before: str = "", after: str = "", bare: bool = True) -> CallGroup:
    return CallGroup(calls=calls, before=before, line=before.rpartition("\n")[2], after=after, bare=bare)


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


@pytest.mark.parametrize("text", ["...", "<your text>", "{{text}}", "YOUR_TEXT", "TEXT_HERE", "string"])
def test_a_placeholder_is_no_argument(text: str) -> None:
    outcome = make_outcome(OVERLAY, {"text": text}, cut=False)

    assert isinstance(outcome, PrintedMisprint)
    assert "placeholder" in outcome.reason


@pytest.mark.parametrize("before", ["", "Here we go! ", "I wave:\n", "Here we go:\n1. "])
def test_a_call_that_stands_free_runs(before: str) -> None:
    assert judge_calls([group(WAVE, before=before)]).calls == (WAVE,)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("For example: ", ""),
        ("bob_42: ", ""),
        ("// ", ""),
        ("  /* ", ""),
        ("He said “", "” and left"),
        ("I won't ", ""),
        ("", " was just an example."),
        ("", " is what he typed"),
    ],
)
def test_a_call_that_is_shown_quoted_or_refused_does_not(before: str, after: str) -> None:
    assert judge_calls([group(WAVE, before=before, after=after)]).calls == ()


def test_of_calls_that_correct_each_other_the_last_runs() -> None:
    assert judge_calls([group(WAVE), group(WOW, before="Oops!\n")]).calls == (WOW,)


def test_what_is_said_of_one_call_holds_for_all_beside_it() -> None:
    assert judge_calls([group(WAVE, before="For example:\n"), group(WOW, before="\n- ")]).calls == ()
