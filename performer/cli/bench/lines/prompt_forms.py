"""Forms of prompt that were measured: what a model was told in each, beside the product's own prompts."""

import tomllib
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Final, Literal, NotRequired, TypedDict, cast

_FILE: Final = Path(__file__).with_name("forms.toml")


class _Row(TypedDict):
    names: list[str]
    told: NotRequired[list[str]]
    examples: NotRequired[list[str]]
    answers: NotRequired[bool]


@dataclass(frozen=True, kw_only=True)
class PromptForm:
    """What the models of one form were told."""

    told: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    answers: bool = False
    """Whether somebody asked for the line."""


@cache
def find_form(name: str) -> PromptForm:
    """Return what is known of a form; nothing of one that is not in the file."""
    rows = [row for row in _rows() if any(fnmatchcase(name, each) for each in row["names"])]
    answers = any(row.get("answers", False) for row in rows)
    return PromptForm(told=_all(rows, "told"), examples=_all(rows, "examples"), answers=answers)


@cache
def _rows() -> list[_Row]:
    return cast("list[_Row]", tomllib.loads(_FILE.read_text(encoding="utf-8"))["form"])


def _all(rows: list[_Row], key: Literal["told", "examples"]) -> tuple[str, ...]:
    return tuple(text for row in rows for text in row.get(key, ()))
