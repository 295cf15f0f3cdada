"""Labelled lines: what a model wrote, and what a reader takes it for, from a JSONL file."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Final, Literal, NotRequired, TypedDict, cast

from performer.core.errors import ConfigError

GOOD: Final = "good"
"""A line that may be heard, even if it is silly, wrong or weak."""
HARD: Final = ("prompt", "meta", "tool", "quote", "stage", "refusal", "role")
"""What must not be heard."""
SOFT: Final = ("garbage", "advice", "copy")
"""What need not be heard; no goal is set, for a reader often cannot tell either."""
LABELS: Final = (*HARD, *SOFT, GOOD)
_BEFORE_CUE: Final = "On screen:"
"""What is seen stands behind it in the excerpt of a prompt; a line may name that."""
_FEWEST_WORDS: Final = 3
"""Words of a piece of a prompt that says anything."""


@dataclass(frozen=True, kw_only=True)
class LabelledLine:
    """One line of a file."""

    text: str
    label: str
    model: str = ""
    form: str = ""
    """How the model was asked; see `forms.toml`."""
    excerpt: tuple[str, ...] = ()
    """What the line's prompt is known to hold, without what was seen."""


def read_lines(file: Path) -> list[LabelledLine]:
    """Read a file.

    Raises:
        ConfigError: when it cannot be read, or a line of it is not what it should be; it names the line.
    """
    try:
        written = file.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise ConfigError(f"The file {file} cannot be read: {error.strerror}. Name a file of labelled lines.") from None
    except UnicodeDecodeError:
        raise ConfigError(f"The file {file} is not UTF-8. Save it as UTF-8.") from None
    lines = [_line(file, number, each) for number, each in enumerate(written, start=1) if each.strip()]
    if not lines:
        raise ConfigError(f"The file {file} holds no line. Write one JSON object a line, with text and label.")
    return lines


def _line(file: Path, number: int, written: str) -> LabelledLine:
    where = f"Line {number} of {file}"
    try:
        values = json.loads(written)
    except (ValueError, RecursionError):
        raise ConfigError(f'{where} is no JSON. Write {{"text": "Oh no.", "label": "good"}}, one a line.') from None
    if not isinstance(values, dict):
        raise ConfigError(f'{where} is no JSON object. Write {{"text": "Oh no.", "label": "good"}}, one a line.')
    text, label = _text(values, "text"), _text(values, "label")
    if not text.strip():
        raise ConfigError(f"{where} has no text. Give it a field 'text' with the line as the model wrote it.")
    if label not in LABELS:
        raise ConfigError(f"{where} has label '{label}'. It may be one of: {', '.join(LABELS)}.")
    return LabelledLine(
        text=text,
        label=label,
        model=_text(values, "model"),
        form=_text(values, "form"),
        excerpt=_pieces(_text(values, "prompt_excerpt"), _text(values, "cue")),
    )


def _text(values: Mapping[str, object], name: str) -> str:
    value = values.get(name, "")
    return value if isinstance(value, str) else ""


def _pieces(excerpt: str, cue: str) -> tuple[str, ...]:
    """Take what was seen out of an excerpt, and part it where it leaves something out."""
    told = excerpt.replace(f"{_BEFORE_CUE} {cue}", "") if cue else excerpt
    pieces = (piece.strip() for piece in told.split("…"))
    return tuple(piece for piece in pieces if len(piece.split()) >= _FEWEST_WORDS)


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
