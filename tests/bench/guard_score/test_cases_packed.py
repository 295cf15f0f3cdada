"""The packed cases in the repository: parted by the hash of the text, and nothing that can be read by eye."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from bench.guard_score import cases
from performer.guard.lists.finder import decode_text

FOLDER = Path(cases.__file__).with_suffix("")
FILES = ("development", "held_out")
LANGUAGES = {"de", "en", "es", "fr", "ja", "ko", "pt", "ru", "zh"}


def is_held_out(case: dict[str, Any]) -> bool:
    told = json.dumps(case.get("text") or case["turns"], ensure_ascii=False)
    return int(hashlib.sha256(told.encode()).hexdigest(), 16) % 3 == 0


@pytest.mark.parametrize("name", FILES)
def test_each_file_holds_the_cases_that_belong_there(name: str) -> None:
    rows = decode_text((FOLDER / f"{name}.b64").read_text(encoding="ascii")).split("\n")

    assert {is_held_out(json.loads(row)) for row in rows if row} == {name == "held_out"}


@pytest.mark.parametrize("name", FILES)
def test_every_part_is_there_in_every_language(name: str) -> None:
    read = cases.read_cases([FOLDER / f"{name}.b64"])

    assert {part: {each.language for each in read if each.part == part} for part in cases.PARTS} == dict.fromkeys(
        cases.PARTS, LANGUAGES
    )


@pytest.mark.parametrize("name", FILES)
def test_no_word_of_a_case_can_be_read_by_eye(name: str) -> None:
    lines = (FOLDER / f"{name}.b64").read_text(encoding="ascii").splitlines()

    assert {len(line) for line in lines[:-1]} == {120}
    assert {file.name for file in FOLDER.iterdir()} == {"README.md", *(f"{each}.b64" for each in FILES)}
