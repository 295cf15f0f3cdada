"""The report of a run: it is read back as it was written, stays small, and what is none is refused by its file."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # it ships no types

from bench.tool_choice.reports.report import About, Report, format_report, read_report, write_report
from bench.tool_choice.reports.report_schema import build_schema
from bench.tool_choice.trial import LABELS, AskedMode
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError
from tests.bench.tool_choice.trials import SYSTEM, about, graded


def report(**changes: Any) -> Report:
    trials = [graded(f"case-{number}", label) for number, label in enumerate(LABELS)]
    again = [graded(f"case-{number}", label, mode="native", repeat=1) for number, label in enumerate(LABELS)]
    return Report(about=about(**changes), graded=(*trials, *again))


def written(folder: Path, **changes: Any) -> Path:
    """Return a report's file with some of its parts changed."""
    file = folder / "report.json"
    write_report(file, report())
    file.write_text(json.dumps({**json.loads(file.read_text(encoding="utf-8")), **changes}), encoding="utf-8")
    return file


def test_a_report_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    write_report(tmp_path / "report.json", report())

    assert read_report(tmp_path / "report.json") == report()


def test_a_report_with_all_that_is_known_of_a_run_is_read_back(tmp_path: Path) -> None:
    changes = {"groups": ("decoys",), "limit": 60, "planned": 90, "is_replayed": True, "modes": ("auto", "")}
    write_report(tmp_path / "report.json", report(**changes))

    assert read_report(tmp_path / "report.json").about == about(**changes)


def test_a_run_of_no_trial_has_a_report_too(tmp_path: Path) -> None:
    empty = Report(about=about(), graded=())
    write_report(tmp_path / "report.json", empty)

    assert read_report(tmp_path / "report.json") == empty


def test_hostile_words_come_back_letter_by_letter(tmp_path: Path) -> None:
    text = "</script> \u2028 \x00 half a pair: \ud83d"
    hostile = Report(about=about(), graded=(graded(text=text),))
    write_report(tmp_path / "report.json", hostile)

    assert read_report(tmp_path / "report.json") == hostile


def test_the_figures_stand_in_it_for_other_programs() -> None:
    figures = json.loads(format_report(report()))["figures"]["modes"]

    assert [*figures] == ["native", "soft"]
    assert figures["soft"]["total"]["labels"]["right"] == 1
    assert figures["soft"]["groups"]["decoys"]["right"]["value"] == 0.1
    assert figures["soft"]["total"]["errors"] == 1


def test_a_prompt_stands_once_in_a_report_of_1200_trials() -> None:
    modes: tuple[AskedMode, ...] = ("native", "soft", "constrained", "talk")
    many = [graded(f"case-{number}", mode=mode) for number in range(300) for mode in modes]
    text = format_report(Report(about=about(), graded=tuple(many)))

    assert text.count(json.dumps(SYSTEM)) == 1
    assert len(text) < 1_000_000


def test_a_report_of_before_what_was_lost_was_counted_fits_and_has_it_counted(tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    write_report(file, report())
    tree = json.loads(file.read_text(encoding="utf-8"))
    for figures in tree["figures"]["modes"].values():
        figures["total"].pop("lost")
        for each in figures["groups"].values():
            each.pop("lost")
    file.write_text(json.dumps(tree), encoding="utf-8")

    assert list(Draft202012Validator(build_schema()).iter_errors(tree)) == []
    assert read_report(file).figures.modes["soft"].total.lost.value == 0


def test_a_report_fits_its_schema() -> None:
    tree = json.loads(format_report(report(groups=("decoys",), limit=3)))

    assert list(Draft202012Validator(build_schema()).iter_errors(tree)) == []


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ('{"schema": "stream-performer/tool-ch', "it is no JSON, or only a part of it"),
        ("[" * 100_000, "it is no JSON, or only a part of it"),
        ('{"schema": "other"}', f"it is no report of `{COMMAND} bench tools`"),
        ("[1, 2]", f"it is no report of `{COMMAND} bench tools`"),
        ('{"schema": "stream-performer/tool-choice"}', "its version is None"),
        ('{"schema": "stream-performer/tool-choice", "version": 1}', "is damaged: 'about'"),
    ],
)
def test_what_is_no_report_is_refused_by_its_file(tmp_path: Path, content: str, words: str) -> None:
    (tmp_path / "odd.json").write_text(content, encoding="utf-8")

    with pytest.raises(ConfigError, match=r"odd\.json .*" + words):
        read_report(tmp_path / "odd.json")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"version": 2}, "made by a newer Stream Performer. Update"),
        ({"version": 0}, "of version 0, which kept no answers.* Measure again with"),
        ({"version": "1"}, "its version is '1'"),
        ({"pool": []}, "is damaged: there is no place"),
        ({"cases": []}, "the case 'case-0', which is not in it"),
        ({"trials": [{"trial": {"case": "case-0", "mode": "loud"}, "verdict": {}}]}, "is damaged: key 'mode'"),
        ({"trials": ["x"]}, "is damaged"),
        ({"trials": [{"trial": []}]}, "is damaged"),
        ({"trials": [{"trial": {"steps": ["x"]}}]}, "is damaged"),
        ({"about": {"model": "x"}}, "is damaged: key 'modes': Field required"),
        ({"cases": [{"id": 5}]}, "is damaged: key '0.id'"),
    ],
)
def test_a_report_that_cannot_be_used_is_refused_with_the_remedy(
    tmp_path: Path, changes: dict[str, Any], words: str
) -> None:
    file = written(tmp_path, **changes)

    with pytest.raises(ConfigError, match=words):
        read_report(file)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"gone\.json cannot be read: there is no such file"):
        read_report(tmp_path / "gone.json")


def test_a_folder_is_no_report(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="it is a folder"):
        read_report(tmp_path)


def test_a_report_in_utf_16_is_refused(tmp_path: Path) -> None:
    (tmp_path / "report.json").write_text("{}", "utf-16")

    with pytest.raises(ConfigError, match="UTF-16"):
        read_report(tmp_path / "report.json")


def test_a_place_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(ConfigError, match=r"report\.json cannot be written: .* Name another file"):
        write_report(tmp_path / "file" / "report.json", report())


def test_a_report_replaces_the_one_before_and_leaves_no_draft(tmp_path: Path) -> None:
    for size in (2, 1):
        shorter = replace(report(), graded=report().graded[:size])
        write_report(tmp_path / "report.json", shorter)

    assert [each.name for each in tmp_path.iterdir()] == ["report.json"]
    assert len(read_report(tmp_path / "report.json").graded) == 1


def test_a_run_about_which_little_is_known_can_be_told() -> None:
    little = About(model="oracle", modes=("",), when=about().when, product_version="0.1.0")

    assert json.loads(format_report(Report(about=little, graded=())))["about"] == {
        "model": "oracle",
        "modes": [""],
        "when": "2026-11-27T17:38:40+00:00",
        "product_version": "0.1.0",
    }
