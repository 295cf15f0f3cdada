"""Which words of a spoken text belong to which words of the shown one, so that a caption can follow the voice."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

from performer.core.made_late import compile_late
from performer.core.values import dataclass

UNSPACED: Final = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef"
"""Scripts that put no space between words: there each sign stands for itself."""
_OUTER: Final = "\\s.,!?…;:\"“”„«»()\\[\\]{}*_~`'‘’¿¡<>|"
_WORD: Final = compile_late(rf"[{UNSPACED}]|[^{_OUTER}{UNSPACED}](?:[^\s{UNSPACED}]*[^{_OUTER}{UNSPACED}])?")
_DIGIT_LETTERS: Final = 4
"""A digit is about as long to say as so many letters."""


@dataclass(frozen=True)
class _Word:
    """A word of a text, and about how long it is to say."""

    begin: int
    end: int
    text: str
    weight: int


Pair = tuple[int, int, int, int]


def map_words(shown: str, spoken: str) -> list[Pair]:
    """Return what belongs together, in order: begin and end in the shown text, then begin and end in the spoken one.

    A word that is the same in both belongs to itself, without the marks around it. Where others stand in its place,
    each shown word belongs to one or several spoken ones, or several to one: as many as take about its share of the
    time. What is shown and not spoken has no entry.
    """
    before = _find_words(shown)
    if shown == spoken:
        return [_join(word, word, word) for word in before]
    after = _find_words(spoken)
    matcher = SequenceMatcher(None, [each.text for each in before], [each.text for each in after], autojunk=False)
    pairs: list[Pair] = []
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            pairs.extend(_join(one, other, other) for one, other in zip(before[a:b], after[c:d], strict=True))
        elif kind == "replace":
            pairs.extend(_pair(before[a:b], after[c:d]))
    return pairs


def map_phonemes(spoken: str, phonemes: str) -> list[Pair]:
    """Return which words of a spoken text belong to which of its phonemes, in order, as `map_words` does.

    A number may be several words of phonemes, and words that run into each other (`of the`) one.
    """
    return list(_pair(_find_words(spoken), _find_words(phonemes)))


def _find_words(text: str) -> list[_Word]:
    found = ((word.span(), word[0].casefold()) for word in _WORD.finditer(text))
    return [_Word(*span, word, _weigh(word)) for span, word in found if any(map(str.isalnum, word))]


def _weigh(word: str) -> int:
    return sum(_DIGIT_LETTERS if each.isdigit() else 1 for each in word)


def _join(shown: _Word, first: _Word, last: _Word) -> Pair:
    return shown.begin, shown.end, first.begin, last.end


def _pair(before: Sequence[_Word], after: Sequence[_Word]) -> Iterator[Pair]:
    """Pair two rows of words by the shares of their rows that they take; each word of the longer row has one place."""
    if len(before) > len(after):
        yield from ((a, b, c, d) for c, d, a, b in _pair(after, before))
        return
    scale = sum(each.weight for each in after) / sum(each.weight for each in before)
    first, share, heard = 0, 0.0, 0
    for number, word in enumerate(before):
        following = before[number + 1 :]
        share += word.weight * scale
        heard += after[first].weight
        last = first + 1
        while last < len(after) - len(following) and not (
            following and _begins(following[0], after[last], share - heard)
        ):
            heard += after[last].weight
            last += 1
        yield _join(word, after[first], after[last - 1])
        first = last


def _begins(following: _Word, spoken: _Word, rest: float) -> bool:
    """Whether a spoken word belongs to the following shown word, of which the one before wants `rest` more."""
    return following.text[0] == spoken.text[0] or spoken.weight >= 2 * rest
