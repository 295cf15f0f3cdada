"""Words around a printed call by which a reader knows that it is shown, quoted, refused or corrected.

The words stand in `hints.toml` and hold for the sentence right beside the call only.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from performer.core.made_late import compile_late

_FILE: Final = Path(__file__).with_suffix(".toml")
_PIECE: Final = re.compile(r"\{([A-Z_]+)\}")
_PARTED: Final = re.compile(r" \| |\n")
_UNSPACED: Final = ("ja", "zh", "ko")
"""Languages whose words have no blanks around them, or endings that stick to them."""
_BEGINNING: Final = r"\A"
_APOSTROPHES: Final = str.maketrans("’‘`", "'''")

_SAME_LINE: Final = compile_late(
    r"[ \t]*[,;][ \t]*\w|[ \t]*\?(?!\?*\s*[{<\[`])"
    r"|[\"'”“»]?[ \t]*[-–—~][ \t]*[a-z]\w*[ \t]*(?:,|\n|\Z)"  # who said it
)
_REST: Final = re.compile(r"(?:[^{<\[`]|<(?![\w|/｜])){0,160}")
_CLOSING: Final = "\"'”“»’)*_"
_LEADING: Final = " \t\n.…<-–—\"'”“»’)*_>|"

_TIME: Final = r"[\[(]?\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?[\])]?"
_LABELLED: Final = compile_late(
    rf"\W{{0,3}}(?:{_TIME}\s*[-–]?\s*)?[<@\[(*_~+%&]{{0,4}}(?:(?=\w*[a-z_0-9])[a-z0-9]\w{{1,24}}|[A-Z]\w{{0,24}}[0-9_]\w{{0,24}})"
    r"[>\])*_]{0,4}(?: [\[(]\w{1,12}[\])])?\s{0,2}(?:[:：»>]|-(?=\s))[*_]{0,3}(?:\s|\Z|[\"'“„«{<\[`])"
)
_TIMED: Final = re.compile(rf"\W{{0,3}}{_TIME}\s")
_OWN: Final = compile_late(
    r"\W*(?:ok(?:ay)?|sure|so|yes|well|now|and|then|assistant|me|final|answer|speech|say|tool\w*|call\w*|function\w*|action|json)\b",
    re.IGNORECASE,
)
_PAIRS: Final = (("“", "”"), ("„", "“”"), ("«", "»"), ("「", "」"), ("『", "』"), ("‘", "’"))
_APOSTROPHE: Final = re.compile(r"(?:(?<=\s)|\A)'|'(?=[\s.,!?;:]|\Z)")
_SENTENCE_ENDS: Final = (".", "!", "?", "…", "。", "！", "？", "~")
_FIRST_EMOJI: Final = 0x1F000


def compile_phrases(languages: Mapping[str, str], *, begins: bool = False) -> re.Pattern[str]:
    """Return phrases as one pattern for text as `fold_text` returns it; those that must `begin` it match only there.

    They are listed by language as `hints.toml` explains, with no pieces left in them.
    """
    spaced: list[str] = []
    glued: list[str] = []
    for language, listed in languages.items():
        phrases = filter(None, map(str.strip, _PARTED.split(listed)))
        (glued if language in _UNSPACED else spaced).extend(phrases)
    words = [rf"\b(?:{'|'.join(spaced)})(?!\w)"] if spaced else []
    return compile_late(rf"{_BEGINNING if begins else ''}(?:{'|'.join([*words, *glued])})")


def _read_phrases() -> dict[str, re.Pattern[str]]:
    tables = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    pieces = tables.pop("pieces")
    found: dict[str, re.Pattern[str]] = {}
    for name, table in tables.items():
        begins = table.pop("begins", False)
        whole = {language: _PIECE.sub(lambda each: pieces[each[1]], text) for language, text in table.items()}
        found[name] = compile_phrases(whole, begins=begins)
    return found


_PHRASES: Final = _read_phrases()


@lru_cache(maxsize=64)
def fold_text(text: str) -> str:
    """Return a text in small letters and with plain apostrophes."""
    return text.lower().translate(_APOSTROPHES)


def says(text: str, *names: str) -> bool:
    """Whether a text holds a phrase of one of these lists of `hints.toml`, which explains each."""
    folded = fold_text(text)
    return any(_PHRASES[name].search(folded) for name in names)


def asks_leave(sentence: str) -> bool:
    """Whether a finished sentence asks whether to do something, or is no more than a no."""
    text = fold_text(sentence.strip(" \n*_\"'"))
    no = _PHRASES["no"].search(text)
    return (no is not None and no.end() == len(text)) or (text.endswith(("?", "？")) and says(text, "asks_leave"))


def intends(sentence: str) -> bool:
    """Whether a sentence that is not finished before a call says that something is done now."""
    return says(sentence.lstrip(" \t*_#>-\"'"), "agreed", "intended")


def disowns(after: str) -> bool:
    """Whether what follows a call says that it was an example, somebody else's or is not made."""
    said = _REST.match(after)
    assert said is not None
    return says(fold_text(said.group()).lstrip(_LEADING), "denied", "example", "not_done")


def goes_on(after: str) -> bool:
    """Whether the sentence goes on behind the call, so that the call is but a word of it."""
    line = after.partition("\n")[0].lstrip(_CLOSING)
    return _SAME_LINE.match(after) is not None or says(line, "stuck_on") or says(line.lstrip(" \t" + _CLOSING), "on")


def is_others_line(line: str) -> bool:
    """Whether a line begins as in a log of a chat, with a time, or a viewer's name and a colon."""
    return _TIMED.match(line) is not None or (_LABELLED.match(line) is not None and _OWN.match(line) is None)


def in_quotes(line: str) -> bool:
    """Whether quotation marks are open at the end of a line."""
    if line.count('"') % 2 or line.count("`") % 2:
        return True
    for opening, closing in _PAIRS:
        at = line.rfind(opening)
        if at >= 0 and not any(mark in line[at + 1 :] for mark in closing):
            return True
    return len(_APOSTROPHE.findall(line)) % 2 == 1


def is_finished_sentence(line: str) -> bool:
    """Return whether a line is empty so far or ends with a finished sentence; an emoji ends one too."""
    words = line.strip(" \t*_-#>\"'\ufeff\u200b").rstrip("\"'*_)”’ ")
    return not words or words.endswith(_SENTENCE_ENDS) or ord(words[-1]) >= _FIRST_EMOJI
