"""Reads PixelLab's answers, in prose for a model or as a value, by what is common to all ways to say it."""

import base64
import binascii
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, Final, Literal

from performer.core.values import dataclass
from performer.tools.result import JsonPart, TextPart, ToolResult

Status = Literal["drawing", "done", "failed", "unknown"]
Drawn = str | bytes
"""Where a picture is, or the picture."""
_ID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_NAMED_ID: Final = re.compile(rf"character[ _-]?id\W{{0,12}}({_ID.pattern})", re.IGNORECASE)
_SIDE: Final = "(?:north|south)(?:-(?:east|west))?|east|west"
_URL: Final = re.compile(r"https?://[^\s\"'<>()\[\]{}`|\\]{1,2000}")
_ADDRESS: Final = re.compile(r"\w+://\S+")
_LABELLED: Final = re.compile(rf"(?<![\w/-])({_SIDE})(?![\w-])\W{{0,8}}$", re.IGNORECASE)
_TURNED: Final = re.compile(rf"/rotations/({_SIDE})\.\w+(?:\?|$)", re.IGNORECASE)
_FRAME: Final = re.compile(rf"/animations/([^/?]{{1,80}})/({_SIDE})/(?:frame_)?(\d{{1,3}})\.\w+(?:\?|$)", re.IGNORECASE)
_STATUS: Final = re.compile(r"status\W{0,12}(\w+(?: \w+)?)", re.IGNORECASE)
_WORD: Final = re.compile(r"[a-z]+")
_PERCENT: Final = re.compile(r"(\d{1,3})(?:\.\d+)? ?%")
WORDS: Final[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("pixellab.toml").read_text(encoding="utf-8"))
_WORDS: Final[Mapping[str, Status]] = {word: name for name, words in WORDS["status"].items() for word in words.split()}
_PNG: Final = "iVBORw0KGg"
"""So the Base64 of every PNG begins."""
_DATA_URL: Final = re.compile(r"data:image/\w+;base64,")
_MOST_TEXTS: Final = 5000
_DEEPEST: Final = 12


@dataclass(frozen=True, kw_only=True)
class PixelLabCharacter:
    """The state of a character that was ordered, and its pictures."""

    status: Status
    percent: float | None = None
    sides: Mapping[str, Drawn] = field(default_factory=dict)
    """How it looks from each side, by the server's names: `south` is its front."""
    films: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    """The character's movements: by number and side, where the pictures of each are, in order."""


def find_character_id(answer: ToolResult) -> str:
    """Find the number of the character that was ordered; empty when there is none."""
    texts = list(_walk_texts(answer))
    for key, text in texts:
        if key[-1:] in (("character_id",), ("id",)) and _ID.fullmatch(text.strip()):
            return text.strip().lower()
    whole = "\n".join(text for _, text in texts)
    named = _NAMED_ID.search(whole)
    every = {found.lower() for found in _ID.findall(whole)}
    return named[1].lower() if named else every.pop() if len(every) == 1 else ""


def parse_character(answer: ToolResult) -> PixelLabCharacter:
    """Parse how far a character is, and what there is of it."""
    sides: dict[str, Drawn] = {}
    frames: dict[tuple[str, str], dict[int, str]] = {}
    for key, text in _walk_texts(answer):
        if picture := _decode_png(text):
            sides.setdefault(_find_side_in(key) or "south", picture)
        for found in _URL.finditer(text):
            url = found[0].rstrip(".,;:!*_")
            if frame := _FRAME.search(url):
                frames.setdefault((frame[1], frame[2].lower()), {})[int(frame[3])] = url
            elif side := _find_side(url, text[: found.start()]) or (
                _find_side_in(key) if "animations" not in key else ""
            ):
                sides.setdefault(side, url)
    for shown in answer.pictures:
        sides.setdefault("south", shown.content)
    films = {name: tuple(url for _, url in sorted(each.items())) for name, each in frames.items()}
    status, percent = _read_status(answer, has_pictures=bool(sides))
    return PixelLabCharacter(status=status, percent=percent, sides=sides, films=films)


def remove_addresses(text: str) -> str:
    """Return a text without addresses: whoever has one can fetch what lies there."""
    return _ADDRESS.sub("…", text)


def _read_status(answer: ToolResult, *, has_pictures: bool) -> tuple[Status, float | None]:
    texts = list(_walk_texts(answer))
    for key, text in texts:
        said = text if key[-1:] == ("status",) else " ".join(_STATUS.findall(text))
        status = _find_status(said)
        if status:
            percent = _PERCENT.search(text)
            return status, min(float(percent[1]), 100.0) if percent and status == "drawing" else None
    if has_pictures:
        return "done", None
    is_at_it = any(_find_status(text) == "drawing" for _, text in texts)
    return ("drawing" if is_at_it else "unknown"), None


def _find_status(said: str) -> Status | None:
    """Return what the first word that is known means."""
    return next((_WORDS[word] for word in _WORD.findall(said.lower()) if word in _WORDS), None)


def _find_side(url: str, before: str) -> str:
    """Return from which side a picture is, by its address or by the word before it."""
    found = _TURNED.search(url) or _LABELLED.search(before[-40:])
    return found[1].lower() if found else ""


def _find_side_in(key: tuple[str, ...]) -> str:
    return next((each for each in reversed(key) if re.fullmatch(_SIDE, each)), "")


def _decode_png(text: str) -> bytes | None:
    data = _DATA_URL.sub("", text.strip(), count=1)
    if not data.startswith(_PNG):
        return None
    try:
        return base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        return None


def _walk_texts(answer: ToolResult) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield every text of an answer, with the keys above it, so many and no more."""
    left = _MOST_TEXTS
    for part in answer.parts:
        for each in _walk(part):
            yield each
            left -= 1
            if not left:
                return


def _walk(part: object, key: tuple[str, ...] = (), deep: int = 0) -> Iterator[tuple[tuple[str, ...], str]]:
    match part:
        case TextPart(text=text) | str(text):
            yield key, text
        case JsonPart(value=value):
            yield from _walk(value)
        case Mapping() if deep < _DEEPEST:
            for name, value in part.items():
                yield from _walk(value, (*key, str(name).lower()), deep + 1)
        case list() if deep < _DEEPEST:
            for value in part:
                yield from _walk(value, key, deep + 1)
        case _:
            return
