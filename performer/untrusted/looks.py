"""How a text looks to a reader of letters: what cannot be seen is left out, and signs of one shape are one sign."""

import unicodedata
from functools import lru_cache
from typing import Final

from performer.unseen import is_unseen

_MOST_MARKS: Final = 3
"""Marks above and below one letter; more of them is no language but a tower of signs."""

_LIKE: Final = {
    "<": "‹〈⟨❬❮˂ᐸ⧼",
    ">": "›〉⟩❭❯˃ᐳ⧽",
    "|": "∣│┃❘❙ǀ¦⎸⎹∥‖︱⏐",
    "[": "⟦〚❲",
    "]": "⟧〛❳",
    "/": "∕⁄⧸╱",
    "_": "▁＿‿⎽",
    "#": "♯",
}
_ONE_SIGN: Final = {ord(twin): sign for sign, twins in _LIKE.items() for twin in twins}


def visible(text: str) -> str:
    """Leave out what nobody sees, and fold white space: line breaks become blanks."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    seen: list[str] = []
    marks = 0
    for each in text:
        if each.isspace():
            seen.append(" ")
        elif not is_unseen(each):
            marks = marks + 1 if unicodedata.combining(each) else 0
            if marks <= _MOST_MARKS:
                seen.append(each)
    return " ".join("".join(seen).split())


def looks(text: str) -> str:
    """Write each character as the plain one that it looks like, one for one."""
    return text if text.isascii() else "".join(map(_plain, text))


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    if character.isascii():
        return character
    sign = _ONE_SIGN.get(ord(character))
    if sign:
        return sign
    folded = unicodedata.normalize("NFKC", character)
    return folded if len(folded) == 1 else character
