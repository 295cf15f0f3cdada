"""Judges a stop of any kind by its marks and by what follows; whether it stands in a quote is judged elsewhere."""

import re
from collections.abc import Callable
from typing import Final

from performer.speech.sentences.abbreviations import (
    CONTEMPLATION,
    FILLERS,
    LOUD_NAME_GOES_ON,
    LOUD_NAMES,
    PRONOUN_I,
    SPEECH_VERBS,
    STARTERS,
)
from performer.speech.sentences.dots import judge_dot, judge_glued_dot
from performer.speech.sentences.scripts import judge_after_mark, judge_after_quote
from performer.speech.sentences.stop import MORE, Answer, Stop, StopKind, is_asian, is_caseless, is_ideographic

_GOES_ON: Final = frozenset(",;:)]}&%=、，：；」』）")
"""Behind a stop they go on with its sentence."""
_MARKS: Final = frozenset("!?。！？…")
_DASHES: Final = "-–—"
_QUOTES: Final = "\"'”’“»«›‹」』"
_WIDE_QUOTES: Final = _QUOTES + "）】》〉］〕"
_VOWELS: Final = frozenset("aeiouyäöüáéíóúàèê")
_FEWEST_WORDS: Final = 4
_FEWEST_CHARACTERS: Final = 12
"""A first clause with as many words, or with as many characters, is worth saying by itself."""


def judge(stop: Stop) -> Answer:
    """Tell whether the sentence ends at the stop, so far as its marks and what follows can tell."""
    if stop.after >= stop.end:
        return True if stop.final else MORE
    following = stop.following
    if following == "\n":
        return True
    if following in _GOES_ON or (following in _MARKS and not stop.spaced):
        return False
    if following in _DASHES:
        return _before_dash(stop)
    if following == ".":
        return _before_dot(stop)
    return _JUDGES[stop.kind](stop)


def _before_dash(stop: Stop) -> Answer:
    """Behind a dash it goes on with a small letter: `Run! – he said`."""
    at = stop.after
    while at < stop.end and stop.text[at] in _DASHES + " ":
        at += 1
    if at >= stop.end:
        return True if stop.final else MORE
    return stop.spaced and not stop.text[at].islower()


def _before_dot(stop: Stop) -> Answer:
    """Behind a space `.NET` or `...and` begins anew, but `. . .` is one ellipsis."""
    ahead = stop.seen(2)
    if ahead is None:
        return MORE
    if ahead[1:] != " ":
        return stop.spaced
    return MORE if stop.seen(4) is None else False


def _dot(stop: Stop) -> Answer:
    if stop.closers and is_asian(stop.following):
        return _after_quote(stop)
    return judge_dot(stop) if stop.spaced else judge_glued_dot(stop)


def _dots(stop: Stop) -> Answer:
    """Judge an ellipsis: a pause, unless a capital follows that nothing but a new sentence explains."""
    if not stop.spaced:
        return False
    at = stop.inner
    if at >= stop.end:
        return True if stop.final else MORE
    if not stop.text[at].isupper():
        return False
    words = stop.words_before()
    before = words[-1].strip(".…!?,").lower() if words else ""
    if before.isdigit():
        return False
    word, whole = stop.word_at(at)
    stutter = _is_stutter(before, word.lower(), whole=whole)
    if stutter is not False:
        return MORE if stutter is MORE else False
    if before in FILLERS:
        return _begins(word, whole=whole)
    return _not(_is_afterthought(stop, at, word, whole=whole)) if word in PRONOUN_I else True


def _is_stutter(before: str, word: str, *, whole: bool) -> Answer:
    """Tell whether a word is begun again behind a pause: `I… I`, `Th… That`."""
    if not before:
        return False
    if not whole and before.startswith(word):
        return MORE
    return before == word or (not _VOWELS.intersection(before) and word.startswith(before))


def _is_afterthought(stop: Stop, at: int, word: str, *, whole: bool) -> Answer:
    """Tell whether it goes on with `I think.`, and no more."""
    if not whole:
        return MORE
    at += len(word)
    if at >= stop.end or stop.text[at] != " ":
        return False
    verb, whole = stop.word_at(at + 1)
    thinks = CONTEMPLATION.hold(verb, whole=whole)
    if thinks is not True:
        return thinks
    behind = stop.seen(1, at + 1 + len(verb))
    return MORE if behind is None else not behind or behind in ".!?…,"


def _begins(word: str, *, whole: bool) -> Answer:
    """Tell whether a word with a capital shows that a sentence begins: `I` has one anywhere."""
    if word in PRONOUN_I:
        return False if whole else MORE
    return STARTERS.hold(word, whole=whole)


