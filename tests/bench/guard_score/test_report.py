"""The report of a score: tables, missed cases and JSON."""

import io
import json
from dataclasses import replace

import pytest
from rich.console import Console

from bench.guard_score.costs import sum_up_costs
from bench.guard_score.footprint import Footprint
from bench.guard_score.goals import set_goals
from bench.guard_score.judge import CaseMask
from bench.guard_score.report import format_json, format_worst_json, print_report, print_worst
from bench.guard_score.run import ScoreOutcome
from bench.guard_score.stopwatch import Duration
from bench.guard_score.tally import tally_parts
from bench.guard_score.worst_line import WorstLine
from performer.guard.guard import Guard
from tests.bench.guard_score.makers import case, judged


@pytest.fixture
def outcome() -> ScoreOutcome:
    rows = [
        judged(case("a plonk", kind="leet"), stopped=True),
        *(judged(case("a pl0nk", kind="leet", language="de", line=line), stopped=False) for line in (2, 3)),
        judged(case("such a plonk!", stop=False, part="clean", kind="talk", line=4), stopped=True),
    ]
    tallies, costs = tally_parts(rows), sum_up_costs(rows, lambda: Guard(finders=()))
    footprint = Footprint(start_ms=234.5, start_worked_ms=123.4, first_ms=0.5, grown_mb=12.3, lines=4, runs=5)
    return ScoreOutcome(goals=set_goals(tallies, costs, footprint), tallies=tallies, costs=costs, footprint=footprint)


def printed(outcome: ScoreOutcome, **how: object) -> str:
    console = Console(file=io.StringIO(), width=80)
    print_report(outcome, console, **how)  # type: ignore[arg-type]
    return console.file.getvalue()  # type: ignore[attr-defined,no-any-return]


def test_tables_have_kinds_in_rows_and_languages_in_columns(outcome: ScoreOutcome) -> None:
    lines = [" ".join(line.split()) for line in printed(outcome).splitlines()]

    assert "disguises caught n stopped share de en" in lines
    assert "leet 3 1 33.3% 0.0% 100.0%" in lines
    assert "clean lines touched n stopped share en" in lines
    assert "median 4 100 200" in lines
    assert "disguises caught 33.33% at least 97.00% not met" in lines
    assert "start, ms 123 at most 150 met" in lines
    assert any(line.startswith("Start: 123 ms of the processor until a guard is ready (waited 234)") for line in lines)
    assert not any("cases.jsonl:2" in line for line in lines)


def test_missed_cases_are_printed_without_their_words_unless_these_are_asked_for(outcome: ScoreOutcome) -> None:
    masked, plain = printed(outcome, missed=1, mask=CaseMask(["plonk"])), printed(outcome, missed=1)

    assert "cases.jsonl:2, leet, de: a aa0aa" in masked
    assert "cases.jsonl:4, talk, en: such a ●●●!  (your list)" in masked
    assert "nk" not in masked.replace("unknown", "")
    assert "cases.jsonl:3, leet" not in masked
    assert "cases.jsonl:2, leet, de: a pl0nk" in plain


def test_cases_that_the_guard_did_not_read_are_told(outcome: ScoreOutcome) -> None:
    assert "unread" not in printed(outcome)
    (first, *others) = outcome.tallies
    unread = replace(first, judged=tuple(replace(each, is_unread=True) for each in first.judged))

    told = printed(replace(outcome, tallies=(unread, *others)))

    assert "3 of the stopped ones were dropped unread" in told


def test_json_holds_the_same_figures(outcome: ScoreOutcome) -> None:
    values = json.loads(format_json(outcome, missed=1, mask=CaseMask(["plonk"])))

    disguises, clean = values["parts"]
    assert disguises["kinds"]["leet"] == {"n": 3, "stopped": 1, "share": 0.3333}
    assert (clean["expect"], clean["languages"]["en"]["stopped"]) == ("pass", 1)
    assert values["time"]["median"] == {"processor_us": 100, "waited_us": 200}
    assert values["time"]["median_50_to_70"] is None
    assert values["footprint"]["grown_mb"] == 12.3
    assert values["are_met"] is False
    assert [each["text"] for each in values["missed"]] == ["a aa0aa", "such a ●●●!"]
    assert "missed" not in json.loads(format_json(outcome))


def test_the_costliest_line_is_printed_by_its_shape() -> None:
    took = Duration(waited_us=7000, worked_us=6000)
    found = [WorstLine(text="pl0nk" * 100, cost=took, in_trail=took, tried=1234)]
    console = Console(file=io.StringIO(), width=80)

    print_worst(found, console, show=False)
    print_worst(found, console, show=True)

    told = console.file.getvalue()  # type: ignore[attr-defined]
    assert "500 characters: 6.00 ms (waited 7.00), at most 5 ms: not met; 6.00 ms behind another; 1,234 lines" in told
    assert "  aa0aaaa0aa" in told
    assert "  pl0nkpl0nk" in told
    assert json.loads(format_worst_json(found))[0]["chars"] == 500
