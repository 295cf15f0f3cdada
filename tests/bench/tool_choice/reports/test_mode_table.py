"""The modes side by side: only on the cases that all of them have played."""

from collections.abc import Sequence
from dataclasses import replace

from bench.tool_choice.reports.mode_table import ModeTable, build_mode_table
from bench.tool_choice.reports.report import Report
from bench.tool_choice.trial import AskedMode, GradedTrial
from tests.bench.tool_choice.trials import about, graded


def build(trials: Sequence[GradedTrial]) -> ModeTable:
    return build_mode_table(Report(about=about(), graded=tuple(trials)))


def cell(table: ModeTable, title: str, mode: AskedMode) -> str:
    return next(row.cells[mode].value for row in table.rows if row.title == title)


def test_modes_are_compared_on_the_cases_that_all_have_played() -> None:
    soft = [graded("a"), graded("b"), graded("c"), graded("d")]
    native = [graded("a", mode="native"), graded("b", "missing call", mode="native"), graded("e", mode="native")]
    table = build([*soft, *native])

    assert (table.cases, table.left_out, table.modes) == (2, 3, ("native", "soft"))
    assert (cell(table, "right", "native"), cell(table, "right", "soft")) == ("50 %", "100 %")


def test_a_case_that_a_dead_server_took_from_one_mode_is_left_out_of_all() -> None:
    table = build([graded("a"), graded("b"), graded("a", mode="native"), graded("b", "error", mode="native")])

    assert (table.cases, table.left_out) == (1, 1)


def test_pass_k_is_told_only_of_repeats() -> None:
    once = build([graded("a")])
    twice = build([graded("a"), graded("a", "missing call", repeat=1), graded("b"), graded("b", repeat=1)])

    assert not any(row.title.startswith("pass") for row in once.rows)
    assert cell(twice, "pass^2", "soft") == "50 %"


def test_false_calls_are_told_in_100_turns() -> None:
    table = build([graded("a"), graded("b", "false call", group="abstention", called="play_sfx")])

    assert cell(table, "false calls/100", "soft") == "50.0"


def test_what_was_lost_stands_beside_what_was_repaired() -> None:
    false = graded("a", "false call", group="abstention")
    lost = replace(false, verdict=replace(false.verdict, strict_label="right"))
    table = build([lost, graded("b")])

    titles = [row.title for row in table.rows]
    assert titles.index("lost") == titles.index("repaired") + 1
    assert (cell(table, "lost", "soft"), cell(table, "right, read strictly", "soft")) == ("50 %", "100 %")


def test_rates_have_intervals_and_times_their_bad_end() -> None:
    table = build([graded("a")])
    by_title = {row.title: row.cells["soft"] for row in table.rows}

    assert by_title["right"].interval == "[21–100]"
    assert by_title["first sign"].detail == "95 of 100 within 0.25 s"
    assert by_title["tokens asked"].detail == "95 of 100 within 320"


def test_a_run_of_no_trial_has_no_row() -> None:
    assert build([]) == ModeTable(cases=0, left_out=0, modes=(), rows=())
