"""Cases are judged as the sentences of one turn, and shown without the words that are in them."""

import pytest

from bench.guard_score.judge import CaseMask, draw_shape, judge_case, judge_cases
from performer.guard.guard import Guard
from tests.bench.guard_score.makers import case, judged


def make() -> Guard:
    return Guard(words=["plonk"], finders=())


@pytest.mark.parametrize(
    ("texts", "is_stopped"),
    [
        (("what a pl0nk",), True),
        (("what a  dragon",), False),
        (("what a plo", "nk it is"), True),
        (("so far so good", "a plonk", "and on"), True),
        (("so far", "so good"), False),
    ],
)
def test_a_case_is_stopped_when_one_of_its_texts_is(texts: tuple[str, ...], is_stopped: bool) -> None:
    found = judge_case(case(*texts), make())

    assert (found.is_stopped, found.is_right) == (is_stopped, is_stopped)
    assert found.reason == ("your list" if is_stopped else None)
    assert len(found.took) == len(texts)
    assert all(took.waited_us > 0 for took in found.took)


def test_no_case_of_a_file_is_the_one_before_it_in_a_row() -> None:
    found = judge_cases([case("what a plo"), case("nk it is"), case("plonk", stop=False)], make)

    assert [each.is_stopped for each in found] == [False, False, True]
    assert [each.is_right for each in found] == [False, False, False]


def test_what_is_dropped_though_nothing_was_found_is_told_apart() -> None:
    guard = make()

    assert [judge_case(case(text), guard).is_unread for text in ("x" * 30_000, "plonk", "oh no", "plonk")] == [
        *(True, False, False, False)
    ]


def test_a_long_text_is_judged_to_its_end() -> None:
    assert judge_case(case("the dragon is " * 100 + "a plonk"), make()).is_stopped


def test_what_was_found_is_masked_and_what_was_missed_is_only_a_shape() -> None:
    mask = CaseMask(["plonk"])

    assert mask.cover(judged(case("what a plonk", "oh no", stop=False), stopped=True)) == "what a ●●● / oh no"
    assert mask.cover(judged(case("what a Pl0nk", "oh no"), stopped=False)) == "aaaa a Aa0aa / aa aa"


def test_a_shape_has_no_letter_of_the_text() -> None:
    assert draw_shape("Pl0nk, дурак! ²中") == "Aa0aa, aaaaa! 0a"
