"""Verdicts on the calls of a case."""

from collections.abc import Sequence

import pytest

from bench.tool_choice.bfcl.answers import RightCall
from bench.tool_choice.bfcl.cases import BfclMessage, BfclTurn, grade_bfcl
from bench.tool_choice.trial import MadeCall
from performer.models.model import AssistantMessage, SystemMessage, UserMessage
from tests.bench.tool_choice.bfcl.copies import bell, bfcl_case, call, lamp

HALL = call(room="hall")
BELL = call("bell")
TORN = call(is_misprint=True)

BROKEN = {
    "nothing is broken": ([lamp()], [HALL], "right"),
    "another tool": ([lamp()], [call("lamp_get", room="hall")], "wrong tool"),
    "another of the tools on offer": ([lamp()], [BELL], "wrong tool"),
    "another value": ([lamp()], [call(room="cellar")], "wrong argument"),
    "an argument less": ([lamp()], [call()], "wrong argument"),
    "an argument more": ([lamp()], [call(room="hall", times=2)], "wrong argument"),
    "no call": ([lamp()], [], "missing call"),
    "one of two calls": ([lamp(), bell()], [BELL], "missing call"),
    "one of two calls wrong": ([lamp(), bell()], [BELL, call(room="cellar")], "wrong argument"),
    "the same call twice": ([lamp()], [HALL, HALL], "extra call"),
    "a further call": ([lamp()], [HALL, BELL], "extra call"),
    "both in another order": ([lamp(), bell()], [BELL, HALL], "right"),
    "a call that cannot be read": ([lamp()], [TORN], "not readable"),
    "one of two calls that cannot be read": ([lamp(), bell()], [BELL, TORN], "not readable"),
    "a further call that cannot be read": ([lamp()], [HALL, TORN], "extra call"),
}


@pytest.mark.parametrize(("right", "made", "label"), BROKEN.values(), ids=BROKEN)
def test_the_label_of_a_case_with(right: Sequence[RightCall], made: Sequence[MadeCall], label: str) -> None:
    verdict = grade_bfcl(bfcl_case("parallel_multiple", right), [made])

    assert verdict.label == verdict.strict_label == label
    assert bool(verdict.why) is (label != "right")


@pytest.mark.parametrize("category", ["irrelevance", "live_irrelevance"])
def test_a_call_where_nothing_helps_is_false_whichever_it_is(category: str) -> None:
    case = bfcl_case(category)

    assert grade_bfcl(case, [[]]).label == "right"
    assert grade_bfcl(case, [[call("no_such_tool")]]).label == "false call"


def test_a_call_that_cannot_be_read_is_none_where_nothing_helps() -> None:
    verdict = grade_bfcl(bfcl_case("irrelevance"), [[TORN]])

    assert (verdict.label, verdict.is_readable) == ("right", False)


@pytest.mark.parametrize(("made", "label"), [([BELL], "right"), ([], "missing call"), ([TORN], "not readable")])
def test_some_call_is_right_where_something_helps(made: Sequence[MadeCall], label: str) -> None:
    assert grade_bfcl(bfcl_case("live_relevance"), [made]).label == label


def test_a_wrong_tool_is_named_with_the_right_one_for_the_confusion() -> None:
    verdict = grade_bfcl(bfcl_case("multiple", [lamp()]), [[BELL]])

    assert (verdict.called, verdict.expected) == ("bell", "lamp_set")


def test_a_wrong_argument_is_named() -> None:
    verdict = grade_bfcl(bfcl_case("multiple", [lamp()]), [[call(room="cellar")]])

    assert verdict.why == "lamp_set: room has another value: 'cellar'"


def test_whether_it_was_readable_is_known_only_of_a_call_that_was_meant() -> None:
    case = bfcl_case("multiple", [lamp()])

    assert [grade_bfcl(case, [made]).is_readable for made in ([], [HALL], [HALL, TORN])] == [None, True, False]


def test_the_first_turn_that_is_not_right_counts() -> None:
    case = bfcl_case("multi_turn_base", [lamp()], [bell()], [lamp()])

    verdict = grade_bfcl(case, [[HALL], [HALL], []])

    assert (verdict.label, verdict.why) == ("wrong tool", "turn 2: lamp_set was called in the place of bell")


def test_calls_of_another_turn_do_not_count() -> None:
    case = bfcl_case("multi_turn_base", [lamp()], [bell()])

    assert grade_bfcl(case, [[HALL, BELL], []]).label == "extra call"
    assert grade_bfcl(case, [[HALL], [BELL]]).label == "right"


def test_a_call_in_a_turn_that_expects_none_is_false() -> None:
    case = bfcl_case("multi_turn_miss_func", [], [lamp()])

    assert grade_bfcl(case, [[HALL], [HALL]]).label == "false call"


def test_a_turn_that_was_not_played_has_no_call() -> None:
    verdict = grade_bfcl(bfcl_case("multi_turn_base", [lamp()], [bell()]), [[HALL]])

    assert (verdict.label, verdict.why) == ("missing call", "turn 2: bell was not called")


def test_what_is_said_comes_to_the_model_as_it_is_written() -> None:
    said = (
        BfclMessage(role="system", text="Be brief."),
        BfclMessage(role="user", text="Hall!\nNow."),
        BfclMessage(role="assistant", text="Which?"),
    )
    turn = BfclTurn(said=said, specs=())

    kinds = [(type(each), each.text) for each in turn.messages]

    assert kinds == [(SystemMessage, "Be brief."), (UserMessage, "Hall!\nNow."), (AssistantMessage, "Which?")]
