"""Labelled lines of models out of a JSONL file, and the forms of prompt that the models were given.

A label says what a reader takes the line for.
"""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Final

from performer.core.errors import ConfigError

GOOD: Final = "good"
"""The label of a line that may be heard, even if it is silly, wrong or weak."""
HARD: Final = ("prompt", "meta", "tool", "quote", "stage", "refusal", "role")
"""The labels of lines that must not be heard."""
SOFT: Final = ("garbage", "advice", "copy")
"""The labels of lines that need not be heard; no goal is set, for a reader often cannot decide either."""
LABELS: Final = (*HARD, *SOFT, GOOD)
_BEFORE_CUE: Final = "On screen:"
"""The words before what is seen in the excerpt of a prompt; a line may name that."""
_FEWEST_WORDS: Final = 3
"""The fewest words of a piece of a prompt that says anything."""


@dataclass(frozen=True, kw_only=True)
class LabelledLine:
    """One line of a file."""

    text: str
    label: str
    model: str = ""
    form: str = ""
    """The form of the model's prompt; see `forms.toml`."""
    excerpt: tuple[str, ...] = ()
    """The known pieces of the line's prompt, without what was seen."""


def read_lines(file: Path) -> list[LabelledLine]:
    """Read a file of labelled lines; a ConfigError names the line that is not what it should be."""
    try:
        written = file.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise ConfigError(f"The file {file} cannot be read: {error.strerror}. Name a file of labelled lines.") from None
    except UnicodeDecodeError:
        raise ConfigError(f"The file {file} is not UTF-8. Save it as UTF-8.") from None
    lines = [_parse_line(file, number, each) for number, each in enumerate(written, start=1) if each.strip()]
    if not lines:
        raise ConfigError(f"The file {file} holds no line. Write one JSON object a line, with text and label.")
    return lines


def _parse_line(file: Path, number: int, written: str) -> LabelledLine:
    where = f"Line {number} of {file}"
    try:
        values = json.loads(written)
    except (ValueError, RecursionError):
        raise ConfigError(f'{where} is no JSON. Write {{"text": "Oh no.", "label": "good"}}, one a line.') from None
    if not isinstance(values, dict):
        raise ConfigError(f'{where} is no JSON object. Write {{"text": "Oh no.", "label": "good"}}, one a line.')
    text, label = _get_text(values, "text"), _get_text(values, "label")
    if not text.strip():
        raise ConfigError(f"{where} has no text. Give it a field 'text' with the line as the model wrote it.")
    if label not in LABELS:
        raise ConfigError(f"{where} has label '{label}'. It may be one of: {', '.join(LABELS)}.")
    return LabelledLine(
        text=text,
        label=label,
        model=_get_text(values, "model"),
        form=_get_text(values, "form"),
        excerpt=_split_excerpt(_get_text(values, "prompt_excerpt"), _get_text(values, "cue")),
    )


def _get_text(values: Mapping[str, object], name: str) -> str:
    value = values.get(name, "")
    return value if isinstance(value, str) else ""


def _split_excerpt(excerpt: str, cue: str) -> tuple[str, ...]:
    """Split an excerpt, without what was seen, where it leaves something out."""
    rest = excerpt.replace(f"{_BEFORE_CUE} {cue}", "") if cue else excerpt
    pieces = (piece.strip() for piece in rest.split("…"))
    return tuple(piece for piece in pieces if len(piece.split()) >= _FEWEST_WORDS)


_FORMS: Final = tomllib.loads(Path(__file__).with_name("forms.toml").read_text(encoding="utf-8"))["form"]


@dataclass(frozen=True, kw_only=True)
class PromptForm:
    """A form of prompt: what its models were told."""

    told: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    answers: bool = False
    """Whether somebody asked for the line."""


@cache
def find_form(name: str) -> PromptForm:
    """Find a form by its name; an empty one when the file does not know it."""
    rows = [row for row in _FORMS if any(fnmatchcase(name, each) for each in row["names"])]
    return PromptForm(
        told=tuple(text for row in rows for text in row.get("told", ())),
        examples=tuple(text for row in rows for text in row.get("examples", ())),
        answers=any(row.get("answers", False) for row in rows),
    )
