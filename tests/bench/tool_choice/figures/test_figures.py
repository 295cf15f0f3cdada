"""The figures of a set of graded trials: rates over cases, labels, abstention and false calls."""

import pytest

from bench.tool_choice.figures.figures import build_figures, group_figures
from bench.tool_choice.figures.statistics import compute_detection, compute_wilson
from bench.tool_choice.trial import LABELS, Label
from tests.bench.tool_choice.verdicts import allowing, expecting, played, repeated


def test_a_case_weighs_as_much_as_another_however_often_it_was_played() -> None:
    found = build_figures([*repeated("a", "right", "right", "right", "wrong argument"), *repeated("b", "wrong tool")])

    assert (found.cases, found.trials) == (2, 5)
    assert found.right.value == pytest.approx((0.75 + 0) / 2)
    assert found.right.wilson == compute_wilson(0.75, 2)


def test_the_bootstrap_draws_cases_and_not_repeats() -> None:
    alike = [graded for number in range(20) for graded in repeated(f"c{number}", "right", "wrong tool")]

    found = build_figures(alike).right.bootstrap

    assert found is not None
    assert (found.low, found.high) == (0.5, 0.5)


def test_the_labels_add_up_to_the_trials_that_count() -> None:
    found = build_figures(repeated("a", *LABELS, "right"))

    assert found.labels["right"] == 2
    assert sum(found.labels.values()) == found.trials == len(LABELS)
    assert (found.errors, "error" in found.labels) == (1, False)


def test_an_error_is_counted_and_is_in_no_rate() -> None:
    sound = [*repeated("a", "right", "wrong tool"), played(expecting(id_="b"), "false call", calls=("wave",))]
    broken = [*repeated("a", "error"), *repeated("gone", "error")]

    with_errors, without = build_figures([*sound, *broken]), build_figures(sound)

    assert with_errors.errors == 2
    assert (with_errors.cases, with_errors.trials, with_errors.turns) == (without.cases, without.trials, without.turns)
    assert with_errors.right == without.right
    assert (with_errors.pass_k, with_errors.abstention) == (without.pass_k, without.abstention)


def test_pass_k_goes_as_far_as_there_are_repeats() -> None:
    found = build_figures(
        [*repeated("a", "right", "right", "right", "right"), *repeated("b", "right", "right", "right", "spiral")]
    )

    assert found.pass_k == {1: pytest.approx(7 / 8), 2: pytest.approx((1 + 3 / 6) / 2), 4: pytest.approx(0.5)}


def test_abstention_is_found_where_no_call_was_made() -> None:
    quiet, asked = expecting(id_="quiet"), expecting("wave", id_="asked")
    found = build_figures(
        [
            played(quiet),
            played(quiet, "false call", calls=("wave",)),
            played(asked, "missing call", calls=()),
            played(asked),
        ]
    )

    assert found.abstention == compute_detection(hits=1, misses=1, false_alarms=1)


@pytest.mark.parametrize(("label", "readable"), [("timeout", None), ("not readable", False)])
def test_a_late_answer_and_an_unreadable_call_are_no_abstention(label: Label, readable: bool | None) -> None:
    quiet, asked = expecting(id_="quiet"), expecting("wave", id_="asked")

    found = build_figures([played(of, label, calls=(), readable=readable) for of in (quiet, asked)])

    assert found.abstention == compute_detection(hits=0, misses=1, false_alarms=0)


def test_where_a_call_may_be_left_out_keeping_still_says_nothing_and_neither_does_the_tool() -> None:
    quiet, maybe = expecting(id_="quiet"), allowing("wave")

    found = build_figures([played(quiet), played(maybe, calls=()), played(maybe), played(maybe, "wrong argument")])

    assert found.abstention == compute_detection(hits=1, misses=0, false_alarms=0)
    assert (found.right_tool.cases, found.right_arguments.cases, found.cases) == (0, 0, 2)


def test_a_silent_player_is_right_in_exactly_the_share_that_expects_no_call() -> None:
    found = build_figures(
        [played(expecting(id_="a")), *(played(expecting("wave", id_=each), "missing call", calls=()) for each in "bcd")]
    )

    assert found.right.value == 0.25
    assert (found.abstention.precision, found.abstention.recall, found.abstention.f1) == (0.25, 1.0, 0.4)


