"""The words of a text that are read out: neither markup nor code, addresses, pictures or stage directions.

What is left out never glues its neighbours together: they were judged as they were written, apart.
"""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from performer.core.made_late import compile_late
from performer.speech.sentences.scripts import EMOJI, EMOTICONS, KAOMOJI

_GAP: Final = "\0"
"""Stands for what was left out until the sentence is put together again."""

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")
"""The guard does not see them either; two have a meaning here."""
_MARKS: Final = r"!-/:-@\[-`{-~“”„«»‘’¿¡…。！？、，"
"""What keeps letters apart by itself."""
_CODE: Final = "some code"
_FORMULA: Final = "a formula"
_DATA: Final[dict[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_ACTIONS: Final = frozenset(_DATA["actions"].split())

_NAME_LIKE = re.compile(r"[\w .,:=+/%'-]{1,60}")
_ENTITIES: Final = {"&amp;": "&", "&nbsp;": " ", "&quot;": '"', "&apos;": "'", "&#39;": "'", "&lt;": "<", "&gt;": ">"}
"""Only these: one that stands for a letter could spell a word that nobody has judged."""


def make_speakable(sentence: str) -> str:
    """Make a sentence fit for a voice; maybe nothing is left.

    A link is called a link, an e-mail address an address, and code longer than a name some code; @somebody is
    somebody. Silent are code blocks, tags, pictures made of emoji or letters, and what somebody does in asterisks.
    """
    text = _CONTROL.sub("", sentence)
    for pattern, replacement in _STEPS:
        text = pattern.sub(replacement, text)
    words = _close_gaps(text)
    return words if any(each.isalnum() for each in words) else ""


def _take_apart(words: str) -> str:
    return f"{_GAP}{words}{_GAP}"


def _read_code(span: re.Match[str]) -> str:
    """Read a code span that is a name, a file or `x = 0.5`; name any other for what it is."""
    code = span[2].strip()
    return _take_apart(code if _NAME_LIKE.fullmatch(code) else _CODE)


def _read_formula(span: re.Match[str]) -> str:
    inside = next(group for group in span.groups() if group is not None).strip()
    return _take_apart(inside if inside.isalnum() else _FORMULA)


def _read_cells(row: re.Match[str]) -> str:
    cells = [cell.strip() for cell in row[0].strip().strip("|").split("|")]
    return _take_apart(", ".join(cell for cell in cells if cell.strip(":- ")))


def _read_direction(span: re.Match[str]) -> str:
    """Drop what somebody does; keep what is only stressed."""
    inside = span[1].strip()
    return _GAP if _is_action(inside) or _has_own_place(span) else _take_apart(inside)


def _read_aside(span: re.Match[str]) -> str:
    return _GAP if _is_action(span[1]) else span[0]


def _is_action(inside: str) -> bool:
    first = re.match(r"[^\W\d_]+", inside)
    return first is not None and first[0].lower() in _ACTIONS


def _has_own_place(span: re.Match[str]) -> bool:
    """Whether a span in small letters stands between sentences, as in `*falls over* That hurt.`."""
    inside, before, behind = span[1].strip(), span.string[: span.start()].rstrip(), span.string[span.end() :].lstrip()
    apart = (not before or before[-1] in ".!?…。！？") and (
        not behind or behind[0].isupper() or not behind[0].isalnum()
    )
    return apart and inside[:1].islower()


def _read_mention(span: re.Match[str]) -> str:
    return _GAP + span[1].replace("_", " ").replace(".", " ").lstrip()


def _read_entity(span: re.Match[str]) -> str:
    return _ENTITIES[span[0]]


_Step = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]
_READERS: Final = {
    "code": _read_code,
    "formula": _read_formula,
    "cells": _read_cells,
    "entity": _read_entity,
    "direction": _read_direction,
    "aside": _read_aside,
    "mention": _read_mention,
}
_FACES: Final = "|".join(
    re.escape(face) + re.escape(face[-1]) + "*" for face in sorted(EMOTICONS, key=len, reverse=True)
)
_NAMED: Final = {
    "{EMOTICONS}": f"(?<![^\\s{{GAP}}])(?:{_FACES})(?![^\\s.,!?;{{GAP}}])",
    "{KAOMOJI}": KAOMOJI.pattern,
    "{EMOJI}": EMOJI,
    "{GAP}": _GAP,
}


def _make_step(step: dict[str, str]) -> _Step:
    find, put = step["find"], step.get("put", "{GAP}")
    for name, stands_for in _NAMED.items():
        find, put = find.replace(name, stands_for), put.replace(name, stands_for)
    if "read" in step:
        return compile_late(find), _READERS[step["read"]]
    return compile_late(find), _take_apart(step["say"]) if "say" in step else put


_STEPS: Final = tuple(map(_make_step, _DATA["steps"]))

_GAP_BEFORE_MARK = compile_late(rf"\s*{_GAP}[\s{_GAP}]*(?=[.,!?…;:)\]。！？、，])")
_GAP_AFTER_OPENER = compile_late(rf"(?<=[(\[\"“„«¿¡])[\s{_GAP}]*{_GAP}\s*")
_GAP_AT_MARK = compile_late(rf"(?<=[{_MARKS}]){_GAP}+|{_GAP}+(?=[{_MARKS}])")
_EMPTY = compile_late(rf"[(\[][\s{_GAP}()\[\]]*[)\]]|\"[\s{_GAP}]*\"|“[\s{_GAP}]*”")


def _close_gaps(text: str) -> str:
    """Close the gaps: no space before a mark, none after an opening quote, one between whatever else they part."""
    is_first_gone = text.lstrip().startswith(_GAP)
    text = _GAP_AFTER_OPENER.sub("", _GAP_BEFORE_MARK.sub("", _EMPTY.sub(_GAP, text)))
    words = " ".join(_GAP_AT_MARK.sub("", text).replace(_GAP, " ").split())
    return words.lstrip(".,;:!?…— ") if is_first_gone else words
