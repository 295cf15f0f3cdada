"""The report: tables, notes and JSON."""

import io
import json

from rich.console import Console

from bench.tool_choice.bfcl.files import BfclFolder, LeftOutCase
from bench.tool_choice.bfcl.report import format_json, list_notes, print_report, to_json
from bench.tool_choice.bfcl.scores import GradedCase, score_bfcl
from bench.tool_choice.trial import Label
from tests.bench.tool_choice.bfcl.test_scores import graded

FOLDER = BfclFolder(
    cases=(), left_out=(LeftOutCase(id="x", category="live_simple", why="odd"),), unread=("BFCL_v4_memory.json",)
)
GRADED = [*graded("multiple", "right", "wrong tool"), *graded("irrelevance", "false call")]


def printed(items: list[GradedCase]) -> list[list[str]]:
    into = io.StringIO()
    print_report(score_bfcl(items, FOLDER), FOLDER, Console(file=into, width=120))
    return [line.split() for line in into.getvalue().splitlines()]


def test_each_category_has_a_row_with_its_share_interval_and_verdicts() -> None:
    rows = printed(GRADED)

    assert "multiple 50.0 % [9.5–90.5] 2 1 – – – – – – – –".split() in rows
    assert "irrelevance 0.0 % [0.0–79.3] 1 – – – 1 – – – – –".split() in rows
    assert "live_simple – – – – – – – – – – 1".split() in rows


def test_the_table_shows_all_of_its_titles_and_of_the_longest_category() -> None:
    wrong: list[Label] = ["wrong argument"] * 1_200
    rows = printed(graded("multi_turn_long_context", *wrong))

    assert "multi_turn_long_context 0.0 % [0.0–0.3] 1,200 – 1,200 – – – – – – –".split() in rows
    assert not any("…" in word for row in rows for word in row)


def test_each_group_has_a_row_with_its_weight_and_what_it_lacks() -> None:
    rows = printed(GRADED)

    assert "irrelevance 0.0 % [0.0–79.3] 10 % mean of categories live_irrelevance".split() in rows
    assert any(row[:3] == ["agentic", "–", "40"] for row in rows)


def test_what_the_figures_do_not_say_is_said() -> None:
    notes = list_notes(score_bfcl(GRADED, FOLDER), FOLDER)

    assert "80 % are for what is not measured here (live, multi-turn, agentic)" in notes[0]
    assert any("not the published figure" in each for each in notes)
    assert any(each.startswith("Left out: 1 ") for each in notes)
    assert notes[-1] == "Not read: BFCL_v4_memory.json."
    assert not any("Multi-turn is stricter" in each for each in notes)


def test_the_stricter_rule_is_told_beside_figures_of_turns() -> None:
    notes = list_notes(score_bfcl(graded("multi_turn_base", "right"), FOLDER), FOLDER)

    assert any("Multi-turn is stricter than published" in each for each in notes)


def test_the_json_has_the_same_figures_and_is_json() -> None:
    values = json.loads(json.dumps(to_json(score_bfcl(GRADED, FOLDER), FOLDER)))

    assert values["categories"]["multiple"] == {
        "group": "non-live",
        "cases": 2,
        "right": 1.0,
        "rate": 0.5,
        "interval": [0.0945, 0.9055],
        "labels": {"right": 1, "wrong tool": 1},
        "left_out": 0,
    }
    assert values["groups"]["agentic"]["rate"] is None
    assert values["groups"]["live"]["by"] == "cases"
    assert values["left_out"] == [{"id": "x", "category": "live_simple", "why": "odd"}]
    assert values["unread"] == ["BFCL_v4_memory.json"]
    assert "overall" not in values


def test_all_modes_are_one_value_of_json() -> None:
    scores = score_bfcl(GRADED, FOLDER)

    values = json.loads(format_json({"soft": scores, "native": scores}, FOLDER, "It was stopped."))

    assert [*values["modes"]] == ["soft", "native"]
    assert values["modes"]["soft"] == to_json(scores, FOLDER)
    assert values["stopped"] == "It was stopped."
