"""Labelled lines are read, and what is wrong with a file is told."""

import json
from pathlib import Path

import pytest

from bench.lines.labelled_lines import read_lines
from performer.core.errors import ConfigError


def written(tmp_path: Path, *lines: str) -> Path:
    file = tmp_path / "lines.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def test_a_line_has_what_its_prompt_is_known_to_hold_but_for_what_was_seen(tmp_path: Path) -> None:
    row = {"text": "Oh no.", "label": "good", "form": "bare", "cue": "a red bat.", "model": "m"}
    excerpt = "You are a witty owl … On screen: a red bat."

    (line,) = read_lines(written(tmp_path, json.dumps({**row, "prompt_excerpt": excerpt}), ""))

    assert (line.text, line.label, line.form, line.model) == ("Oh no.", "good", "bare", "m")
    assert line.excerpt == ("You are a witty owl",)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("{",), "Line 1 of .*lines.jsonl is no JSON"),
        (('{"text": "a", "label": "good"}', "[]"), "Line 2 of .*lines.jsonl is no JSON object"),
        (('{"label": "good"}',), "has no text.*field 'text'"),
        (('{"text": "a", "label": "fine"}',), "has label 'fine'. It may be one of: prompt, "),
        (("",), "holds no line"),
    ],
)
def test_what_is_wrong_is_told_with_its_place_and_the_remedy(tmp_path: Path, lines: tuple[str, ...], told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        read_lines(written(tmp_path, *lines))


def test_a_file_that_is_not_there_or_no_text_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.jsonl cannot be read"):
        read_lines(tmp_path / "none.jsonl")
    (tmp_path / "bytes.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="not UTF-8"):
        read_lines(tmp_path / "bytes.jsonl")
