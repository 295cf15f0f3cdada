"""Rows of letters: the letters of a line without what stands between them, so that no sign or blank hides a word.

A line in one script is one row. Signs and digits that can stand for letters make a second row, each further script one
of its own, without the letters of all others. So whatever is put into a word, before it or behind it, falls out.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Final

from performer.guard.normalise.look_alikes import (
    CYRILLIC,
    CYRILLIC_TOO,
    DRAWN,
    DRAWN_CYRILLIC,
    JAMO,
    KANA,
    SIMPLIFIED,
    TURNED_CYRILLIC,
    find_look_alike,
    is_mirrored,
    is_turned,
    transliterate,
    turn_single,
    turn_upright,
    unmirror,
)
from performer.guard.normalise.readings import ONE_SCRIPT, NormalizedText
from performer.guard.words.disguises import HiddenPart
from performer.guard.words.similar_words import LONG_RUN, SIX_IS_B, translate_key

LATIN: Final = "latin"
KOREAN: Final = "korean"
UNSPACED: Final = frozenset({"east", KOREAN})
_SCRIPTS: Final = re.compile(
    r"(?P<latin>[a-zß-ɏɐ-ʯḀ-ỿ]+)|(?P<cyrillic>[\u0400-\u052f]+)|(?P<greek>[\u0370-\u03ff\u1f00-\u1fff]+)"
    r"|(?P<east>[\u0e00-\u0eff\u3041-\u3096ー\u3400-\u9fff々〇]+)|(?P<korean>[\u1100-\u11ff\uac00-\ud7af〇]+)"
    r"|(?P<hebrew>[\u0590-\u05ff]+)|(?P<arabic>[\u0600-\u06ff]+)|(?P<indic>[\u0900-\u0dff]+)|(?P<other>[\u0530-\u058f\u0f00-\u10ff\u1200-\u167f\u1780-\u18af]+)"
)
_LATIN: Final = re.compile("[a-z]+")
_SIGNS: Final = "0-9@$!°|¡+€£¥§¢#("
_SIGNED: Final = f"a-z{_SIGNS}"
_WITH_SIGNS: Final = re.compile(f"[{_SIGNED}]+")
_EDGE: Final = re.compile(
    rf"(?<![{_SIGNED}\u0400-\u052f])(?P<before>[{_SIGNS}]+)(?=[a-z\u0400-\u052f])"
    rf"|(?<=[a-z\u0400-\u052f])(?P<behind>[{_SIGNS}]+)(?![{_SIGNED}\u0400-\u052f])"
)
_SIX_OR_NINE: Final = re.compile("[69][a-z]|[a-z][69]")
_SIGN_RUN: Final = re.compile("[0-9]+|[^0-9]")
_HAS_SIGNS: Final = re.compile(r"[0-9@$|€£¥§¢°¡]|[!+#(]+[a-z0-9]")
_BETWEEN: Final = re.compile(r"(?<=\w)[@$!|+#(](?=\w)")
"""A sign that could be a letter, between two letters."""
_FEWEST_BETWEEN: Final = 2
_DRAWN, _DRAWN_CYRILLIC = (
    re.compile("|".join(re.escape(signs) for signs in sorted(drawn, key=len, reverse=True)))
    for drawn in (DRAWN, DRAWN_CYRILLIC)
)
HIDDEN: Final = "〇"
"""The letter that stands for a hidden one in scripts without blanks."""
_MASKED: Final = re.compile(
    r"(?<=[\u3041-\u3096\u4e00-\u9fff\u1100-\u11ff])[*＊○◯●×x□△▲■★☆※囗](?![a-z0-9])"
    r"|(?<![a-z0-9\w])[*＊○◯●×x□△■](?=[\u3041-\u3096\u4e00-\u9fff\u1100-\u11ff])"
)
_KANA_LIKE: Final = re.compile("(?<=[ぁ-んー])[{0}]|[{0}](?=[ぁ-んー{0}])".format("".join(KANA)))
_DRAWN_OUT: Final = re.compile(
    "[ぁ-ん]ー+|[あかさたなはまやらわがざだばぱ]ぁ+|[いきしちにひみりぎじぢびぴ]ぃ+|[うくすつぬふむゆるぐずづぶぷ]ぅ+"
    "|[えけせてねへめれげぜでべぺ]ぇ+|[おこそとのほもよろごぞどぼぽ]ぉ+"
)
_CASES: Final = re.compile("(?<=[a-zа-яё])(?=[A-ZА-ЯЁ])|(?<=[A-ZА-ЯЁ])(?=[a-zа-яё])")
_HUMPS: Final = re.compile(
    "(?<=[a-zа-яё])(?=[A-ZА-ЯЁ])|(?<=[A-ZА-ЯЁ])(?=[A-ZА-ЯЁ][a-zа-яё])|(?<=[A-ZА-ЯЁ]{2})(?=[a-zа-яё])"
)
_WORD: Final = re.compile(r"[^\W\d_]+")
_SIGNED_WORD: Final = re.compile(rf"(?:[{_SIGNED}]|[^\W\d_])+")
_CYRILLIC: Final = re.compile(rf"[{_SIGNS}\u0400-\u052f]*[\u0400-\u052f][{_SIGNS}\u0400-\u052f]*")
_BESIDE_CYRILLIC: Final = re.compile(
    rf"(?:[{_SIGNED}]|(?![\u0400-\u052f])[^\W\d_])[\u0400-\u052f]"
    rf"|[\u0400-\u052f](?:[{_SIGNED}]|(?![\u0400-\u052f])[^\W\d_])"
)

_MOST_LETTERS: Final = 400
_MOST_LETTERS_A_CHAR: Final = 4

_LETTER_SIGN: Final = re.compile("[×✖❌⭕]")
"""Signs that stand for an x or an o, or for a letter that is left out."""

CharTable = Mapping[int, str]
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Variant:
    """A line as it can be read: a reading, whose letters may stand in the reverse order."""

    reading: NormalizedText
    is_backwards: bool = False
    is_guess: bool = False
    """Whether words of another script are read as they look or sound in Latin."""

    def find_written_span(self, start: int, end: int) -> Span:
        """Return the written span of the characters from start to end (exclusive)."""
        if not self.is_backwards:
            return self.reading.find_written_span(start, end)
        return self.reading.origins[end - 1], self.reading.ends[start]


class LetterRow:
    """The letters of some words of a line, one after the other.

    Args:
        text: The text of the variant, in which the words stand.
        words: Their begins and ends in the text.
        six_is_b: Whether a 6 is a b and a 9 a q, and not a g.
    """

    __slots__ = (
        *("begins", "ends", "key", "letters", "offsets", "outer_begins"),
        *("is_mirrored", "outer_ends", "runs", "script", "text", "variant", "words"),
    )

    def __init__(
        self, variant: Variant, text: str, words: list[Span], script: str = LATIN, *, six_is_b: bool = False
    ) -> None:
        self.variant = variant
        self.text = text
        self.words = words
        self.script = script
        self.is_mirrored = False
        """Whether the letters stand in the reverse order, for words that are written backwards."""
        joined = "".join([text[begin:end] for begin, end in words])
        self.letters = unify_letters(joined) if script in UNSPACED else joined
        self.offsets: list[int] = []
        """The begin of each word in the letters."""
        at = 0
        for begin, end in words:
            self.offsets.append(at)
            at += end - begin
        key = self.letters.translate(SIX_IS_B) if six_is_b else translate_key(self.letters)
        is_plain = LONG_RUN.search(key) is None
        self.runs: list[int] = list(range(at + 1)) if is_plain else []
        """For each character of the key the begin of its letters, and at last the number of letters."""
        self.key = key if is_plain else self._join_runs(key)
        """The letters as classes of those that replace one another, with runs of one class as one."""
        self.begins: dict[int, int] = {}
        """By the place in the key the letter with which a word begins there."""
        self.ends: dict[int, int] = {}
        self.outer_begins: dict[int, int] = {}
        """Further borders in runs that have several: the first begin, and the last end."""
        self.outer_ends: dict[int, int] = {}
        self._index_borders(is_plain=is_plain)

    def _index_borders(self, *, is_plain: bool) -> None:
        ends = [*self.offsets[1:], len(self.letters)]
        if is_plain:
            self.begins = dict(zip(self.offsets, self.offsets, strict=True))
            self.ends = {end - 1: end for end in ends}
            return
        # The innermost border of a run counts first, so that a word has no more letters than need be.
        for offset, end in zip(self.offsets, ends, strict=True):
            first, last = self._find_run(offset), self._find_run(end - 1)
            if first in self.begins:
                self.outer_begins.setdefault(first, self.begins[first])
            self.begins[first] = offset
            if last in self.ends:
                self.outer_ends[last] = end
            self.ends.setdefault(last, end)

    def _join_runs(self, key: str) -> str:
        joined: list[str] = []
        borders = set(self.offsets)
        at = 0
        for run in LONG_RUN.finditer(key):
            begin, end = run.span()
            if run[0] == "ph" and begin + 1 in borders:
                continue
            joined += [key[at:begin], "f" if run[0] == "ph" else run[0][0]]
            self.runs += range(at, begin + 1)
            at = end
        joined.append(key[at:])
        self.runs += range(at, len(key) + 1)
        return "".join(joined)

    def _find_run(self, letter: int) -> int:
        return bisect_right(self.runs, letter) - 1

    def find_written_span(self, begin: int, end: int) -> Span:
        """Return the written span of the letters from begin to end (exclusive)."""
        return self.variant.find_written_span(self.find_place(begin), self.find_place(end - 1) + 1)

    def mirror(self) -> "LetterRow":
        """Return the row in the reverse order."""
        row = LetterRow.__new__(LetterRow)
        chars, letters, last = len(self.text), len(self.letters), len(self.key) - 1
        row.is_mirrored = True
        row.variant = _reverse(self.variant)
        row.script, row.text = self.script, self.text[::-1]
        row.words = [(chars - end, chars - begin) for begin, end in reversed(self.words)]
        row.letters, row.key = self.letters[::-1], self.key[::-1]
        row.offsets = [letters - end for end in reversed([*self.offsets[1:], letters])]
        row.runs = [letters - begin for begin in reversed(self.runs)]
        row.begins = {last - place: letters - end for place, end in self.ends.items()}
        row.ends = {last - place: letters - begin for place, begin in self.begins.items()}
        row.outer_begins, row.outer_ends = {}, {}
        return row

    def add_borders(self, places: Iterable[int]) -> None:
        """Add borders within words, given as the letters before which they are."""
        for place in places:
            self.begins.setdefault(self._find_run(place), place)
            self.ends.setdefault(self._find_run(place - 1), place)

    def find_word(self, letter: int) -> int:
        """Return the number of the word to which a letter belongs."""
        return bisect_right(self.offsets, letter) - 1

    def find_word_end(self, word: int) -> int:
        """Return the end of a word in the letters."""
        return self.offsets[word + 1] if word + 1 < len(self.offsets) else len(self.letters)

    def find_place(self, letter: int) -> int:
        """Return the place of a letter in the text."""
        word = self.find_word(letter)
        return self.words[word][0] + letter - self.offsets[word]

    def split(self, begin: int, end: int) -> list[str]:
        """Return the pieces of words that the letters from begin to end (exclusive) are."""
        first, last = self.find_word(begin), self.find_word(end - 1)
        borders = [begin, *self.offsets[first + 1 : last + 1], end]
        return [self.letters[one:other] for one, other in pairwise(borders)]

    def gaps(self, begin: int, end: int) -> list[str]:
        """Return what stands between these pieces."""
        first, last = self.find_word(begin), self.find_word(end - 1)
        return [self.gap(word) for word in range(first + 1, last + 1)]

    def gap(self, word: int) -> str:
        """Return what stands before a word, or behind the last one; a line break before the first one."""
        if word == 0:
            return "\n"
        return self.text[self.words[word - 1][1] : self.words[word][0] if word < len(self.words) else len(self.text)]


_UNIFIED: Final = SIMPLIFIED | JAMO


def unify_letters(letters: str) -> str:
    """Return letters of scripts without blanks in the one spelling in which they are compared; as many as before."""
    return letters.translate(_UNIFIED)


class SearchExhausted(Exception):
    """Raised when a text can be read in far too many ways, or looks far too often like entries."""


def list_rows(reading: NormalizedText) -> list[LetterRow]:
    """Return the rows of all variants of a reading, one for plain prose; made once a reading.

    Raises SearchExhausted when they have far more letters than those of any text that people write.
    """
    return reading.work_out("rows", lambda: [*_limit_letters(_iterate_rows(reading), len(reading.written))])


def _limit_letters(rows: Iterable[LetterRow], chars: int) -> Iterator[LetterRow]:
    letters = _MOST_LETTERS + chars * _MOST_LETTERS_A_CHAR
    for row in rows:
        letters -= 0 if row.is_mirrored else len(row.letters)
        if letters < 0:
            raise SearchExhausted
        yield row


def _iterate_rows(reading: NormalizedText) -> Iterator[LetterRow]:
    variant = Variant(reading)
    text = restore_underscores(reading, reading.text)
    if reading.apart.isascii():
        yield from _make_latin_rows(variant, text)
        return
    yield from _make_script_rows(variant, restore_underscores(reading, reading.apart))
    for other in _iterate_variants(reading):
        yield from _make_latin_rows(other, other.reading.text)
    if is_turned(reading.text):
        turned = _reverse(Variant(replace(reading, text=reading.apart.translate(TURNED_CYRILLIC))))
        yield from _make_cyrillic_rows(turned, turned.reading.text)


def _make_latin_rows(variant: Variant, text: str) -> Iterator[LetterRow]:
    words = [match.span() for match in _LATIN.finditer(text)]
    if words:
        row = LetterRow(variant, text, words)
        _add_humps(row)
        yield row
        if not variant.is_guess and not variant.is_backwards:
            yield row.mirror()
    if variant.is_guess:
        return
    drawn = _DRAWN.search(text)
    if drawn or _HAS_SIGNS.search(text):
        yield from _make_signed_rows(variant, text)
    if drawn:
        yield from _make_signed_rows(*_read_drawn(variant, text))


def _make_signed_rows(variant: Variant, text: str) -> Iterator[LetterRow]:
    """Make the row in which signs are letters, one without a sign that parts, and one in which a 6 is a b."""
    yield from _make_signed_row(variant, text, _WITH_SIGNS)
    between = Counter(_BETWEEN.findall(text))
    if between and max(between.values()) >= _FEWEST_BETWEEN:
        parting = max(between, key=between.__getitem__)
        yield from _make_signed_row(variant, text, re.compile(f"[{_SIGNED.replace(parting, '')}]+"))
    if _SIX_OR_NINE.search(text):
        yield from _make_signed_row(variant, text, _WITH_SIGNS, six_is_b=True)


def _make_signed_row(
    variant: Variant, text: str, pattern: re.Pattern[str], *, six_is_b: bool = False
) -> Iterator[LetterRow]:
    words = [match.span() for match in pattern.finditer(text)]
    if words:
        row = LetterRow(variant, text, words, six_is_b=six_is_b)
        row.add_borders(_find_soft_borders(row))
        yield row


def _find_soft_borders(row: LetterRow) -> Iterator[int]:
    """Find the borders within words that runs of signs or digits at their edges make: these may be no letters."""
    begins = [begin for begin, _ in row.words]
    for edge in _EDGE.finditer(row.text):
        word = bisect_right(begins, edge.start()) - 1
        offset = row.offsets[word] - begins[word] + edge.start()
        runs = [*_SIGN_RUN.finditer(edge[0])]
        if edge.lastgroup == "before":
            yield from (offset + run.end() for run in runs)
        else:
            yield from (offset + run.start() for run in reversed(runs))


def _add_humps(row: LetterRow) -> None:
    """Add the borders that capitals make in a word: BigPlonkEnergy; of a word in mixed case, none."""
    written = row.variant.reading.written
    if written.islower() or written.isupper() or len(written) != len(row.text) or row.variant.is_backwards:
        return
    for word, (begin, end) in enumerate(row.words):
        part = written[begin:end]
        if part[1:].islower() or part.isupper() or len(_CASES.findall(part)) * 2 > len(part):
            continue
        row.add_borders(row.offsets[word] + match.start() for match in _HUMPS.finditer(part))


def _make_script_rows(variant: Variant, text: str) -> Iterator[LetterRow]:
    """Make a row of each script of a text, without the letters of all others."""
    words = _split_scripts(text)
    for script, those in words.items():
        if script != LATIN:
            row = LetterRow(variant, text, those, script)
            _add_humps(row)
            yield row
            if script not in UNSPACED:
                yield row.mirror()
    for script in UNSPACED & words.keys():
        yield from _make_odd_rows(variant, text, script)
    if text != restore_underscores(variant.reading, variant.reading.text) or _BESIDE_CYRILLIC.search(text):
        yield from _make_cyrillic_rows(variant, text)
    if "cyrillic" in words and _DRAWN_CYRILLIC.search(text):
        yield from _make_cyrillic_rows(*_read_drawn(variant, text, _DRAWN_CYRILLIC, DRAWN_CYRILLIC))
    if LATIN in words or _HAS_SIGNS.search(text):
        yield from _make_latin_rows(variant, text)


def _split_scripts(text: str) -> dict[str, list[Span]]:
    words: dict[str, list[Span]] = {}
    for match in _SCRIPTS.finditer(text):
        words.setdefault(str(match.lastgroup), []).append(match.span())
    return words


def _make_odd_rows(variant: Variant, text: str, script: str) -> Iterator[LetterRow]:
    """Make rows in which kana are not drawn out, kana are drawn with Chinese characters, and signs hide characters."""
    short = _DRAWN_OUT.sub(lambda kana: kana[0][0] + "~" * (len(kana[0]) - 1), text)
    kana = _KANA_LIKE.sub(lambda sign: KANA[sign[0]], short)
    for other in dict.fromkeys((short, kana, _MASKED.sub(HIDDEN, short))):
        if other != text:
            yield LetterRow(variant, other, _split_scripts(other).get(script, []), script)


def _make_cyrillic_rows(variant: Variant, text: str) -> Iterator[LetterRow]:
    """Make rows in which signs, digits and other letters among Cyrillic ones are those that they look like."""
    for table in (CYRILLIC, CYRILLIC_TOO):
        looked = _SIGNED_WORD.sub(partial(_look_cyrillic, table), text)
        words = [match.span() for match in _CYRILLIC.finditer(looked)]
        if words:
            row = LetterRow(variant, looked, words, "cyrillic")
            row.add_borders(_find_soft_borders(row))
            yield row


def _look_cyrillic(table: CharTable, word: re.Match[str]) -> str:
    """Return a word of several scripts, or in an odd one, in the Cyrillic letters that it looks like."""
    if word[0].isascii() or ONE_SCRIPT.fullmatch(word[0]):
        return word[0]
    return "".join(map(_look_latin, word[0])).translate(table)


def _look_latin(letter: str) -> str:
    """Return a letter of neither script as the Latin one that it looks like."""
    return letter if "\u0400" <= letter <= "\u052f" else find_look_alike(letter)


def _iterate_variants(reading: NormalizedText) -> Iterator[Variant]:
    """Yield other ways to read a text that is not in plain Latin letters."""
    text = reading.text
    if text != reading.apart:
        yield Variant(reading)
    seen = {text}
    for read in (_look_up, transliterate):
        other = _WORD.sub(partial(_read_whole, read), text)
        if other not in seen:
            seen.add(other)
            yield Variant(replace(reading, text=other), is_guess=True)
    if is_turned(text) or is_mirrored(text):
        small, capital = turn_upright(text)
        others = (turn_single(text), unmirror(text))
        variants = [Variant(replace(reading, text=other)) for other in (*others, small, capital)]
        yield from map(_reverse, variants)
        yield from variants[: len(others)]


def _look_up(word: str) -> str:
    return "".join(map(find_look_alike, word))


def _read_whole(read: Callable[[str], str], word: re.Match[str]) -> str:
    """Return a word as it is read, or unchanged when some letters cannot be read so."""
    if word[0].isascii():
        return word[0]
    other = read(word[0])
    return other if other.isascii() else word[0]


def _reverse(variant: Variant) -> Variant:
    reading = variant.reading
    origins, ends = reading.origins[::-1], reading.ends[::-1]
    turned = NormalizedText(written=reading.written, text=reading.text[::-1], apart="", origins=origins, ends=ends)
    return Variant(turned, is_backwards=not variant.is_backwards)


def _read_drawn(
    variant: Variant, text: str, pattern: re.Pattern[str] = _DRAWN, letters: Mapping[str, str] = DRAWN
) -> tuple[Variant, str]:
    """Read letters that are drawn with several signs: |_| is a u."""
    return _replace_parts(variant, text, [(*group.span(), letters[group[0]]) for group in pattern.finditer(text)])


def _replace_parts(variant: Variant, text: str, parts: list[tuple[int, int, str]]) -> tuple[Variant, str]:
    """Replace parts of a text, given by begin, end and letters in their order; each letter stands for all its part."""
    reading = variant.reading
    letters: list[str] = []
    places: list[Span] = []
    at = 0
    for begin, end, word in parts:
        if begin < at:
            continue
        letters += [text[at:begin], word]
        places += [(each, each) for each in range(at, begin)]
        places += [(begin, end - 1)] * len(word)
        at = end
    letters.append(text[at:])
    places += [(each, each) for each in range(at, len(text))]
    replaced = "".join(letters)
    if variant.is_backwards:
        places = [(last, first) for first, last in places]
    origins = tuple(reading.origins[first] for first, _ in places)
    ends = tuple(reading.ends[last] for _, last in places)
    return replace(variant, reading=replace(reading, text=replaced, origins=origins, ends=ends)), replaced


def restore_underscores(reading: NormalizedText, text: str) -> str:
    """Return a text of a reading with its underscores, which part letters, or stand for some."""
    if "_" not in reading.written:
        return text
    pairs = zip(text, reading.origins, strict=True)
    return "".join("_" if reading.written[origin] == "_" else letter for letter, origin in pairs)


def restore_signs(reading: NormalizedText, text: str) -> str:
    """Return a text of a reading with its underscores, and with signs that only look like letters."""
    if _LETTER_SIGN.search(reading.written) is None:
        return restore_underscores(reading, text)
    pairs = zip(text, reading.origins, strict=True)
    signs = ((letter, reading.written[origin]) for letter, origin in pairs)
    return "".join(sign if sign == "_" or _LETTER_SIGN.match(sign) else letter for letter, sign in signs)


def restore_hidden(reading: NormalizedText, words: Mapping[HiddenPart, str]) -> Iterator[LetterRow]:
    """Make the row of a reading in which these parts are these words."""
    parts = sorted(words, key=lambda part: part.start)
    replaced = [(part.start, part.end, words[part]) for part in parts]
    variant, text = _replace_parts(Variant(reading), restore_underscores(reading, reading.text), replaced)
    yield from _make_latin_rows(variant, text)
