"""Whatever is in a file of a person's, what is wrong with it is a few words."""

import tomllib
from pathlib import Path

import pytest

from performer.core.files.user_file import UnfitFileError, parse_json, parse_toml, read_user_text
from tests.pipes import make_pipe
from tests.systems import make_link

DEEP = "[" * 5000 + "]" * 5000
DOTTED_IN_QUOTES = ".".join(["'a.b'", '"\\".c"'] * 50_000)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("a = 1".encode("utf-16"), "it is UTF-16: save it as UTF-8"),
        ("a = 1".encode("utf-16-be"), "it is UTF-16: save it as UTF-8"),
        ("a = 1\nb = 'grün'".encode("latin-1"), "line 2 is not UTF-8: save it as UTF-8"),
        (b"a" * 2000, "it is larger than 0.001 MB"),
    ],
)
def test_what_is_no_text_is_told(tmp_path: Path, content: bytes, reason: str) -> None:
    file = tmp_path / "config.toml"
    file.write_bytes(content)

    with pytest.raises(UnfitFileError) as unfit:
        read_user_text(file, most_bytes=1000)

    assert unfit.value.reason == reason


def test_a_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(UnfitFileError, match="it is a folder"):
        read_user_text(tmp_path)


def test_a_ring_of_links_is_told(tmp_path: Path) -> None:
    ring = tmp_path / "ring"
    make_link(ring, ring)

    with pytest.raises((UnfitFileError, FileNotFoundError)):
        read_user_text(ring)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    make_pipe(tmp_path / "pipe")

    with pytest.raises(UnfitFileError, match="a pipe or a device"):
        read_user_text(tmp_path / "pipe")


def test_the_mark_of_windows_editors_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("a = 1", encoding="utf-8-sig")

    assert read_user_text(tmp_path / "a.toml") == "a = 1"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"a = {DEEP}", "nested more than 50 deep"),
        ("a = " + "{b = " * 5000 + "1" + "}" * 5000, "nested more than 50 deep"),
        (f"[{'.'.join(['a'] * 5000)}]", "nested more than 50 deep"),
        (f"b = 1\n{'a. ' * 50_000}a = 1", "it is nested more than 50 deep in line 2"),
        (f"b = {{c = 1, {'a.' * 50_000}a = 1}}", "it is nested more than 50 deep in line 1"),
        (f"[{DOTTED_IN_QUOTES}]", "it is nested more than 50 deep in line 1"),
        (f"b = 1\na = {'9' * 5000}", "a number in line 2 is larger"),
        (f"b = 1\na = 0x{'f' * 5000}", "a number in line 2 is larger"),
        (f"a = [{{b = {'9' * 40}}}]", "a number is larger"),
        ("a = 1\nb = 'x\n\nc = 2\n", "the quote ' in line 2 is never closed"),
        ("a = 'x'\nb = '''x\n'y'\n", "the quote ''' in line 2 is never closed"),
        ("a =", "Invalid value"),
    ],
)
def test_toml_that_nobody_reads_is_told(text: str, reason: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError, match=reason):
        parse_toml(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (DEEP, "nested more than 50 deep"),
        (f'{{"a": {"9" * 5000}}}', "a number in line 1 is larger"),
        ("{", "Expecting"),
    ],
)
def test_json_that_nobody_reads_is_told(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse_json(text)


def test_dots_in_a_value_are_no_key() -> None:
    dots = "a." * 100

    assert parse_toml(f"# {dots}\nb = '{dots}'\nc = ['{dots}']") == {"b": dots, "c": [dots]}


def test_what_is_right_is_read() -> None:
    assert parse_toml("a = [1, {b = 'ü'}]") == {"a": [1, {"b": "ü"}]}
    assert parse_json('{"a": [1]}') == {"a": [1]}
