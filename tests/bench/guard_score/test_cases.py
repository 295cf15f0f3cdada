"""Cases out of files: what they say, and which line is none."""

import base64
import json
import zlib
from pathlib import Path

import pytest

from bench.guard_score.cases import CaseFileError, explain_clean_lines, read_cases
from tests.bench.guard_score.makers import case

ROW = {"text": "a pl0nk", "expect": "stop", "part": "disguise", "kind": "leet", "language": "de"}


def written(folder: Path, *rows: object, name: str = "cases.jsonl") -> Path:
    file = folder / name
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return file


def test_cases_of_several_files_come_in_order_with_file_and_line(tmp_path: Path) -> None:
    turns = {"turns": ["plo", "nk"], "expect": "pass", "part": "clean", "kind": "talk", "language": "en"}
    first, second = written(tmp_path, ROW), written(tmp_path, turns, name="more.jsonl")
    first.write_bytes(b"\xef\xbb\xbf\n" + first.read_bytes())

    assert read_cases([first, second]) == [
        case("a pl0nk", kind="leet", language="de", line=2),
        case("plo", "nk", stop=False, part="clean", kind="talk").__class__(
            texts=("plo", "nk"), must_stop=False, part="clean", kind="talk", language="en", source="more.jsonl:1"
        ),
    ]


def test_a_packed_file_shows_no_word_and_is_read_as_any(tmp_path: Path) -> None:
    file = written(tmp_path, ROW)
    packed = tmp_path / "cases.b64"
    packed.write_bytes(base64.encodebytes(zlib.compress(file.read_bytes())))

    assert read_cases([packed])[0].texts == ("a pl0nk",)


def test_a_text_may_hold_what_others_take_for_the_end_of_a_line(tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text(json.dumps({**ROW, "text": "a\u2028b\x0cc"}, ensure_ascii=False), encoding="utf-8")

    assert read_cases([file])[0].texts == ("a\u2028b\x0cc",)


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ([], "it is no JSON object"),
        ({**ROW, "part": "other"}, "it needs 'part', one of: disguise, private, clean"),
        ({**ROW, "expect": "mask"}, "it needs 'expect', one of: stop, pass"),
        ({**ROW, "expect": ["stop"]}, "it needs 'expect', one of: stop, pass"),
        ({**ROW, "part": "clean"}, "a clean line is to pass"),
        ({**ROW, "kind": ""}, "it needs 'kind', a name"),
        ({**ROW, "language": 5}, "it needs 'language', a name"),
        ({**ROW, "text": 5}, "it needs either 'text', a text, or 'turns', a list of texts"),
        ({**ROW, "turns": ["two"]}, "it needs either 'text'"),
        ({key: value for key, value in ROW.items() if key != "text"} | {"turns": []}, "it needs either 'text'"),
        ({key: value for key, value in ROW.items() if key != "text"} | {"turns": ["a", 1]}, "it needs either 'text'"),
    ],
)
def test_a_line_that_is_no_case_is_named_with_the_reason(tmp_path: Path, row: object, why: str) -> None:
    file = written(tmp_path, ROW, row)

    with pytest.raises(CaseFileError, match=rf"Line 2 of .*cases\.jsonl is no case: {why}"):
        read_cases([file])


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"\nplonk\n", r"Line 2 of .* is no case: it is no JSON, .* at character 1"),
        (b"\n\n\xff\n", r"Line 3 of .* is no case: it is not UTF-8"),
        (b'{"turns": ' + b"[" * 100_000, r"Line 1 of .* is no case: it is nested too deep"),
        (b"\n\n", r"There is no case in .*cases\.jsonl"),
    ],
)
def test_a_file_that_holds_no_cases_is_named(tmp_path: Path, raw: bytes, why: str) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_bytes(raw)

    with pytest.raises(CaseFileError, match=why):
        read_cases([file])


def test_a_file_that_is_not_there_or_not_packed_is_named(tmp_path: Path) -> None:
    with pytest.raises(CaseFileError, match=r"none\.jsonl cannot be read: No such file"):
        read_cases([tmp_path / "none.jsonl"])
    for raw in ("plonk", "ÿ", base64.b64encode(b"plonk").decode()):
        (tmp_path / "cases.b64").write_text(raw, encoding="utf-8")
        with pytest.raises(CaseFileError, match=r"cases\.b64 cannot be read: it is not packed"):
            read_cases([tmp_path / "cases.b64"])


def test_a_text_holds_clean_lines_of_the_language_it_is_named_after(tmp_path: Path) -> None:
    file = tmp_path / "de.txt"
    file.write_text("# Lines\nGuter Sprung!\n\nNoch einer\n", encoding="utf-8")

    (first, second) = read_cases([file])

    assert (first.texts, first.must_stop, first.language, first.source) == (("Guter Sprung!",), False, "de", "de.txt:2")
    assert second.texts == ("Noch einer",)


def test_lines_of_a_text_are_said_to_count_as_clean_ones(tmp_path: Path) -> None:
    text = tmp_path / "t.txt"
    text.write_text("a plonk\na dragon\n", encoding="utf-8")
    file = written(tmp_path, ROW)

    assert explain_clean_lines(read_cases([file, text])).startswith("Each line of t.txt (2) counts as a clean one ")
    assert explain_clean_lines(read_cases([file])) == ""
