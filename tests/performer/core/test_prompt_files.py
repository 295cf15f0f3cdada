"""Prompt files: fields are filled, and a missing one is a bug."""

from pathlib import Path

import pytest

from performer.core import prompt_files
from performer.core.prompt_files import load_prompt, load_prompt_lines
from performer.core.untrusted_text import Prompt


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(prompt_files, "PROMPTS", tmp_path)
    prompt_files._read.cache_clear()
    load_prompt_lines.cache_clear()
    return tmp_path


@pytest.fixture(autouse=True, scope="module")
def fresh_afterwards() -> object:
    yield
    prompt_files._read.cache_clear()
    load_prompt_lines.cache_clear()


def test_fields_are_filled_and_the_edges_are_bare(folder: Path) -> None:
    (folder / "role.md").write_text("\nYou see $seen, $count times.\n", encoding="utf-8")

    assert load_prompt("role", seen=Prompt("a dragon"), count=2) == "You see a dragon, 2 times."


def test_a_missing_field_is_a_bug(folder: Path) -> None:
    (folder / "role.md").write_text("You see $seen.", encoding="utf-8")

    with pytest.raises(KeyError, match="seen"):
        load_prompt("role")


def test_the_items_of_a_list_are_its_lines(folder: Path) -> None:
    (folder / "lines.md").write_text("# Lines\n\n- One.\nnot this\n-  Two. \n", encoding="utf-8")

    assert load_prompt_lines("lines") == ("One.", "Two.")
