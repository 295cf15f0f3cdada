"""The judgement of a stop of any kind by its marks and by what follows; quotes around the stop are judged elsewhere."""

import re
from collections.abc import Callable
from typing import Final

from performer.speech.sentences import abbreviations as lists
from performer.speech.sentences.dots import judge_dot, judge_glued_dot
from performer.speech.sentences.scripts import judge_after_mark, judge_after_quote
from performer.speech.sentences.stop import MORE, Answer, Stop, StopKind, is_asian, is_caseless, is_ideographic, negate

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
    """Judge whether the sentence ends at the stop, so far as its marks and what follows can tell."""
    if stop.after >= stop.end:
        return True if stop.is_final else MORE
    following = stop.following
    if following == "\n":
        return True
    if following in _GOES_ON or (following in _MARKS and not stop.is_spaced):
        return False
    if following in _DASHES:
        return _judge_before_dash(stop)
    if following == ".":
        return _judge_before_dot(stop)
    return _JUDGES[stop.kind](stop)


def _judge_before_dash(stop: Stop) -> Answer:
    """Judge a stop before a dash, behind which a sentence goes on with a small letter: `Run! – he said`."""
    at = stop.after
    while at < stop.end and stop.text[at] in _DASHES + " ":
        at += 1
    if at >= stop.end:
        return True if stop.is_final else MORE
    return stop.is_spaced and not stop.text[at].islower()


def _judge_before_dot(stop: Stop) -> Answer:
    """Judge a stop before a dot: behind a space `.NET` begins anew, but `. . .` is one ellipsis."""
    ahead = stop.peek(2)
    if ahead is None:
        return MORE
    if ahead[1:] != " ":
        return stop.is_spaced
    return MORE if stop.peek(4) is None else False


def _judge_dot(stop: Stop) -> Answer:
    if stop.closers and is_asian(stop.following):
        return _judge_after_quote(stop)
    return judge_dot(stop) if stop.is_spaced else judge_glued_dot(stop)


def _judge_dots(stop: Stop) -> Answer:
    """Judge an ellipsis: a pause, unless a capital follows that nothing but a new sentence explains."""
    if not stop.is_spaced:
        return False
    at = stop.inner
    if at >= stop.end:
        return True if stop.is_final else MORE
    if not stop.text[at].isupper():
        return False
    words = stop.find_words_before()
    before = words[-1].strip(".…!?,").lower() if words else ""
    if before.isdigit():
        return False
    word, whole = stop.read_word(at)
    stutter = _is_stutter(before, word.lower(), whole=whole)
    if stutter is not False:
        return negate(stutter)
    if before in lists.FILLERS:
        return _begins(word, whole=whole)
    return negate(_is_afterthought(stop, at, word, whole=whole)) if word in lists.PRONOUN_I else True


def _is_stutter(before: str, word: str, *, whole: bool) -> Answer:
    """Whether a word is begun again behind a pause: `I… I`, `Th… That`."""
    if not before:
        return False
    if not whole and before.startswith(word):
        return MORE
    return before == word or (not _VOWELS.intersection(before) and word.startswith(before))


def _is_afterthought(stop: Stop, at: int, word: str, *, whole: bool) -> Answer:
    """Whether the sentence goes on with `I think.`, and no more."""
    if not whole:
        return MORE
    at += len(word)
    if at >= stop.end or stop.text[at] != " ":
        return False
    verb, whole = stop.read_word(at + 1)
    thinks = lists.CONTEMPLATION.hold(verb, whole=whole)
    if thinks is not True:
        return thinks
    behind = stop.peek(1, at + 1 + len(verb))
    return MORE if behind is None else not behind or behind in ".!?…,"


def _begins(word: str, *, whole: bool) -> Answer:
    """Whether a word with a capital shows that a sentence begins: `I` has one anywhere."""
    if word in lists.PRONOUN_I:
        return False if whole else MORE
    return lists.STARTERS.hold(word, whole=whole)


