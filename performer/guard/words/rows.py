"""The rows of a line.

A line in one script is one row, which is read in both directions. Signs and digits that can stand for letters make
another row, each further script one of its own, without the letters of all others. So whatever is put into a word,
before it or behind it, falls out.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from performer.core.made_late import compile_late
from performer.guard.normalise.budget import SearchExhausted
from performer.guard.normalise.look_alikes import (
    KANA,
    PICTURES,
)
from performer.guard.normalise.readings import NormalizedText
from performer.guard.words.disguises import HiddenPart
from performer.guard.words.hashtags import find_cuts, find_tags
from performer.guard.words.letters import (
    HIDDEN,
    KOREAN,
    LATIN,
    UNSPACED,
    LetterRow,
    Span,
    Variant,
    cut_near,
    find_changed,
)
from performer.guard.words.mixed_syllables import find_hangul, find_kana
from performer.guard.words.similar_words import DRAWN_VOWELS
from performer.guard.words.variants import iterate_variants, read_drawn, read_without_flags, restore_underscores

_SCRIPTS: Final = compile_late(
    r"(?P<latin>[a-zß-ɏɐ-ʯḀ-ỿ]+)|(?P<cyrillic>[\u0400-\u052f]+)|(?P<greek>[\u0370-\u03ff\u1f00-\u1fff]+)"
    r"|(?P<korean>〇*[\u1100-\u11ff\uac00-\ud7af][\u1100-\u11ff\uac00-\ud7af〇]*)"
    r"|(?P<east>[\u0e00-\u0eff\u3041-\u3096ー\u3400-\u9fff々〇]+)"
    r"|(?P<hebrew>[\u0590-\u05ff]+)|(?P<arabic>[\u0600-\u06ff]+)|(?P<indic>[\u0900-\u0dff]+)|(?P<other>[\u0530-\u058f\u0f00-\u10ff\u1200-\u167f\u1780-\u18af]+)"
)
_LATIN: Final = re.compile("[a-z]+")
_SIGNS: Final = "0-9@$!°|¡+€£¥§¢#("
_SIGNED: Final = f"a-z{_SIGNS}"
_SIX_NINE: Final = re.compile("[69]")
_EDGE: Final = compile_late(
    rf"(?<![{_SIGNED}\u0400-\u052f])(?P<before>[{_SIGNS}]+)(?=[a-z\u0400-\u052f])"
    rf"|(?<=[a-z\u0400-\u052f])(?P<behind>[{_SIGNS}]+)(?![{_SIGNED}\u0400-\u052f])"
)
_SIX_OR_NINE: Final = re.compile("[69][a-z]|[a-z][69]")
_SIGN_RUN: Final = re.compile("[0-9]+|[^0-9]")
_HAS_SIGNS: Final = re.compile(r"[0-9@$|€£¥§¢°¡]|[!+#(]+[a-z0-9]|[a-z]{2}\+(?!\S)")
_BETWEEN: Final = re.compile(r"(?<=\w)[@$!|+#(](?=\w)")
"""A sign that could be a letter, between two letters."""
_FEWEST_BETWEEN: Final = 2
_HUMPS: Final = compile_late(
    "(?<=[{0}])(?=[{1}])|(?<=[{1}])(?=[{1}][{0}])|(?<=[{1}]{{2}})(?=[{0}])".format(
        "a-zß-öø-ÿа-яёœšžąćęłńóśźż", "A-ZÀ-ÖØ-ÞА-ЯЁŒŠŽĄĆĘŁŃÓŚŹŻ"
    )
)
_SHORTEST_HUMP: Final = 2.5
"""The fewest letters that parts of a word in camel case have on average."""
_MASKED: Final = compile_late(
    r"(?<=[\u3041-\u3096ー\u4e00-\u9fff\u1100-\u11ff])[*＊○◯●×x□△▲■★☆※囗〇⭕❌✕✖🔞◎◇◆♡♥❤〓⚪⚫⬜⬛🔴🚫]{1,2}(?![a-z0-9])"
    r"|(?<=[\u3041-\u3096ー\u4e00-\u9fff\u1100-\u11ff])[#_](?=[\u3041-\u3096ー\u4e00-\u9fff\u1100-\u11ff])"
    r"|(?<![a-z0-9\w])[*＊○◯●×x□△■](?=[\u3041-\u3096\u4e00-\u9fff\u1100-\u11ff])"
)
_KANA_LIKE: Final = compile_late("(?<=[ぁ-んー])[{0}]|[{0}](?=[ぁ-んー{0}])".format(re.escape("".join(KANA))))
_KANA_DIGIT: Final = compile_late(r"(?<=[ぁ-んー])[0-9](?![0-9a-z])|(?<![0-9a-z:./])[0-9](?=[ぁ-ん])")
_KANA_DIGITS: Final = (
    dict(zip("0123456789", "おいにさしごろなはく", strict=True)),
    dict(zip("0123456789", "れひつみよこむたばき", strict=True)),
)
"""Kana that a digit sounds or looks like."""
_VOICE_MARK: Final = re.compile("[\u3099\u309a\u309b\u309c\uff9e\uff9f]")
_PICTURE: Final = compile_late("(?<=[\u4e00-\u9fff])[{0}]|[{0}](?=[\u4e00-\u9fff{0}])".format("".join(PICTURES)))
_DRAWN_OUT: Final = compile_late(
    "[ぁ-ん\u4e00-\u9fff]ー+|[あかさたなはまやらわがざだばぱ]ぁ+|[いきしちにひみりぎじぢびぴ]ぃ+|[うくすつぬふむゆるぐずづぶぷ]ぅ+"
    "|[えけせてねへめれげぜでべぺ]ぇ+|[おこそとのほもよろごぞどぼぽ]ぉ+|[ぁ-ん\u4e00-\u9fff]っ+(?=[なにぬねのまみむめもらりるれろん])"
)
_TWICE: Final = compile_late(r"(?:([ぁ-ん\u4e00-\u9fff])\1){2,}")
"""Characters each of which is written twice."""
_THAI_WITHIN: Final = compile_late(
    r"(?<=[\u3041-\u3096ー\u4e00-\u9fff])[\u0e00-\u0eff]+(?=[\u3041-\u3096ー\u4e00-\u9fff])"
)
"""Thai or Lao letters among Chinese or Japanese ones, which are no word of such a line."""
_USUAL_SCRIPTS: Final = 2
_OTHERS: Final = 8
_CHARS_TO_OTHERS: Final = 50
"""The words in further scripts than two that a text may have, and one for so many characters: harmless ones have none,
disguises up to 6."""
_GLUED: Final = 10
_CHARS_TO_GLUED: Final = 20
"""The same for words right behind one in another script: harmless texts of 500 characters have 17, disguises 24."""


def list_rows(reading: NormalizedText) -> list[LetterRow]:
    """Return the rows of all variants of a reading, one for plain prose; made once a reading.

    Raises SearchExhausted when these are far more than those of any text that people write.
    """
    reading.budget.check()
    return reading.work_out("rows", lambda: [*_count_rows(reading)])


def restore_hidden(reading: NormalizedText, words: Mapping[HiddenPart, str]) -> Iterator[LetterRow]:
    """Make the row of a reading in which these parts are these words."""
    parts = sorted(words, key=lambda part: part.start)
    replaced = [(part.start, part.end, words[part]) for part in parts]
    variant = Variant(reading, has_letters_alone=True).replace_parts(
        restore_underscores(reading, reading.text), replaced
    )
    yield from _make_latin_rows(variant, variant.reading.text)


def _count_rows(reading: NormalizedText) -> Iterator[LetterRow]:
    for row in _iterate_rows(reading):
        if not row.variant.is_guess:
            reading.budget.spend_row(len(row.words), len(row.letters))
        yield row


def _iterate_rows(reading: NormalizedText) -> Iterator[LetterRow]:
    variant = Variant(reading)
    text = restore_underscores(reading, reading.text)
    flagless = read_without_flags(variant, text)
    if flagless:
        yield from _make_latin_rows(flagless, flagless.reading.text)
    if reading.apart.isascii():
        yield from _make_latin_rows(variant, text)
        return
    yield from _make_script_rows(variant, restore_underscores(reading, reading.apart))
    for other in iterate_variants(reading):
        yield from _make_latin_rows(other, other.reading.text)


def _make_script_rows(variant: Variant, text: str) -> Iterator[LetterRow]:
    """Make a row of each script of a text, without the letters of all others."""
    words = _split_scripts(text)
    _check_mixture(words, len(text))
    for script, those in words.items():
        if script != LATIN:
            row = LetterRow(variant, text, those, script)
            _add_humps(row)
            _add_cuts(row)
            row.is_readable_backwards = script not in UNSPACED
            yield row
    for script in UNSPACED & words.keys():
        yield from _make_odd_rows(variant, text, script)
    if LATIN in words or _HAS_SIGNS.search(text):
        yield from _make_latin_rows(variant, text)


def _split_scripts(text: str) -> dict[str, list[Span]]:
    words: dict[str, list[Span]] = {}
    for match in _SCRIPTS.finditer(text):
        words.setdefault(str(match.lastgroup), []).append(match.span())
    return words


def _check_mixture(words: Mapping[str, list[Span]], chars: int) -> None:
    """Raise SearchExhausted for a text of many scripts all over, which nobody writes and which takes long."""
    others = sum(sorted(map(len, words.values()))[:-_USUAL_SCRIPTS])
    begins, ends = ({word[edge] for those in words.values() for word in those} for edge in (0, 1))
    glued = len(begins & ends)
    if others > _OTHERS + chars / _CHARS_TO_OTHERS or glued > _GLUED + chars / _CHARS_TO_GLUED:
        raise SearchExhausted


def _make_latin_rows(variant: Variant, text: str) -> Iterator[LetterRow]:
    words = [match.span() for match in _LATIN.finditer(text)]
    changed = variant.find_changed(text)
    for row in _make_near_rows(variant, text, words, changed):
        _add_humps(row)
        _add_cuts(row)
        row.is_readable_backwards = not variant.has_letters_alone
        yield row
    if variant.has_letters_alone:
        return
    drawn = read_drawn(variant, text)
    if drawn or _HAS_SIGNS.search(text):
        yield from _make_signed_rows(variant, text, changed)
    if drawn:
        yield from _make_signed_rows(drawn, drawn.reading.text, drawn.find_changed(drawn.reading.text))


def _make_near_rows(
    variant: Variant,
    text: str,
    words: list[Span],
    changed: Sequence[int] | None,
    script: str = LATIN,
    *,
    six_is_b: bool = False,
) -> Iterator[LetterRow]:
    """Make the row of some words; or, when some characters were replaced, rows of the words near these."""
    if changed is None:
        if words:
            yield LetterRow(variant, text, words, script, six_is_b=six_is_b)
        return
    for those in cut_near(words, changed, within_words=script in UNSPACED):
        yield LetterRow(variant, text, those, script, six_is_b=six_is_b, changed=changed)


def _make_signed_rows(variant: Variant, text: str, changed: Sequence[int] | None) -> Iterator[LetterRow]:
    """Make the row in which signs are letters, one without a sign that parts, and one in which a 6 is a b."""
    yield from _make_signed_row(variant, text, changed, _SIGNS)
    between = Counter(_BETWEEN.findall(text))
    if between and max(between.values()) >= _FEWEST_BETWEEN:
        parting = max(between, key=between.__getitem__)
        yield from _make_signed_row(variant, text, changed, _SIGNS.replace(parting, ""))
    if _SIX_OR_NINE.search(text):
        yield from _make_signed_row(variant, text, changed, _SIGNS, six_is_b=True)


def _make_signed_row(
    variant: Variant, text: str, changed: Sequence[int] | None, signs: str, *, six_is_b: bool = False
) -> Iterator[LetterRow]:
    words = [match.span() for match in _compile_signed(signs).finditer(text)]
    places = [match.start() for match in (_SIX_NINE if six_is_b else _compile_signs(signs)).finditer(text)]
    for row in _make_near_rows(variant, text, words, places if changed is None else changed, six_is_b=six_is_b):
        row.add_borders(_find_soft_borders(row))
        yield row


@cache
def _compile_signed(signs: str) -> re.Pattern[str]:
    return re.compile(f"[a-z{signs}]+")


@cache
def _compile_signs(signs: str) -> re.Pattern[str]:
    return re.compile(f"[{signs}]")


def _find_soft_borders(row: LetterRow) -> Iterator[int]:
    """Find the borders within words that runs of signs or digits at their edges make: these may be no letters."""
    begins = [begin for begin, _ in row.words]
    for edge in _EDGE.finditer(row.text, begins[0], row.words[-1][1]):
        word = bisect_right(begins, edge.start()) - 1
        if edge.end() > row.words[word][1]:
            continue
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
        humps = [match.start() for match in _HUMPS.finditer(part)]
        if part[1:].islower() or part.isupper() or len(part) < (len(humps) + 1) * _SHORTEST_HUMP:
            continue
        row.add_borders(row.offsets[word] + hump for hump in humps)


def _add_cuts(row: LetterRow) -> None:
    """Add the borders between a word in a hashtag and the everyday words that are glued to it."""
    tags = find_tags(row.text)
    if not tags:
        return
    begins = [begin for begin, _ in row.words]
    borders = sorted({*row.begins.values()})
    for start, stop in tags:
        for word in range(bisect_right(begins, start), bisect_left(begins, stop)):
            first, last = row.offsets[word], row.find_word_end(word)
            humps = borders[bisect_right(borders, first) : bisect_left(borders, last)]
            for one, other in pairwise((first, *humps, last)):
                row.add_borders(one + cut for cut in find_cuts(row.letters[one:other]))


def _make_odd_rows(variant: Variant, text: str, script: str) -> Iterator[LetterRow]:
    """Make rows in which kana are not drawn out, kana are drawn with Chinese characters, and signs hide characters."""
    short = _DRAWN_OUT.sub(lambda kana: kana[0][0] + "~" * (len(kana[0]) - 1), text)
    yield from _make_odd_row(variant, short, text, script)
    yield from _make_odd_row(variant, _THAI_WITHIN.sub(lambda letters: "~" * len(letters[0]), text), text, script)
    for base in dict.fromkeys((text, short)):
        kana = _KANA_LIKE.sub(lambda sign: KANA[sign[0]], base)
        shown = _PICTURE.sub(lambda sign: PICTURES[sign[0]], base)
        masked = _MASKED.sub(lambda signs: HIDDEN * len(signs[0]), base)
        counted = [_read_digits(base, table) for table in _KANA_DIGITS]
        single = _TWICE.sub(lambda again: "~".join(again[0][::2]) + "~", base)
        for other in dict.fromkeys((kana, shown, masked, single, *counted)):
            yield from _make_odd_row(variant, other, base, script)
    if script == KOREAN and DRAWN_VOWELS.search(text):
        words = [(begin, end) for begin, end in _split_scripts(text)[script] if DRAWN_VOWELS.search(text, begin, end)]
        if words:
            yield LetterRow(variant, text, words, script, joins_vowels=False)
    yield from _make_mixed_rows(variant, text, script)


def _read_digits(text: str, table: Mapping[str, str]) -> str:
    return _KANA_DIGIT.sub(lambda digit: table[digit[0]], text)


def _make_odd_row(variant: Variant, text: str, base: str, script: str) -> Iterator[LetterRow]:
    if text != base:
        words = _split_scripts(text).get(script, [])
        yield from _make_near_rows(variant, text, words, find_changed(base, text), script)


def _make_mixed_rows(variant: Variant, text: str, script: str) -> Iterator[LetterRow]:
    """Make rows in which syllables in other letters are in the script, and kana have no marks that only decorate."""
    parts = find_hangul(variant.reading.text) if script == KOREAN else find_kana(variant.reading)
    bare = [(place, place + 1, kana) for place, kana in _find_voiced(variant.reading, text)] if script != KOREAN else []
    for each in filter(None, (parts, bare)):
        mixed = variant.replace_parts(text, each)
        written = mixed.reading.text
        words = _split_scripts(written).get(script, [])
        yield from _make_near_rows(mixed, written, words, mixed.find_changed(written), script)


def _find_voiced(reading: NormalizedText, text: str) -> Iterator[tuple[int, str]]:
    """Find the kana that have their mark as a sign behind them, which may be mere decoration."""
    if _VOICE_MARK.search(reading.written) is None:
        return
    for place, kana in enumerate(text):
        bare = unicodedata.normalize("NFD", kana)[0]
        is_marked = reading.ends[place] - reading.origins[place] == len("か゛")
        if bare != kana and "ぁ" <= kana <= "ん" and is_marked and _is_bare(reading.written[reading.origins[place]]):
            yield place, bare


def _is_bare(letter: str) -> bool:
    """Whether a letter has no mark of its own."""
    return unicodedata.is_normalized("NFD", letter)
