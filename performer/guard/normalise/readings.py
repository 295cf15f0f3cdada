"""The reading of a text that the finders search: disguises undone, with a map back to the text as it was written.

The order was measured: compatibility forms (NFKC), invisible characters, flags and frames, look-alikes, case. Disguises
over several letters (spaced, leet, stretched, reversed words) are undone word by word, in `guard/words`.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import Any, Final, TypeVar

from performer.core.made_late import compile_late
from performer.core.text import is_unseen
from performer.core.values import dataclass
from performer.guard.normalise.budget import SearchBudget
from performer.guard.normalise.look_alikes import (
    KANA,
    decode_letters,
    find_look_alike,
    has_codes,
    has_markup,
    is_turned,
    simplify_letter,
)
from performer.guard.normalise.strokes import read_strokes

T = TypeVar("T")

_MOST_MARKS: Final = 3
"""The most marks upon one letter that a language needs; more of them are a pile that covers the lines around."""
_WORD: Final = re.compile(r"[^\W_]+")
ONE_SCRIPT: Final = compile_late(
    r"[\u0400-\u052f]+|[\u0370-\u03ff\u1f00-\u1fff]+|[\u0531-\u058f]+|[\u0590-\u05ff]+|[\u0600-\u06ff]+"
    r"|[\u0900-\u0dff]+|[\u0e00-\u0eff]+|[\u10a0-\u10ff]+|[\u1200-\u137f]+|[\u1100-\u11ff\uac00-\ud7af]+"
    r"|[\u3041-\u30ff\u3400-\u9fff々〇]+"
)
"""Words in one of the scripts that people write in; what else is no Latin letter only looks like one."""
_CAPITALS: Final = str.maketrans("ΩΣΔΛΝΗΥΜΖΓƖՏՍՕԼՀՇԹԵՅԲԳԾՐՃՆ", "oeaanhymzrlsuolztptbfgorxl")
"""Latin letters that capitals of other scripts look like; their small letters look otherwise."""
_GREEK: Final = re.compile(r"[\u0370-\u03ff\u1f00-\u1fff]+|[\u0531-\u058f]+")
_VOICED: Final = re.compile(
    f"[\u3046-\u30fd\uff66-\uff9d{re.escape(''.join(KANA))}][\u3099\u309a\u309b\u309c\uff9e\uff9f]"
)
"""A kana, or what stands for one, with the mark that makes it voiced, as two characters."""
_MARKS_ALONE: Final = {0x309B: 0x3099, 0x309C: 0x309A}


@dataclass(frozen=True, kw_only=True)
class NormalizedText:
    """A text in its plainest spelling."""

    written: str
    """The text as it was written."""
    text: str
    """The text in lower case, without marks, with blanks for white space and underscores. A word in one foreign script
    stays in it; in a word of several scripts each letter is the one that it looks like."""
    apart: str
    """The text before that, as long: each letter in its own script."""
    origins: tuple[int, ...]
    """For each character of `text` the index in the written text where it begins."""
    ends: tuple[int, ...]
    """For each character of `text` the index where it ends (exclusive): a letter written as a code is long."""
    budget: SearchBudget = field(repr=False, compare=False)
    """The work that may be spent on the text."""
    worked_out: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)
    """A cache of the finders' intermediate results."""

    def work_out(self, name: str, work: Callable[[], T]) -> T:
        """Return an intermediate result, which is worked out once a reading."""
        if name not in self.worked_out:
            self.worked_out[name] = work()
        result: T = self.worked_out[name]
        return result

    def find_written_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the written span of the characters from start to end (exclusive), with marks upon the last letter."""
        last = self.ends[end - 1]
        following = self.origins[end] if end < len(self.origins) else len(self.written)
        while last < following and not simplify_letter(self.written[last]):
            last += 1
        return self.origins[start], last


def list_readings(written: str) -> list[NormalizedText]:
    """Return the readings of a text, which share one budget: without its markup, and with it, if it has any."""
    reading = normalize_text(written)
    if not has_markup(written):
        return [reading]
    return [reading, replace(normalize_text(written, without_markup=False), budget=reading.budget)]


def normalize_text(written: str, *, without_markup: bool = True) -> NormalizedText:
    """Make the reading of a text, cleaned or not, in which disguises of single letters are undone.

    What stands in angle brackets counts as words, or is left out as markup.
    """
    is_coded = has_codes(written)
    if written.isascii() and not is_coded:
        plain = written.lower().replace("_", " ")
        return _make_reading(written, plain, plain)
    shown = read_strokes(written)
    shown = shown if is_turned(written) else _WORD.sub(_read_capitals, shown)
    reading = _read(written, shown, is_coded=is_coded, without_markup=without_markup)
    if shown == written:
        return reading
    return replace(reading, apart=_read(written, written, is_coded=is_coded, without_markup=without_markup).apart)


def _read_capitals(word: re.Match[str]) -> str:
    """Return a word of several scripts with capitals of others as the Latin letters that they look like."""
    return word[0] if word[0].isascii() or _GREEK.fullmatch(word[0]) else word[0].translate(_CAPITALS)


def _read(written: str, shown: str, *, is_coded: bool, without_markup: bool) -> NormalizedText:
    text = shown.translate(_PLAIN)
    odd = _ODD.intersection(shown)
    voiced = {match.start(): (match.end(), _voice(match[0])) for match in _VOICED.finditer(shown)}
    if not odd and not is_coded and not voiced:
        return _make_reading(written, _WORD.sub(_unify_script, text), text)
    coded = voiced | (decode_letters(written, without_markup=without_markup) if is_coded else {})
    return _make_odd_reading(written, shown, coded)


def _voice(kana: str) -> str:
    """Return a kana and its mark as one letter; a kana that has no such letter stays without the mark."""
    return unicodedata.normalize("NFKC", KANA.get(kana[0], kana[0]) + kana[1].translate(_MARKS_ALONE))


def clean_text(written: str) -> str:
    """Return a text without control and invisible characters and piles of marks, and with single blanks."""
    if written.isascii() and written.isprintable():
        return " ".join(written.split())
    visible = _LONE_SELECTOR.sub("", written.translate(_VISIBLE))
    if any(unicodedata.category(each) in _MARKS for each in set(visible)):
        visible = _remove_piles(visible)
    return " ".join(visible.split())


class _PlainLetters(dict[int, str]):
    """The table of plain spellings, for `str.translate`."""

    def __missing__(self, code: int) -> str:
        letters = simplify_letter(chr(code))
        if len(letters) != 1:
            _ODD.add(chr(code))
        self[code] = letters
        return letters


class _VisibleLetters(dict[int, str]):
    """The table of characters that may reach a renderer, for `str.translate`."""

    def __missing__(self, code: int) -> str:
        letter = chr(code)
        is_blank = letter.isspace() or letter == "\u2800"
        self[code] = " " if is_blank else "" if is_unseen(letter) and letter not in _BUILDS_EMOJI else letter
        return self[code]


_PLAIN: Final = _PlainLetters()
_ODD: Final[set[str]] = set()
"""The characters, of all that were looked up in `_PLAIN`, that read as no letter or as several."""
_VISIBLE: Final = _VisibleLetters()
_MARKS: Final = frozenset({"Mn", "Me"})
_BUILDS_EMOJI: Final = "\u200d\ufe0e\ufe0f"
_LONE_SELECTOR: Final = re.compile(r"(?<![^\w\s\x00-\x7f\u200d\ufe0e\ufe0f])(?<!\u2139)[\ufe0e\ufe0f]+(?!\u20e3)")
"""A variation selector that has no use: others choose the look of the sign before them, or make a key of a digit."""


def _make_reading(written: str, text: str, apart: str) -> NormalizedText:
    """Make a reading that has a letter for each that was written."""
    places = tuple(range(len(written) + 1))
    return NormalizedText(
        written=written,
        text=text,
        apart=apart,
        origins=places[:-1],
        ends=places[1:],
        budget=SearchBudget(len(written)),
    )


def _make_odd_reading(written: str, shown: str, coded: Mapping[int, tuple[int, str]]) -> NormalizedText:
    """Make a reading with the letters that codes stand for, and of each other character its own: none, or several."""
    pieces: list[str] = []
    begins: list[int] = []
    stops: list[int] = []
    at = 0
    for begin in (*sorted(coded), len(shown)):
        if begin < at:
            continue  # it lies within a code
        pieces += [_PLAIN[ord(letter)] for letter in shown[at:begin]]
        begins += range(at, begin)
        stops += range(at + 1, begin + 1)
        if begin < len(shown):
            at, letters = coded[begin]
            pieces.append("".join(map(simplify_letter, letters)))
            begins.append(begin)
            stops.append(at)
    origins = tuple(begin for begin, letters in zip(begins, pieces, strict=True) for _ in letters)
    ends = tuple(stop for stop, letters in zip(stops, pieces, strict=True) for _ in letters)
    apart = "".join(pieces)
    text = _WORD.sub(_unify_script, apart)
    return NormalizedText(
        written=written,
        text=text,
        apart=apart,
        origins=origins,
        ends=ends,
        budget=SearchBudget(len(written)),
    )


def _unify_script(word: re.Match[str]) -> str:
    """Return a word of several scripts, or in an odd one, in the Latin letters that it looks like."""
    written = word[0]
    if written.isascii() or is_turned(written) or ONE_SCRIPT.fullmatch(written):
        return written
    return "".join(find_look_alike(letter) for letter in written)


def _remove_piles(text: str) -> str:
    marks = 0
    kept: list[str] = []
    for character in text:
        marks = marks + 1 if unicodedata.category(character) in _MARKS else 0
        if marks <= _MOST_MARKS:
            kept.append(character)
    return "".join(kept)
