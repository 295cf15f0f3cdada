"""The rate by the number of tools on offer, and the tools called against the tools expected."""

from dataclasses import replace

from bench.tool_choice.cases.case import Case
from bench.tool_choice.figures.breakdown import (
    BESIDE,
    CURVE,
    NO_TOOL,
    count_confusion,
    count_offered,
    trace_decoy_curve,
)
from bench.tool_choice.trial import GradedTrial
from tests.bench.tool_choice.verdicts import allowing, expecting, played


def count(*graded: GradedTrial) -> dict[tuple[str, str], int]:
    return {(each.expected, each.called): each.trials for each in count_confusion(graded)}


def test_fillers_are_on_offer_too() -> None:
    case = replace(expecting("wave"), offers=("wave", "bow", "fillers:30"))

    assert count_offered(case) == 32


def among(count: int, *tools: str, id_: str = "") -> Case:
    case = expecting(*tools, id_=id_ or f"{CURVE}{count}")
    return replace(case, offers=("wave", f"fillers:{count - 1}"))


def test_the_curve_goes_from_few_tools_to_many_and_leaves_errors_out() -> None:
    few, many = among(3, "wave"), among(120, "wave")

    found = trace_decoy_curve([played(many, "wrong tool"), played(many, "error"), played(few), played(many)])

    assert [(point.offered, point.right.value) for point in found] == [(3, 1.0), (120, 0.5)]


def test_the_curve_is_of_its_own_cases_that_expect_a_call() -> None:
    tricky, idle = among(3, "wave", id_="decoys-hyphen"), among(30, id_=f"{CURVE}30-nothing")

    found = trace_decoy_curve([played(tricky, "wrong tool"), played(idle), played(among(8, "wave"))])

    assert [(point.offered, point.right.value) for point in found] == [(8, 1.0)]


def test_a_right_trial_is_its_own_tool_in_its_place() -> None:
    found = count(played(expecting("wave")), played(expecting("wave")), played(expecting()))

    assert found == {("wave", "wave"): 2, (NO_TOOL, NO_TOOL): 1}


def test_a_call_that_was_left_out_as_it_may_be_is_none_that_was_expected() -> None:
    maybe = allowing("wave")

    assert count(played(maybe, calls=()), played(maybe)) == {(NO_TOOL, NO_TOOL): 1, ("wave", "wave"): 1}


def test_what_the_verdict_names_is_counted() -> None:
    found = count(
        played(expecting("wave"), "wrong tool", expected="wave", called="wave_old"),
        played(expecting(), "false call", called="wave"),
    )

    assert found == {("wave", "wave_old"): 1, (NO_TOOL, "wave"): 1}


def test_a_call_beside_the_right_ones_is_not_one_where_none_was_right() -> None:
    found = count(
        played(expecting("wave"), "extra call", calls=("wave", "bow"), called="bow"),
        played(expecting("wave"), "extra call", calls=("wave", "wave"), called="wave"),
        played(expecting(), "false call", called="bow"),
    )

    assert found == {(BESIDE, "bow"): 1, (BESIDE, "wave"): 1, (NO_TOOL, "bow"): 1}


def test_without_a_name_in_the_verdict_the_calls_tell() -> None:
    pair = expecting("look", "wave")
    found = count(
        played(expecting("wave"), "wrong argument", calls=("look", "wave")),
        played(expecting("wave"), "spiral", calls=("bow",)),
        played(expecting(), "false call", calls=("bow",)),
        played(expecting("wave"), "not readable", calls=()),
        played(pair, "missing call", expected="wave", calls=("look",)),
        played(pair, "error"),
    )

    assert found == {("wave", NO_TOOL): 2, ("wave", "wave"): 1, ("wave", "bow"): 1, (NO_TOOL, "bow"): 1}


def test_the_most_frequent_confusion_comes_first() -> None:
    found = count(*[played(expecting("bow"))] * 2, *[played(expecting("wave"))] * 3)

    assert [*found] == [("wave", "wave"), ("bow", "bow")]
