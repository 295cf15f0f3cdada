"""Names of viewers, without what makes them no word: digits behind them, underscores and the frames of letters."""

import re
from typing import Final

from performer.core.made_late import compile_late

_NAME: Final = compile_late(r"(?<![\w.:/#@<])(?P<at>@?)(?P<name>\w{2,60})(?![\w@]|[-./:]\w)")
_PLACE: Final = compile_late(r"\d+(?:st|nd|rd|th)", re.IGNORECASE)
_NUMBERED: Final = compile_late(r"(?P<word>[^\W\d_]*[a-zà-öø-ÿ][^\W\d_]*)\d{2,}")
_FEWEST_LETTERS: Final = 4
"""A shorter word with a number, such as `mp34`, is called by its number."""
_FRAMES: Final = frozenset({"x", "xx", "xxx", "ttv", "tv", "yt", "hd", "twitch", "youtube", "official", "live", "ii"})
"""What stands around a name, parted from it."""
_NUMBERED_THINGS: Final = frozenset(
    "windows level lvl stage round area fifa battlefield cyberpunk covid season chapter agent unit base python".split()
)
_FIGURES: Final = str.maketrans("013457", "oieast")
_FIGURE_INSIDE: Final = compile_late(r"(?<=[^\W\d_])[013457](?=[^\W\d_])")


def speak_names(text: str) -> str:
    """Return a text in which names are words: `xX_Dragon99_Xx` is Dragon, and `Anna1997` is Anna.

    A name is what somebody is called by (`@somebody`), has an underscore, or ends in digits behind a word. Its parts
    stay apart: no new word is made of them.
    """
    return _NAME.sub(_speak_name, text)


def _speak_name(found: re.Match[str]) -> str:
    name = found["name"]
    if found["at"] or "_" in name.strip("_"):
        return _name_parts(name) or name
    numbered = _NUMBERED.fullmatch(name)
    if not numbered or len(numbered["word"]) < _FEWEST_LETTERS or numbered["word"].lower() in _NUMBERED_THINGS:
        return found[0]
    return numbered["word"]


def _name_parts(name: str) -> str:
    """Return the parts of a name that are words; all of its letters where none is."""
    if name.isdigit():
        return name
    parts = [_strip_digits(part) for part in name.split("_")]
    words = [part for part in parts if part]
    named = [part for part in words if part.lower() not in _FRAMES]
    return " ".join(named or words)


def _strip_digits(part: str) -> str:
    """Return a part of a name without the digits around its letters; digits that stand for letters are those."""
    if _PLACE.fullmatch(part):
        return part
    return _FIGURE_INSIDE.sub(lambda figure: figure[0].translate(_FIGURES), part.strip("0123456789"))
