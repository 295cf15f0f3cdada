"""The comparison of two reports in words: what is compared, and where it differs beside the answers."""

from dataclasses import replace
from pathlib import Path

from bench.tool_choice.reports.comparison_report import compare_reports, describe_compared, format_comparisons
from bench.tool_choice.reports.report import Report
from tests.bench.tool_choice.trials import about, graded

BEFORE = Report(about=about(), graded=(graded("a"), graded("b"), graded("a", mode="native")))
FILES = Path("before/report.json"), Path("after/report.json")


def describe(second: Report = BEFORE, first: Report = BEFORE) -> list[str]:
    return [*describe_compared(first, second, FILES)]


def change(**fields: object) -> Report:
    return replace(BEFORE, about=about(**fields))


def test_both_sides_are_named_with_model_modes_cases_date_and_file() -> None:
    a, b = describe()

    assert a == (
        "A: ollama:qwen2.5-coder:0.5b in native and soft mode, 2 cases of tool-choice, 27 November 2026, 17:38 UTC,"
        f" {FILES[0]}"
    )
    assert b.startswith("B: ollama:qwen2.5-coder:0.5b")
    assert b.endswith(str(FILES[1]))


def test_two_models_are_said_to_be_two() -> None:
    assert describe(change(model="ollama:other"))[2:] == ["Two different models are compared."]


def test_a_model_that_has_changed_under_its_name_is_another_one() -> None:
    assert describe(change(digest="sha256:00"))[2:] == [
        "Two different models of the same name are compared: their digests differ."
    ]
    assert describe(change(digest=""))[2:] == []


def test_other_seeds_are_told() -> None:
    assert describe(change(seed=8))[2:] == ["Their seeds differ, 7 and 8: the tools were offered in another order."]


def test_other_sets_of_cases_are_told() -> None:
    assert describe(replace(BEFORE, graded=BEFORE.graded[:1]))[2:] == [
        "Their sets of cases differ: 1 of 2 is in both, and is compared alone."
    ]
    assert describe(replace(BEFORE, graded=(graded("c"),)))[2:] == [
        "Their sets of cases differ: 0 of 3 are in both, and are compared alone."
    ]


def test_a_player_has_no_mode() -> None:
    player = Report(about=about(model="player:oracle", modes=("",)), graded=(graded("a"),))

    assert describe(first=player)[0].startswith("A: player:oracle, 1 case of tool-choice, ")


def test_names_in_a_report_steer_no_terminal() -> None:
    evil = Report(about=about(model="evil\x1b[2J"), graded=(graded("a\x1b[2J", "missing call"),))
    right = replace(evil, graded=(graded("a\x1b[2J"),))

    assert "\x1b" not in "".join(describe(evil))
    assert "\x1b" not in format_comparisons(compare_reports(evil, right))


def test_runs_of_one_mode_each_are_compared_whatever_it_is() -> None:
    native = replace(BEFORE, graded=BEFORE.graded[2:])
    soft = replace(BEFORE, graded=BEFORE.graded[:2])

    assert [*compare_reports(native, soft)] == ["native and soft"]
    assert [*compare_reports(BEFORE, soft)] == ["native", "soft"]
