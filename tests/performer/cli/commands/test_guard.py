"""`performer guard`: what would become of each line, and why."""

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from performer.cli.main import cli
from performer.core.errors import ConfigError

LINES = "a clean line\nwhat a plonk\n\nOh, \x1b[2J flarn!\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    (tmp_path / "blocklist.txt").write_text("plonk\n", encoding="utf-8")
    return tmp_path


def judged(*words: str, **more: Any) -> str:
    done = CliRunner().invoke(cli, ["guard", *words], catch_exceptions=False, **more)
    assert done.exit_code == 0
    return done.stdout


def test_each_line_is_told_with_what_becomes_of_it_and_no_blocked_word_is_repeated(home: Path) -> None:
    file, more = home / "lines.txt", home / "more.txt"
    file.write_text(LINES, encoding="utf-8")
    more.write_text("flarn\n", encoding="utf-8")
    (home / "config.toml").write_text('[guard]\ndry_run = true\nactions = { own = "hold" }\n', encoding="utf-8")

    assert judged(str(file), "--words", str(more)) == (
        "   1  pass    a clean line\n"
        "   2  hold    what a ●●●  (your list)\n"
        "   4  hold    Oh, [2J ●●●!  (your list)\n"
        "\n"
        "3 lines: hold 2, pass 1. Stopped: your list 2.\n"
        "guard.dry_run is on: a show would let all of them out, but for private data, and only report.\n"
    )


def test_the_allow_list_counts_and_lines_are_read_from_here(home: Path) -> None:
    (home / "allowlist.txt").write_text("plonk\n", encoding="utf-8")

    assert judged("-", "--level", "family", input="a plonk") == "   1  pass    a plonk\n\n1 line: pass 1.\n"


def test_what_was_found_is_shown_when_it_is_asked_for_to_be_written_into_the_allow_list(home: Path) -> None:
    assert "drop    what a ●●●!  (your list: pl0nk)" in judged("-", "--show", input="what a pl0nk!")


def test_lines_are_judged_by_name_too_also_those_of_a_file_that_is_named_as_a_command(home: Path) -> None:
    (home / "score").write_text("a plonk", encoding="utf-8")

    assert judged("judge", str(home / "score")) == judged(str(home / "score"))
    assert "2  drop" not in judged("--level", "family", str(home / "score"))


def test_help_lists_the_commands_of_the_guard(home: Path) -> None:
    listed = judged("--help")

    assert "guard FILE" in " ".join(listed.split())
    assert "judge" in listed


def test_lines_of_a_list_that_cannot_be_used_are_named(home: Path) -> None:
    (home / "blocklist.txt").write_text("plonk\na\n", encoding="utf-8")

    assert judged("-", input="a clean line").startswith("line 2 of blocklist.txt is left out: it is one letter")


def test_a_file_without_lines_is_said(home: Path) -> None:
    assert judged("-", input="\n") == "\nThe file has no lines.\n"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["gone.txt"], r"The text gone\.txt cannot be read: No such file or directory\. Name another\."),
        (["-", "--words", "gone.txt"], r"The block list gone\.txt cannot be read"),
        (["-", "--level", "famly"], "Did you mean 'family'"),
    ],
)
def test_what_cannot_be_used_is_said_by_name(home: Path, words: list[str], why: str) -> None:
    with pytest.raises(ConfigError, match=why):
        judged(*words, input="")


def test_a_list_of_the_streamers_that_cannot_be_read_is_said_by_name(home: Path) -> None:
    (home / "allowlist.txt").mkdir()

    with pytest.raises(ConfigError, match=r"The allow list .*allowlist\.txt cannot be read"):
        judged("-", input="")


def test_a_text_is_read_as_windows_editors_save_it_and_one_in_another_encoding_is_named(home: Path) -> None:
    text = home / "lines.txt"
    text.write_text("what a drägon\n", encoding="utf-16")
    assert "what a drägon" in judged(str(text))

    text.write_bytes("dragon\ndrägon\n".encode("latin-1"))
    with pytest.raises(ConfigError, match=r"Line 2 of .*lines\.txt is not UTF-8: save the text as UTF-8"):
        judged(str(text))


def test_a_word_that_stops_everyday_words_is_named(home: Path) -> None:
    words = home / "words.txt"
    words.write_text("plonk\nthe\n", encoding="utf-8")

    said = judged("-", "--words", str(words), input="the dragon\n")

    assert "line 2 of words.txt holds, but it also stops everyday words such as 'the': write more" in said
