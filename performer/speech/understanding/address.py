"""Whether words are said to somebody: a name in a place where one calls somebody, spelled as it sounds.

A recogniser hears "Hey owl" as "Hey, Al" or "Hey, I'll". So what only sounds like the name counts where two things tell
that somebody is called: a greeting before it, a pause around it, or a question or a wish that follows. The name itself
needs one of these, and none where it is spoken of: "the owl in the game" calls nobody.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from performer.core.values import dataclass
from performer.speech.understanding.language import (
    ENGLISH,
    SpokenLanguage,
    find_language,
    measure_distance,
    spell_sound,
    split_plain_words,
)
from performer.speech.understanding.orders import find_order

_NEAR: Final = 0.33
"""From this distance on a word does not sound like a name."""
_SAME: Final = 0.06
"""Up to this distance it is the name in another spelling, where it has `_LONG` sounds or is of another script."""
_LONG: Final = 5
_MOST_WORDS: Final = 80
"""Words of an utterance that are looked at."""
_PIECE: Final = re.compile(r"[^\W_]+(?:['’ʼ-][^\W_]+)*|[^\w\s]+|_")
_LATIN: Final = re.compile(r"[a-z]", re.IGNORECASE)
_STOPS: Final = frozenset(".!?…。！？")
_QUESTIONS: Final = frozenset("?？")
_PAUSES: Final = frozenset(",;:–—-、，；：")
_ONE_AFTER: Final = 2
"""Words behind a verb among which the person stands that a question asks: `did you`, `what did you`."""
_NEEDED: Final = 2


@dataclass(frozen=True, kw_only=True)
class SpokenAddress:
    """The way in which an utterance is said to somebody."""

    is_exact: bool
    """Whether the name itself was understood, and not only what sounds like it."""
    rest: tuple[str, ...]
    """The plain words of what is said, without the name and what calls somebody."""


@dataclass(frozen=True)
class _Token:
    """A word of an utterance, with what stands around it."""

    word: str
    written: str
    before: str
    """What parts it from the word before: `stop` (also at the beginning), `pause` or nothing."""
    after: str
    is_asked: bool = False
    """Whether a question mark stands behind it."""


def find_address(text: str, names: Sequence[str], languages: Sequence[str]) -> SpokenAddress | None:
    """Return in what way an utterance is said to somebody of these names; None when it is not.

    `languages` are those that may be spoken, the likeliest first.
    """
    tokens = _split(text)
    if not tokens:
        return None
    known = [find_language(code) for code in dict.fromkeys([*languages, ENGLISH])]
    for language in known[:-1] or known:
        for name in names:
            for begin, end, is_exact in _find_names(tokens, name, language, known):
                place = _NamePlace(tokens, begin, end, language)
                if place.calls(is_exact=is_exact):
                    return SpokenAddress(is_exact=is_exact, rest=place.list_rest())
    return None


def _split(text: str) -> list[_Token]:
    """Return the words of a text with the pauses around them."""
    tokens: list[_Token] = []
    before = "stop"
    for piece in _PIECE.findall(text)[: 2 * _MOST_WORDS]:
        if plain := split_plain_words(piece):
            tokens.append(_Token(plain[0], piece.casefold(), before, ""))
            before = ""
            continue
        found = "stop" if _STOPS & set(piece) else "pause" if _PAUSES & set(piece) else ""
        before = found if found == "stop" or before != "stop" else before
        if tokens and found:
            is_asked = bool(_QUESTIONS & set(piece))
            tokens[-1] = replace(tokens[-1], after=found, is_asked=is_asked)
    if tokens:
        tokens[-1] = replace(tokens[-1], after="stop")
    return tokens


def _find_names(
    tokens: Sequence[_Token], name: str, language: SpokenLanguage, known: Sequence[SpokenLanguage]
) -> Iterator[tuple[int, int, bool]]:
    """Yield where a name stands, or what sounds like it, and whether it is the name itself; the name itself first."""
    plain = split_plain_words(name)
    if not plain:
        return
    whole = "".join(plain)
    keys = {"".join(spell_sound(word, each.code) for word in name.split()) for each in known}
    may_be_spelled = max(map(len, keys)) >= _LONG or not _LATIN.search(name)
    near: list[tuple[int, int]] = []
    for begin in range(len(tokens)):
        for end in range(begin + 1, min(begin + len(plain) + 1, len(tokens)) + 1):
            words = tokens[begin:end]
            if any(each.before == "stop" for each in words[1:]):
                break
            if "".join(each.word for each in words) == whole:
                yield begin, end, True
                continue
            if end - begin == len(plain) + 1 and not _may_be_one_name(words, whole):
                continue
            heard = "".join(spell_sound(each.written, language.code) for each in words)
            distance = min(measure_distance(heard, key) for key in keys) if heard else 1.0
            if distance <= _SAME and may_be_spelled:
                yield begin, end, True
            elif distance < _NEAR:
                near.append((begin, end))
    yield from ((begin, end, False) for begin, end in near)


def _may_be_one_name(words: Sequence[_Token], name: str) -> bool:
    """Whether a word more than a name has may be the name: without a pause, and without the name itself in it."""
    written = [each.word for each in words]
    return not any(each.before for each in words[1:]) and name not in ("".join(written[1:]), "".join(written[:-1]))


class _NamePlace:
    """A place of an utterance where somebody may be called."""

    def __init__(self, tokens: Sequence[_Token], begin: int, end: int, language: SpokenLanguage) -> None:
        self._tokens, self._begin, self._end, self._language = tokens, begin, end, language
        self._before = tokens[begin - 1] if begin else None
        self._follows = [each.word for each in tokens[end:]]

    def calls(self, *, is_exact: bool) -> bool:
        """Whether somebody is called here."""
        lists = self._language
        before, is_apart = self._before, self._has_pause_before
        if before is not None and not is_apart and before.word in lists.about and not self._is_thanked():
            return False
        if is_exact:
            return self._is_greeted or (self._calls_at_beginning() if self._is_first else self._calls_later())
        if any(each.word in lists.crowd for each in self._tokens[self._begin : self._end]):
            return False
        is_isolated = (self._is_first or self._is_greeted or is_apart) and self._has_pause_behind
        told = (self._is_greeted, is_isolated or self._is_apart_at_end, self._is_surely_spoken_to())
        return sum(told) >= _NEEDED

    def list_rest(self) -> tuple[str, ...]:
        """Return the words around the name without those that call somebody, and without the name said again."""
        lists, name = self._language, [each.word for each in self._tokens[self._begin : self._end]]
        before = [each.word for each in self._tokens[: self._begin]]
        while before and (before[-1] in lists.greetings or before[-1] in lists.leads):
            before.pop()
        while before and (before[0] in lists.greetings or before[0] in lists.leads):
            before.pop(0)
        follows = self._follows
        for at in range(len(follows) - len(name), -1, -1):
            if follows[at : at + len(name)] == name:
                follows = [*follows[:at], *follows[at + len(name) :]]
        return (*before, *follows)

    @property
    def _has_pause_before(self) -> bool:
        return self._tokens[self._begin].before != ""

    @property
    def _has_pause_behind(self) -> bool:
        return self._tokens[self._end - 1].after != ""

    @property
    def _is_last(self) -> bool:
        """Whether a sentence ends with the name."""
        return self._tokens[self._end - 1].after == "stop"

    @property
    def _is_apart_at_end(self) -> bool:
        return self._is_last and self._has_pause_before

    @property
    def _is_greeted(self) -> bool:
        return self._before is not None and self._before.word in self._language.greetings

    @property
    def _is_first(self) -> bool:
        """Whether nothing stands before the name in its sentence but what says nothing."""
        lists = self._language
        for at in range(self._begin, 0, -1):
            if self._tokens[at].before == "stop":
                return True
            if self._tokens[at - 1].word not in lists.leads | lists.greetings:
                return False
        return True

    def _calls_at_beginning(self) -> bool:
        if self._is_stated():
            return False
        return self._has_pause_behind or self._is_spoken_to()

    def _is_stated(self) -> bool:
        """Whether what follows says something of the name: "Pip was right", also where a pause was understood in it."""
        lists, verb, person = self._language, *[*self._follows, "", ""][:2]
        if verb not in lists.states or self._sentence()[-1].is_asked:
            return False
        persons = lists.he if verb in lists.third else lists.persons
        return person not in (persons if self._has_pause_behind else persons - lists.things)

    def _calls_later(self) -> bool:
        """Whether the name itself calls somebody within or at the end of a sentence."""
        says_you = bool(self._language.you & {each.word for each in self._sentence()})
        is_thanked = self._is_thanked()
        if self._is_last:
            return self._has_pause_before or is_thanked or (says_you and self._may_end)
        if self._has_pause_before and self._has_pause_behind:
            return says_you or is_thanked or self._is_spoken_to()
        if self._has_pause_before:
            return self._asks_behind()
        return self._has_pause_behind and (is_thanked or (says_you and self._may_end))

    @property
    def _may_end(self) -> bool:
        return self._before is not None and self._before.word in self._language.before_end

    def _is_thanked(self) -> bool:
        """Whether what stands right before the name is thanks, and nothing else stands in that sentence."""
        words = tuple(each.word for each in self._sentence()[: self._begin - self._find_sentence_begin()])
        while words and words[0] in self._language.leads and words not in self._language.thanks:
            words = words[1:]
        return words in self._language.thanks

    def _is_spoken_to(self) -> bool:
        """Whether a question or a wish follows, or one stands before the name at the end of a sentence."""
        if find_order(self._follows, (self._language.code,)) or (self._is_last and self._asks_before()):
            return True
        return self._asks_behind()

    def _asks_behind(self) -> bool:
        lists, follows = self._language, self._follows
        if not follows:
            return False
        if follows[0] in lists.wh or follows[0] in lists.asks:
            return True
        return follows[0] in lists.verbs and bool(lists.persons & set(follows[1 : 1 + _ONE_AFTER]))

    def _is_surely_spoken_to(self) -> bool:
        """Whether a question or a wish follows that cannot go on after a mere word: "I'll do that", "I'll go left"."""
        lists, first, second = self._language, self._follows[:1], self._follows[1:2]
        if find_order(self._follows, (self._language.code,)) or (self._is_last and self._asks_before()):
            return True
        asks = lists.asks.intersection(first) and lists.me.intersection(second)
        asks_person = lists.verbs.intersection(first) and (lists.persons - lists.things).intersection(second)
        return bool(lists.wh.intersection(first) or asks or asks_person)

    def _asks_before(self) -> bool:
        words = [each.word for each in self._sentence()[: self._begin - self._find_sentence_begin()]]
        while words and words[0] in self._language.leads:
            words.pop(0)
        if not words:
            return False
        lists = self._language
        asks = words[0] in lists.wh or (words[0] in lists.verbs and bool(lists.persons & set(words[1:3])))
        return (asks and bool(lists.you & set(words))) or words[0] in lists.asks or tuple(words) in lists.thanks

    def _find_sentence_begin(self) -> int:
        return max((at for at in range(self._begin + 1) if self._tokens[at].before == "stop"), default=0)

    def _sentence(self) -> list[_Token]:
        """Return the words of the sentence in which the name stands."""
        first = self._find_sentence_begin()
        end = next(at for at in range(self._end - 1, len(self._tokens)) if self._tokens[at].after == "stop")
        return list(self._tokens[first : end + 1])
