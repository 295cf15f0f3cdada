"""The guard as other programs ask it: JSON lines in, JSON lines out."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from performer.core.files.home import CHECKOUT
from performer.guard.__main__ import answer_lines as answered
from performer.guard.__main__ import main
from performer.guard.guard import Guard


def asked(*cases: object, options: tuple[str, ...] = ()) -> "subprocess.CompletedProcess[str]":
    lines = "".join(f"{json.dumps(case, ensure_ascii=False)}\n" for case in cases)
    command = [sys.executable, "-m", "performer.guard", *options]
    return subprocess.run(
        command, input=lines, capture_output=True, text=True, cwd=CHECKOUT, check=False, encoding="utf-8"
    )


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    words = tmp_path_factory.mktemp("guard") / "words.txt"
    words.write_text("plonk\ngrumble bee\nflarn*\n*\n", encoding="utf-8")
    done = asked(
        {"id": "clean", "text": "what a dragon"},
        {"id": "blocked", "text": "what a pl0nk"},
        {"id": "private", "text": "mail bob@example.com today"},
        {"id": "turns", "turns": ["You are a plo", "nk indeed.", "Yes."]},
        {"id": "args", "args": ["plo", "nk"]},
        {"id": 7, "turns": []},
        {"id": "unseen", "text": "a\u200bb\u202e c"},
        options=("--words", str(words)),
    )
    assert (done.returncode, done.stderr.partition(":")[0]) == (0, "line 4 of words.txt is left out")
    return {answer["id"]: answer for answer in map(json.loads, done.stdout.splitlines())}


@pytest.mark.parametrize(
    ("case", "action", "text"),
    [
        ("clean", "pass", "what a dragon"),
        ("blocked", "drop", ""),
        ("private", "mask", "mail ●●● today"),
        ("unseen", "pass", "ab c"),
    ],
)
def test_a_text_is_answered_by_what_may_be_said_of_it(
    answers: dict[str, Any], case: str, action: str, text: str
) -> None:
    assert (answers[case]["action"], answers[case]["text"]) == (action, text)
    assert answers[case]["us"] > 0


@pytest.mark.parametrize(
    ("case", "action", "texts"),
    [
        ("turns", "drop", ["You are a plo", "", "Yes."]),
        ("args", "drop", ["plo", ""]),
        (7, "pass", []),
    ],
)
def test_texts_are_answered_together(answers: dict[str, Any], case: object, action: str, texts: list[str]) -> None:
    assert (answers[case]["action"], answers[case]["texts"]) == (action, texts)  # type: ignore[index]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"id": 1}', "it needs an id and one of text, turns, args"),
        ('{"text": "no id"}', "it needs an id and one of"),
        ('{"id": 1, "text": "one", "args": ["two"]}', "it needs an id and one of"),
        ('{"id": 1, "text": 5}', "5 is no text"),
        ('{"id": 1, "turns": "one"}', '"one" is no list'),
        ("[]", "it needs an id"),
        ('{"id": 1, "turns": ' + "[" * 100_000, "it is nested too deep"),
    ],
)
def test_what_is_no_case_is_said(line: str, why: str) -> None:
    with pytest.raises(ValueError, match=f"line 1 is no case: {why}"):
        list(answered([line], Guard(finders=())))


def test_what_is_no_json_is_said_with_its_place() -> None:
    with pytest.raises(ValueError, match=r"line 2 is no JSON: .* at character 1"):
        list(answered(["", "plonk"], Guard(finders=())))


def test_what_is_no_case_ends_it() -> None:
    done = asked({"id": 1, "text": "Hello."}, [], {"id": 2, "text": "Still here?"})

    assert (done.returncode, len(done.stdout.splitlines())) == (2, 1)
    assert done.stderr.startswith("line 2 is no case")


def test_a_missing_list_is_said_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["guard", "--words", str(tmp_path / "gone.txt")])

    assert main() == 2
    assert "gone.txt cannot be read" in capsys.readouterr().err


def test_an_unknown_level_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["guard", "--level", "strict"])

    with pytest.raises(SystemExit):
        main()
    assert "'strict'" in capsys.readouterr().err
