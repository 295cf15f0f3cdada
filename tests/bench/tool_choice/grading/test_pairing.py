"""Pairings: as many calls as can be fit an expected one each, in its order where they came in it."""

from bench.tool_choice.cases.case import ArgumentRule, ExpectedCall
from bench.tool_choice.cases.catalogue import load_catalogue
from bench.tool_choice.grading.pairing import Pairing, pair_calls
from bench.tool_choice.trial import MadeCall

SPECS = {name: each.spec for name, each in load_catalogue().items()}
ANY_TEXT = ExpectedCall(tool="overlay_text", rules={"text": ArgumentRule(is_free=True)})


def expect(text: str) -> ExpectedCall:
    return ExpectedCall(tool="overlay_text", arguments={"text": text})


def make(text: str) -> MadeCall:
    return MadeCall(tool="overlay_text", arguments={"text": text}, step=1, came="returned")


def pair(expects: list[ExpectedCall], *texts: str) -> Pairing:
    return pair_calls(expects, [make(text) for text in texts], SPECS)


def test_all_calls_in_order_leave_nothing() -> None:
    assert pair([expect("a"), expect("b")], "a", "b") == Pairing(missing=(), others=())


def test_another_call_among_those_in_order_is_left_over() -> None:
    assert pair([expect("a"), expect("b")], "b", "a", "b") == Pairing(missing=(), others=(make("b"),))


def test_a_call_before_its_time_is_told_with_the_one_that_was_due() -> None:
    found = pair([expect("a"), expect("b")], "b", "a")

    assert found == Pairing(missing=(), others=(), early=(make("b"), expect("a")))


def test_what_fits_nothing_is_left_over_and_what_nothing_fits_is_missing() -> None:
    assert pair([expect("a"), expect("b")], "c", "b") == Pairing(missing=(expect("a"),), others=(make("c"),))


def test_a_call_that_fits_two_is_paired_so_that_both_have_one() -> None:
    found = pair([ANY_TEXT, expect("a")], "a", "b")

    assert (found.missing, found.others) == ((), ())


def test_one_call_is_not_two() -> None:
    assert pair([expect("a"), expect("a")], "a").missing == (expect("a"),)


def test_the_same_arguments_of_another_tool_are_another_call() -> None:
    sfx = MadeCall(tool="play_sfx", arguments={"text": "a"}, step=1, came="returned")

    assert pair_calls([expect("a")], [sfx], SPECS) == Pairing(missing=(expect("a"),), others=(sfx,))
