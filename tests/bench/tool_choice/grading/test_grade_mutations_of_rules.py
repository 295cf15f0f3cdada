"""Mutations of the grader itself: a rule that is broken is noticed by the mistakes that it is for."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

import pytest

from bench.tool_choice.grading import equality
from bench.tool_choice.grading import grade as grading
from bench.tool_choice.grading.spelling import make_plain
from bench.tool_choice.trial import LABELS, MadeCall, Trial
from tests.bench.tool_choice import mutations
from tests.bench.tool_choice.mutation_cases import CASES
from tests.bench.tool_choice.mutations import MUTATIONS, Mutation, find_failures

Broken = tuple[str, Callable[..., Any], Mutation]
"""The function that a rule is, what stands in its place, and the mistakes by which it is noticed."""


def nothing(*_: object, **__: object) -> None:
    return None


def empty(*_: object, **__: object) -> str:
    return ""


def yes(*_: object, **__: object) -> bool:
    return True


def no(*_: object, **__: object) -> bool:
    return False


def listing_none(*_: object, **__: object) -> list[str]:
    return []


def keep(value: Any) -> Any:
    return value


judge_end, judge_abstention = grading._judge_end, grading._judge_abstention
judge_arguments, judge_tool = grading._judge_arguments, grading._judge_tool
judge_order, make_right = grading._judge_order, grading._make_right
find_list_difference = equality._find_list_difference


def forgive_misprints(trial: Trial) -> Any:
    return judge_abstention(replace(trial, calls=tuple(each for each in trial.calls if not each.is_misprint)))


def ran_if_returned(call: MadeCall, specs: Mapping[str, object]) -> bool:
    return call.tool in specs and call.came == "returned"


def compare_without_stops(one: Any, other: Any) -> bool:
    return str(one).strip(" \n.") == str(other).strip(" \n.")


def compare_sorted(one: Any, other: Any, place: Any) -> str:
    return find_list_difference(sorted(one), sorted(other), place)


def compare_first(one: Any, other: Any, place: Any) -> str:
    return find_list_difference(one[: len(other)], other[: len(one)], place)


def compare_expected_keys(one: Any, other: Any, _place: Any) -> str:
    return "" if all(str(other.get(key)) == str(value) for key, value in one.items()) else " is other"


def pair_greedily(fits: Any) -> dict[int, int]:
    pairs: dict[int, int] = {}
    for number, row in enumerate(fits):
        free = [call for call, is_fitting in enumerate(row) if is_fitting and call not in pairs.values()]
        pairs |= {number: free[0]} if free else {}
    return pairs


BROKEN: Final[Mapping[str, Broken]] = {
    "an error does not count": (
        "grade._judge_end",
        lambda trial: judge_end(replace(trial, error="")),
        mutations.break_down,
    ),
    "lateness does not count": (
        "grade._judge_end",
        lambda trial: judge_end(replace(trial, is_late=False)),
        mutations.be_late,
    ),
    "a spiral does not count": (
        "grade._judge_end",
        lambda trial: judge_end(replace(trial, is_spiral=False)),
        mutations.spiral,
    ),
    "a false call is right": ("grade._judge_abstention", nothing, mutations.call_where_none_is_right),
    "a false call may be printed wrong": (
        "grade._judge_abstention",
        forgive_misprints,
        mutations.call_where_none_is_right,
    ),
    "what is forbidden may be called": ("grade._judge_forbidden", nothing, mutations.call_a_forbidden_tool),
    "all others are not forbidden": (
        "grade._is_forbidden",
        lambda tool, case: tool in case.forbids,
        mutations.call_a_forbidden_tool,
    ),
    "order does not count": ("grade._judge_order", nothing, mutations.swap_where_it_counts),
    "order always counts": (
        "grade._judge_order",
        lambda case, pairing: judge_order(replace(case, order="exact"), pairing),
        mutations.swap_where_it_does_not,
    ),
    "further calls do not count": ("grade._judge_extra", nothing, mutations.call_again),
    "arguments are another tool": ("grade._judge_arguments", nothing, mutations.change_an_argument),
    "another tool is a missing call": ("grade._judge_tool", nothing, mutations.call_another_tool),
    "a misprint is a missing call": ("grade._judge_unread", nothing, mutations.misprint_all),
    "what does not fit was not read": (
        "grade._judge_arguments",
        lambda _came, pairing, specs: judge_arguments(pairing.others, pairing, specs),
        mutations.refuse_by_the_schema,
    ),
    "another tool that refused is a missing call": (
        "grade._judge_tool",
        lambda came, pairing, specs: judge_tool([each for each in came if not each.is_unfit], pairing, specs),
        mutations.try_another_tool_that_refuses,
    ),
    "a call in words is a missing call": (
        "grade.find_call_shapes",
        listing_none,
        mutations.print_a_call_that_nothing_reads,
    ),
    "a missing call is right": (
        "grade._make_missing",
        lambda _pairing, **_how: make_right(CASES[0]),
        mutations.leave_out_a_call,
    ),
    "a call that may be left out has to come": ("grade._is_missed", yes, mutations.leave_out_what_may_be_left_out),
    "what comes in the place of a call that may be left out is extra": (
        "grade._judge_missing",
        nothing,
        mutations.change_an_argument,
    ),
    "the length of an answer does not count": ("grade._judge_length", nothing, mutations.go_on_and_on),
    "lost words do not count": ("grade._judge_words", nothing, mutations.say_nothing),
    "a misprint ran": ("grade._ran", lambda call, specs: call.tool in specs, mutations.misprint_all),
    "what failed did not run": ("grade._ran", ran_if_returned, mutations.come_to_nothing),
    "no attempt is corrected": ("grade._is_corrected", no, mutations.try_before),
    "each attempt is corrected": ("grade._is_corrected", yes, mutations.try_behind),
    "order is not looked for": ("pairing._pair_in_order", nothing, mutations.call_again),
    "nothing is early": ("pairing._find_early", nothing, mutations.swap_where_it_counts),
    "a free call takes another's": ("pairing._pair_most", pair_greedily, mutations.swap_where_it_counts),
    "arguments do not count": ("pairing.find_difference", empty, mutations.change_an_argument),
    "rules do not count": ("equality._keeps_rule", yes, mutations.change_an_argument),
    "any number is between": ("equality._is_between", yes, mutations.change_an_argument),
    "what is to be left out may be there": ("equality._is_left_out", yes, mutations.change_an_argument),
    "unknown arguments do not count": ("equality._find_unknown", listing_none, mutations.add_an_argument),
    "an argument may be left out": ("equality._find_key_difference", empty, mutations.leave_out_an_argument),
    "case of texts does not count": (
        "equality._is_same_text",
        lambda one, other: make_plain(str(one)).casefold() == make_plain(str(other)).casefold(),
        mutations.miss_a_value,
    ),
    "texts are compared as they stand": (
        "equality._is_same_text",
        lambda one, other: one == other,
        mutations.spell_otherwise,
    ),
    "a full stop never counts": ("equality._is_same_text", compare_without_stops, mutations.add_a_full_stop),
    "a full stop always counts": ("equality._drop_full_stop", keep, mutations.spell_otherwise),
    "numbers are compared as they stand": (
        "equality._is_same_number",
        lambda one, other: one is other,
        mutations.spell_otherwise,
    ),
    "numbers that begin alike are the same": (
        "equality._is_same_number",
        lambda one, other: str(other).startswith(str(one)),
        mutations.miss_a_value,
    ),
    "truth is compared as it stands": ("equality.read_truth", keep, mutations.spell_otherwise),
    "members are compared as they stand": (
        "equality._is_same_member",
        lambda one, other, _members: one == other,
        mutations.spell_otherwise,
    ),
    "any member is the same": ("equality._is_same_member", yes, mutations.change_an_argument),
    "order of lists does not count": ("equality._find_list_difference", compare_sorted, mutations.miss_a_value),
    "length of lists does not count": ("equality._find_list_difference", compare_first, mutations.miss_a_value),
    "further keys do not count": ("equality._find_object_difference", compare_expected_keys, mutations.miss_a_value),
    "typography counts": ("equality.make_plain", str.strip, mutations.spell_otherwise),
    "blanks around numbers and members count": ("spelling.make_plain", keep, mutations.spell_otherwise),
}


@pytest.mark.parametrize(("rule", "stand_in", "mistakes"), BROKEN.values(), ids=BROKEN)
def test_a_broken_rule_is_noticed(
    monkeypatch: pytest.MonkeyPatch, rule: str, stand_in: Callable[..., Any], mistakes: Mutation
) -> None:
    monkeypatch.setattr(f"bench.tool_choice.grading.{rule}", stand_in)

    _, failures = find_failures(mistakes, MUTATIONS[mistakes], CASES)

    assert failures


def test_each_label_has_a_rule_that_was_broken() -> None:
    assert {MUTATIONS[mistakes] for _, _, mistakes in BROKEN.values()} == {*LABELS}