def test_false_turns_are_a_share_of_the_turns_played_whatever_the_label() -> None:
    still, asked = expecting(id_="still", turns=8), expecting("wave", id_="asked")

    found = build_figures(
        [
            played(still, "spiral", calls=("wave",), false_turns=3),
            played(asked, "wrong argument"),
            played(asked, "timeout", false_turns=1),
        ]
    )

    assert (found.false_turns, found.turns, found.false_calls_per_turn) == (4, 10, 0.4)


def test_the_right_tool_is_asked_of_trials_that_expect_one() -> None:
    both = expecting("look", "wave", id_="both")
    found = build_figures(
        [
            played(both, "wrong argument", calls=("look", "wave", "wave")),
            played(both, "missing call", calls=("wave",)),
            played(both, "wrong tool", calls=("look", "wave", "wave_old")),
            played(expecting(id_="quiet"), "false call", calls=("wave",)),
        ]
    )

    assert found.right_tool.cases == 1
    assert found.right_tool.value == pytest.approx(1 / 3)


def test_a_tool_that_is_expected_twice_has_to_be_called_twice() -> None:
    found = build_figures([played(expecting("wave", "wave"), "missing call", calls=("wave",))])

    assert found.right_tool.value == 0


def test_the_arguments_are_asked_of_trials_with_the_right_tool() -> None:
    found = build_figures(
        [
            *repeated("a", "right", "extra call", "wrong order", "wrong argument"),
            *repeated("a", "spiral", "timeout", "not readable"),
            played(expecting("wave", id_="a"), "wrong argument", calls=("bow",)),
        ]
    )

    assert (found.right_arguments.cases, found.right_arguments.value) == (1, 0.75)


def test_only_trials_in_which_a_call_was_meant_are_readable_or_not() -> None:
    of = expecting("wave")
    found = build_figures([played(of, readable=readable) for readable in (True, True, True, False, None)])

    assert found.readable.value == 0.75


def test_the_strict_score_is_that_of_the_answers_without_repair() -> None:
    of = expecting("wave")
    found = build_figures([played(of), played(of, strict="not readable"), played(of, "wrong tool", strict="spiral")])

    assert found.right.value == pytest.approx(2 / 3)
    assert found.strict.value == pytest.approx(1 / 3)
    assert found.repaired.value == pytest.approx(1 / 3)


def test_what_a_strict_reader_would_have_right_and_the_performer_has_not_is_lost() -> None:
    quiet = expecting(id_="quiet")
    found = build_figures(
        [played(quiet, "false call", strict="right"), *repeated("a", "right", "wrong tool"), played(expecting(id_="b"))]
    )

    assert found.lost.value == pytest.approx(1 / 3)
    assert found.right.value == 0.5
    assert found.strict.value == pytest.approx(0.5 + 1 / 3)


def test_in_talk_mode_nothing_is_read_strictly_or_repaired_or_lost() -> None:
    found = build_figures([played(expecting("wave"), strict="missing call", mode="talk")])

    assert found.right.value == 1
    assert [(each.cases, each.value) for each in (found.strict, found.repaired, found.lost)] == [(0, None)] * 3


def test_of_nothing_nothing_is_known() -> None:
    found = build_figures(repeated("a", "error"))

    known = [found.right.value, found.right.wilson, found.right.bootstrap, found.false_calls_per_turn]
    assert known == [None] * 4
    assert (found.trials, found.labels, found.pass_k) == (0, {}, {})


def test_figures_are_grouped_by_mode_and_then_by_group() -> None:
    found = group_figures(
        [
            *repeated("a", "right", mode="soft", group="pictures"),
            *repeated("b", "wrong tool", mode="soft", group="decoys"),
            *repeated("a", "wrong tool", mode="native", group="pictures"),
        ]
    )

    assert [*found.modes] == ["native", "soft"]
    assert [*found.modes["soft"].groups] == ["decoys", "pictures"]
    assert (found.modes["soft"].total.right.value, found.modes["soft"].groups["pictures"].right.value) == (0.5, 1.0)
    assert found.modes["native"].total.right.value == 0.0
