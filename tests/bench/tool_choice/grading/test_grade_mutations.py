"""Mutations: each mistake in a right trial has its label, on every case that ships and on some made for it."""

import pytest

from bench.tool_choice.cases.case_check import check_case
from bench.tool_choice.cases.case_file import read_shipped_cases
from bench.tool_choice.trial import LABELS
from tests.bench.tool_choice.mutation_cases import CASES
from tests.bench.tool_choice.mutations import MUTATIONS, Mutation, find_failures

SHIPPED = read_shipped_cases()


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda each: each.__name__)
def test_a_mistake_has_its_label_on_every_case(mutation: Mutation) -> None:
    count, failures = find_failures(mutation, MUTATIONS[mutation], (*SHIPPED, *CASES))

    assert count
    assert failures == []


def test_every_label_has_its_mistake() -> None:
    assert {*MUTATIONS.values()} == {*LABELS}


def test_the_cases_made_for_mistakes_contradict_nothing() -> None:
    for case in CASES:
        check_case(case, "here")
