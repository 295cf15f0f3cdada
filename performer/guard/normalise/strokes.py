"""Strokes: Latin letters drawn with signs of Chinese, Japanese and Korean, as fonts for chats have them (卩ㄥㄖ几Ҝ).

Most of these signs are words and syllables of their own, so a word is read so only if it has no other sign of these
scripts.
"""

import re
from collections.abc import Iterator
from typing import Final

from performer.core.made_late import compile_late
from performer.guard.normalise.look_alikes import ONLY_STROKES, STROKES, STROKES_WITH_KANA

_EAST: Final = ((0x1100, 0x11FF), (0x3041, 0x318F), (0x3400, 0x9FFF), (0xAC00, 0xD7AF), (0xFF66, 0xFF9F))
"""The code points of the scripts without blanks that have such signs."""


def _list_ranges() -> Iterator[str]:
    """Yield the ranges of all other signs of these scripts."""
    taken = sorted(map(ord, STROKES))
    for first, last in _EAST:
        for code in (code for code in taken if first <= code <= last):
            if first < code:
                yield f"{chr(first)}-{chr(code - 1)}"
            first = code + 1
        if first <= last:
            yield f"{chr(first)}-{chr(last)}"


_OTHER: Final = compile_late(f"[{''.join(_list_ranges())}]")
_STROKE: Final = compile_late(f"[{''.join(STROKES)}]")
_SURELY: Final = compile_late(f"[{''.join(ONLY_STROKES)}]")
_KANA: Final = re.compile("[のりんひゐﾑｷﾉﾌﾚﾶｱｲﾒﾘ]")
_WORD: Final = re.compile(r"[\w√∨∪]+")
_SPACED: Final = re.compile(r"(?<!\S)\S(?: \S){2,}(?!\S)")
_LATIN: Final = str.maketrans(STROKES)
_LATIN_WITH_KANA: Final = str.maketrans(STROKES_WITH_KANA)
_SHORTEST: Final = 3
_SHORTEST_UNSURE: Final = 4
"""The shortest word without a sign that hardly anybody writes otherwise."""


def read_strokes(written: str) -> str:
    """Return a text, as long, with Latin letters for the strokes of words that are drawn with them."""
    if _STROKE.search(written) is None:
        return written
    return _WORD.sub(_read_word, _SPACED.sub(_read_word, written))


def _read_word(word: re.Match[str]) -> str:
    drawn = word[0]
    if drawn.isascii() or _OTHER.search(drawn) or _STROKE.search(drawn) is None:
        return drawn
    letters = len(drawn.replace(" ", ""))
    if letters < (_SHORTEST if _SURELY.search(drawn) else _SHORTEST_UNSURE):
        return drawn
    return drawn.translate(_LATIN_WITH_KANA if _KANA.search(drawn) else _LATIN)