def _loud(stop: Stop) -> Answer:
    following = stop.following
    if not stop.spaced:
        return _glued_loud(stop)
    if any(closer in _QUOTES for closer in stop.closers):
        return _after_quote(stop)
    if following.islower():
        return _loud_before_lower(stop)
    if following.isupper() and _word_before(stop).lower() in LOUD_NAMES:
        word, whole = stop.word_at(stop.after)
        follows = LOUD_NAME_GOES_ON.hold(word, whole=whole)
        return MORE if follows is MORE else not follows
    return True


def _glued_loud(stop: Stop) -> Answer:
    """Judge a mark without a space behind it: `GG!Next`, but not `x!=y` or a link."""
    following = stop.following
    if is_asian(following):
        return _after_quote(stop) if stop.closers else _not(judge_after_mark(stop))
    if following in "¿¡「『“„«":
        return True
    if not following.isupper():
        return False
    before = stop.text[stop.mark - 1]
    return is_asian(before) or _token_before(stop).isalpha()


def _loud_before_lower(stop: Stop) -> Answer:
    """Judge a mark before a small letter: an exclamation, or a name that is written with it."""
    if stop.closers:
        begins = stop.text[stop.start : stop.mark].lstrip()[:1]
        return begins in ("(", "[", "（") and stop.is_lower_style()
    word = _word_before(stop)
    if word.lower() in LOUD_NAMES or _is_name(stop, word):
        return False
    following, whole = stop.word_at(stop.after)
    said = SPEECH_VERBS.hold(following, whole=whole)
    return MORE if said is MORE else not said


def _is_name(stop: Stop, word: str) -> bool:
    is_first = stop.text[stop.start : stop.mark].strip() == word
    return word.istitle() and not is_first and word not in STARTERS and not stop.is_lower_style()


def _after_quote(stop: Stop) -> Answer:
    """Judge what follows a quote that ends with a mark: the next sentence, or who said it."""
    following = stop.following
    if following.islower():
        return False
    if is_caseless(following):
        return _not(judge_after_quote(stop))
    if following.isupper() and stop.kind is StopKind.LOUD:
        return _not(_is_attributed(stop))
    return True


def _is_attributed(stop: Stop) -> Answer:
    """Tell whether a name, or `I`, and a verb of saying follow."""
    name, whole = stop.word_at(stop.after)
    if name not in PRONOUN_I:
        begins = STARTERS.hold(name, whole=whole)
        if begins is not False:
            return MORE if begins is MORE else False
    if not whole:
        return MORE
    at = stop.after + len(name)
    if at >= stop.end or stop.text[at] != " ":
        return False
    verb, whole = stop.word_at(at + 1)
    return SPEECH_VERBS.hold(verb, whole=whole)


def _wide(stop: Stop) -> Answer:
    """Judge a mark that needs no space behind it."""
    if stop.text[stop.mark] == "．" and stop.following.isdigit() and not stop.spaced:
        return False
    if any(closer in _WIDE_QUOTES for closer in stop.closers):
        return _not(judge_after_quote(stop))
    return _not(judge_after_mark(stop))


def _picture(stop: Stop) -> Answer:
    """End at an emoji without any stop only where a capital, or a space in Japanese, shows a new sentence."""
    if is_ideographic(stop.following) and stop.spaced:
        return is_ideographic(stop.text[stop.mark - 1]) and stop.text[stop.after - 1].isspace()
    if not stop.text[stop.after - 1].isspace() or not stop.following.isupper():
        return False
    word, whole = stop.word_at(stop.after)
    return _begins(word, whole=whole)


def _clause(stop: Stop) -> Answer:
    """End the first clause of a text early when it is long enough to be said by itself."""
    said = stop.text[stop.start : stop.mark].strip()
    if len(said) < _FEWEST_CHARACTERS and len(said.split()) < _FEWEST_WORDS:
        return False
    return stop.spaced or stop.text[stop.mark] in "—–、，；"


def _word_before(stop: Stop) -> str:
    words = stop.words_before()
    return words[-1] if words else ""


def _token_before(stop: Stop) -> str:
    return re.sub("['’-]", "", _word_before(stop))


def _not(answer: Answer) -> Answer:
    return MORE if answer is MORE else not answer


_JUDGES: Final[dict[StopKind, Callable[[Stop], Answer]]] = {
    StopKind.DOT: _dot,
    StopKind.DOTS: _dots,
    StopKind.LOUD: _loud,
    StopKind.WIDE: _wide,
    StopKind.PICTURE: _picture,
    StopKind.CLAUSE: _clause,
}
