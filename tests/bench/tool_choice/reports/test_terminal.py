"""The report in the terminal: a table for each mode, how trials ended, and the modes side by side."""

import io
from dataclasses import replace

import pytest
from rich.console import Console

from bench.tool_choice.reports.report import Report
from bench.tool_choice.reports.terminal import make_report_console, print_report
from bench.tool_choice.trial import AskedMode
from tests.bench.tool_choice.runs import make_run
from tests.bench.tool_choice.trials import about, graded


def printed(report: Report, width: int = 118) -> str:
    into = io.StringIO()
    print_report(report, Console(file=into, width=width))
    return into.getvalue()


def lines(report: Report) -> list[list[str]]:
    return [line.split() for line in printed(report).splitlines()]


def test_each_mode_has_a_row_for_each_group_and_one_for_all() -> None:
    trials = (graded("a"), graded("b", "missing call"), graded("c", group="order"), graded("a", mode="native"))
    rows = lines(Report(about=about(), graded=trials))
    firsts = [row[0] for row in rows if row]

    assert firsts.index("native") < firsts.index("soft")
    assert firsts.count("all") == 2
    assert ["decoys", "2", "50", "%", "[9–91]", "0.0"] in [row[:6] for row in rows]
    assert ["all", "3", "67", "%", "[21–94]", "0.0"] in [row[:6] for row in rows]


def test_trials_are_counted_by_how_they_ended() -> None:
    trials = (graded("a"), graded("b", "missing call"), graded("c", "error"))
    rows = lines(Report(about=about(), graded=trials))

    assert ["missing", "call", "1", "(50", "%)"] in rows
    assert ["error", "1"] in rows
    assert not [row for row in rows if row[:1] == ["spiral"]]


def test_a_dead_server_is_told_and_counts_in_no_rate() -> None:
    text = printed(Report(about=about(), graded=(graded("a"), graded("b", "error"))))

    assert "1 trial ended by an error of the server, and counts in no other figure." in text
    assert "100 % [21–100]" in text


def test_repeats_bring_a_column_of_pass_k() -> None:
    once = printed(make_run(cases=13, modes=("soft",)))
    twice = printed(make_run(cases=13, modes=("soft",), repeats=2))

    assert "pass^2" not in once
    assert twice.count("pass^2") == 3
    assert "pass^2: the chance to be right 2 times of 2." in twice


def test_what_the_columns_say_is_told() -> None:
    text = printed(Report(about=about(), graded=(graded("a"),)))

    assert "false/100: turns of 100 with a call that nobody wanted." in text


def test_cases_that_not_every_mode_has_played_are_told() -> None:
    text = printed(Report(about=about(), graded=(graded("a"), graded("b"), graded("a", mode="native"))))

    assert "the same 1 case" in text
    assert "1 case left out there, which not every mode has played to its end." in text


def test_cases_that_the_server_failed_in_the_only_mode_are_told_as_errors_alone() -> None:
    text = printed(Report(about=about(), graded=(graded("a"), graded("b", "error"))))

    assert "left out there" not in text
    assert "1 trial ended by an error of the server" in text


def test_tables_of_four_modes_with_repeats_cut_no_word() -> None:
    text = printed(make_run(cases=60, modes=("native", "soft", "constrained", "talk"), repeats=2))

    assert "…" not in text


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("modes", [("native", "soft", "constrained", "talk"), ("soft",)])
def test_no_line_is_longer_than_a_narrow_terminal(width: int, modes: tuple[AskedMode, ...]) -> None:
    run = make_run(cases=60, modes=modes, repeats=2)
    text = printed(replace(run, about=replace(run.about, probe="it only talks, for its calls fail")), width)

    assert max(map(len, text.splitlines())) <= width
    assert "…" not in text


def test_a_narrow_terminal_goes_without_the_less_important_columns_and_says_so() -> None:
    heads = [line.split() for line in printed(make_run(cases=13, modes=("soft",)), 80).splitlines()]

    assert ["soft", "cases", "right", "false/100", "readable", "to", "call"] in heads
    assert "Too narrow here for repaired, lost, steps/least and tokens" in printed(make_run(cases=13), 80)
    assert "Too narrow" not in printed(make_run(cases=13))


def test_a_narrow_terminal_has_a_line_for_each_term_that_is_shown() -> None:
    told = [line.strip() for line in printed(make_run(cases=13), 80).splitlines()]

    assert "false/100: turns of 100 with a call that nobody wanted." in told
    assert not [line for line in told if line.startswith("tokens:")]


def test_modes_that_do_not_fit_side_by_side_stand_in_several_tables() -> None:
    text = printed(make_run(cases=13, modes=("native", "soft", "constrained", "talk")), 80)

    assert text.count("the same ") == 2
    assert text.count("kept still, F1") == 2


def test_the_name_of_a_model_steers_no_terminal() -> None:
    report = Report(about=replace(about(), model="evil\x1b[2J[bold]"), graded=(graded(),))

    assert printed(report).startswith("evil [2J[bold]\n")


def test_a_pipe_has_room_for_all_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", io.StringIO())

    assert make_report_console().width >= 118


def test_a_run_of_no_trial_is_told_too() -> None:
    assert "0 cases of tool-choice" in printed(Report(about=about(), graded=()))
