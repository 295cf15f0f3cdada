"""`performer bench show` and `bench lines` as a person asks for them."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from bench.commands import cli
from performer.cli.main import cli as performer
from performer.core.errors import ConfigError


def bench(*words: str) -> Result:
    return CliRunner().invoke(cli, words)


def test_the_group_tells_what_it_can_measure() -> None:
    done = bench("--help")

    assert done.exit_code == 0
    assert "show" in done.output


@pytest.mark.slow
def test_json_page_and_a_missed_goal_come_of_one_run(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    words = ("--minutes", "1", "--no-mic", "--talkativeness", "silent", "--goals")
    done = bench("show", *words, "--json", "--html", str(page))

    assert done.exit_code == 1
    values = json.loads(done.stdout)
    assert [profile["name"] for profile in values["profiles"]] == ["alone", "every 5 s", "every 15 s", "silent"]
    assert [still["name"] for still in values["stills"]] == ["black", "frozen", "menu"]
    assert values["profiles"][0]["triggers"]["lines"] == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_script_that_is_not_there_is_named() -> None:
    done = bench("show", "--model", "scripted:nowhere.json")

    assert "cannot read 'nowhere.json'" in told(done)


def test_a_page_that_cannot_be_written_is_told_before_the_work(tmp_path: Path) -> None:
    done = bench("show", "--html", str(tmp_path / "none" / "page.html"))

    assert "page.html cannot be written" in told(done)


def test_labelled_lines_are_judged_and_what_is_wrong_is_listed(tmp_path: Path) -> None:
    file = tmp_path / "lines.jsonl"
    file.write_text('{"text": "Pip: [oh] no!", "label": "good"}\n{"text": "{", "label": "tool"}\n', encoding="utf-8")

    done = bench("lines", str(file), "--misses", "--goals")

    assert done.exit_code == 1
    assert "good → role: Pip: [oh] no!" in done.stdout
    assert "missed" in done.stdout


def test_labelled_lines_as_json_hold_the_same_figures(tmp_path: Path) -> None:
    file = tmp_path / "lines.jsonl"
    file.write_text('{"text": "Oh no!", "label": "good"}\n{"text": "{", "label": "tool"}\n', encoding="utf-8")

    done = bench("lines", str(file), "--json", "--misses")

    values = json.loads(done.stdout)
    assert done.exit_code == 0
    assert (values["hard"]["n"], values["hard"]["not_spoken"], values["good_lost"]["not_spoken"]) == (1, 1, 0)
    assert (values["are_met"], values["misses"]) == (True, [])


def test_a_file_of_lines_that_is_not_there_is_named() -> None:
    assert "nowhere.jsonl cannot be read" in told(bench("lines", "nowhere.jsonl"))


def told(done: Result) -> str:
    """Take the sentence that the command line prints, and nothing but that."""
    assert isinstance(done.exception, ConfigError)
    return str(done.exception)


def test_a_file_that_is_no_cases_ends_the_score_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text("\n{}\n", encoding="utf-8")

    done = CliRunner().invoke(performer, ["guard", "score", str(file)])

    assert done.exit_code == 2
    assert "Line 2 of" in done.stderr


def test_a_score_without_a_file_says_so() -> None:
    done = CliRunner().invoke(performer, ["guard", "score"])

    assert done.exit_code == 2
    assert "Name a file" in done.stderr


@pytest.mark.slow
def test_a_score_prints_its_figures_and_what_was_missed(tmp_path: Path) -> None:
    file, words = tmp_path / "cases.jsonl", tmp_path / "words.txt"
    words.write_text("plonk\na\n", encoding="utf-8")
    rows = [
        {"text": "a pl0nk", "expect": "stop", "part": "disguise", "kind": "leet", "language": "en"},
        {"text": "a plonk", "expect": "pass", "part": "clean", "kind": "talk", "language": "en"},
    ]
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")

    done = CliRunner().invoke(
        performer, ["guard", "score", str(file), "--words", str(words), "--missed", "3", "--json"]
    )

    values = json.loads(done.stdout)
    assert done.exit_code == 0
    assert "line 2 of words.txt is left out" in done.stderr
    assert [each["share"] for each in values["parts"]] == [1.0, 1.0]
    assert [each["text"] for each in values["missed"]] == ["a ●●●"]


@pytest.mark.slow
def test_the_costliest_line_is_searched_for() -> None:
    done = CliRunner().invoke(performer, ["guard", "score", "--worst", "--seconds", "1", "--chars", "500"])

    assert done.exit_code == 0
    assert done.stdout.startswith("500 characters: ")


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_a_show_is_timed_beside_a_flood_of_the_costliest_lines() -> None:
    done = CliRunner().invoke(performer, ["guard", "score", "--flood", "--seconds", "2", "--json"])

    values = json.loads(done.stdout)
    assert done.exit_code == 0
    assert list(values["shows"]) == ["calm", "ordinary", "worst", "recorded"]
    assert values["shows"]["worst"]["lines"] > values["shows"]["calm"]["lines"] == 0
    assert all(each["n"] > 0 for each in values["shows"].values())
