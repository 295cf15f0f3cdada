"""Emoji and emotes: by name, or not at all."""

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from performer.core.made_late import compile_late
from performer.speech.sentences.scripts import EMOJI

_EMOTES: Final[Mapping[str, str]] = tomllib.loads(Path(__file__).with_name("emotes.toml").read_text(encoding="utf-8"))[
    "emotes"
]
_NAMES: Final = "|".join(re.escape(name) for name in sorted(_EMOTES, key=len, reverse=True))
_EMOTE: Final = rf"(?<![\w@#.:/-])(?:{_NAMES})(?![\w:/-]|\.\w)"
_ROW: Final = compile_late(rf"{_EMOTE}(?:\s+{_EMOTE})*")
_ONE: Final = compile_late(_EMOTE)
_SHORTCODE: Final = compile_late(r"(?<!\w):(?P<name>[A-Za-z][A-Za-z0-9_]{1,39}|\+1|-1):(?!\w)")
_JOINED: Final = "\u200d\ufe0e\ufe0f\u20e3\U000e0020-\U000e007f\U0001f3fb-\U0001f3ff"
_FLAG: Final = "\U0001f1e6-\U0001f1ff"
_PICTURE: Final = rf"(?:[{_FLAG}]{{2}}|[{EMOJI}][{_JOINED}]*(?:\u200d[{EMOJI}][{_JOINED}]*)*)"
_PICTURES: Final = compile_late(rf"\s*{_PICTURE}(?:\s*{_PICTURE})*\s*")
_EACH_PICTURE: Final = compile_late(_PICTURE)
_MOST: Final = 3
"""So many different pictures of a row are named."""
_SENTENCE_ENDS: Final = ".!?…,;:)"


class PictureRules:
    """The rules by which pictures are spoken in one language."""

    def __init__(self, told: Mapping[str, Any], *, by_name: bool) -> None:
        self._names: Mapping[str, str] = told.get("emoji", {})
        self._names_others = bool(told.get("name_other_emoji"))
        self._by_name = by_name

    def speak(self, text: str) -> str:
        """Return a text, with its markup, in which pictures have their names, or those that stand apart are gone."""
        text = _ROW.sub(self._speak_emotes, text)
        if not self._by_name:
            return text
        return _PICTURES.sub(self._speak_emoji, _SHORTCODE.sub(_speak_shortcode, text))

    def _speak_emotes(self, row: re.Match[str]) -> str:
        if not self._by_name and _stands_apart(row):
            return ""
        return ", ".join(_list_first(_EMOTES[each] for each in _ONE.findall(row[0])))

    def _speak_emoji(self, row: re.Match[str]) -> str:
        names = _list_first(filter(None, map(self._name, _EACH_PICTURE.findall(row[0]))))
        return f" {', '.join(names)} " if names else " "

    def _name(self, picture: str) -> str:
        known = self._names.get(picture[0])
        if known or not self._names_others:
            return known or ""
        return "flag" if re.match(rf"[{_FLAG}]", picture) else unicodedata.name(picture[0], "").lower()


def _stands_apart(row: re.Match[str]) -> bool:
    """Whether emotes stand before, behind or between sentences, and are no word of one."""
    before, behind = row.string[: row.start()].rstrip(), row.string[row.end() :].strip()
    begins = not before or before[-1] in _SENTENCE_ENDS
    return not behind or (begins and (behind[0].isupper() or behind[0] in "!?…"))


def _speak_shortcode(found: re.Match[str]) -> str:
    name = found["name"]
    words = {"+1": "thumbs up", "-1": "thumbs down"}.get(name) or _EMOTES.get(name) or name.replace("_", " ")
    return f" {words} "


def _list_first(names: Iterator[str]) -> list[str]:
    return list(dict.fromkeys(names))[:_MOST]