def _judge_loud(stop: Stop) -> Answer:
    following = stop.following
    if not stop.is_spaced:
        return _judge_glued_loud(stop)
    if any(closer in _QUOTES for closer in stop.closers):
        return _judge_after_quote(stop)
    if following.islower():
        return _judge_loud_before_lower(stop)
    if following.isupper() and _find_word_before(stop).lower() in lists.LOUD_NAMES:
        return negate(lists.LOUD_NAME_GOES_ON.stands_at(stop))
    return True


def _judge_glued_loud(stop: Stop) -> Answer:
    """Judge a mark without a space behind it: `GG!Next`, but not `x!=y` or a link."""
    following = stop.following
    if is_asian(following):
        return _judge_after_quote(stop) if stop.closers else negate(judge_after_mark(stop))
    if following in "¿¡「『“„«":
        return True
    if not following.isupper():
        return False
    before = stop.text[stop.mark - 1]
    return is_asian(before) or re.sub("['’-]", "", _find_word_before(stop)).isalpha()


def _judge_loud_before_lower(stop: Stop) -> Answer:
    """Judge a mark before a small letter: an exclamation, or a name that is written with it."""
    if stop.closers:
        return stop.is_aside()
    word = _find_word_before(stop)
    if word.lower() in lists.LOUD_NAMES or _is_name(stop, word):
        return False
    return negate(lists.SPEECH_VERBS.stands_at(stop))


def _is_name(stop: Stop, word: str) -> bool:
    is_first = stop.text[stop.start : stop.mark].strip() == word
    return word.istitle() and not is_first and word not in lists.STARTERS and not stop.is_lower_style()


def _judge_after_quote(stop: Stop) -> Answer:
    """Judge what follows a quote that ends with a mark: the next sentence, or who said it."""
    following = stop.following
    if following.islower():
        return False
    if is_caseless(following):
        return negate(judge_after_quote(stop))
    if following.isupper() and stop.kind is StopKind.LOUD:
        return negate(_is_attributed(stop))
    return True


def _is_attributed(stop: Stop) -> Answer:
    """Whether a name, or `I`, and a verb of saying follow."""
    name, whole = stop.read_word(stop.after)
    if name not in lists.PRONOUN_I:
        begins = lists.STARTERS.hold(name, whole=whole)
        if begins is not False:
            return negate(begins)
    if not whole:
        return MORE
    at = stop.after + len(name)
    if at >= stop.end or stop.text[at] != " ":
        return False
    return lists.SPEECH_VERBS.stands_at(stop, at + 1)


def _judge_wide(stop: Stop) -> Answer:
    """Judge a mark that needs no space behind it."""
    if stop.text[stop.mark] == "．" and stop.following.isdigit() and not stop.is_spaced:
        return False
    if any(closer in _WIDE_QUOTES for closer in stop.closers):
        return negate(judge_after_quote(stop))
    return negate(judge_after_mark(stop))


def _judge_picture(stop: Stop) -> Answer:
    """End at an emoji without any stop only where a capital, or a space in Japanese, shows a new sentence."""
    if is_ideographic(stop.following) and stop.is_spaced:
        return is_ideographic(stop.text[stop.mark - 1]) and stop.text[stop.after - 1].isspace()
    if not stop.text[stop.after - 1].isspace() or not stop.following.isupper():
        return False
    word, whole = stop.read_word(stop.after)
    return _begins(word, whole=whole)


def _judge_clause(stop: Stop) -> Answer:
    """End the first clause of a text early when it is long enough to be said by itself."""
    said = stop.text[stop.start : stop.mark].strip()
    if len(said) < _FEWEST_CHARACTERS and len(said.split()) < _FEWEST_WORDS:
        return False
    return stop.is_spaced or stop.text[stop.mark] in "—–、，；"


def _find_word_before(stop: Stop) -> str:
    words = stop.find_words_before()
    return words[-1] if words else ""


_JUDGES: Final[dict[StopKind, Callable[[Stop], Answer]]] = {
    StopKind.DOT: _judge_dot,
    StopKind.DOTS: _judge_dots,
    StopKind.LOUD: _judge_loud,
    StopKind.WIDE: _judge_wide,
    StopKind.PICTURE: _judge_picture,
    StopKind.CLAUSE: _judge_clause,
}
