"""Which calls stand for themselves."""

import pytest

from performer.models.toolcalls.text.calls import PrintedCall
from performer.models.toolcalls.text.which_run import CallGroup, judge_calls

WAVE = PrintedCall(name="show_emote", arguments={"name": "wave"})
WOW = PrintedCall(name="show_emote", arguments={"name": "wow"})


def group(*calls: PrintedCall, before: str = "", after: str = "", bare: bool = True) -> CallGroup:
    return CallGroup(calls=calls, before=before, line=before.rpartition("\n")[2], after=after, bare=bare)


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
