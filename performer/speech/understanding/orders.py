"""Orders by voice: an utterance that is an order and nothing else. Whose orders are followed is decided elsewhere."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from performer.speech.understanding.language import (
    SpokenLanguage,
    find_language,
    list_languages,
    measure_distance,
    spell_sound,
)

ORDERS: Final = ("hush", "pause", "resume", "louder", "softer", "again")
"""The orders that there are, as `languages.toml` names them."""
_NEAR: Final = 0.17
"""Up to this distance a word sounds like one of a short order."""
_NEAR_OF_MANY: Final = 0.4
"""And like one of a longer order, whose other words are there."""
_FEW: Final = 2
_LONG: Final = 5
"""Letters of an order of which it is enough to sound like it."""
_MOST_WORDS: Final = 10


def find_order(words: Sequence[str], languages: Sequence[str]) -> str:
    """Return the order that plain words are in one of these languages; empty when they are none.

    What is only polite may stand around it, and what sounds like a longer order is that order.
    """
    if not 0 < len(words) <= _MOST_WORDS:
        return ""
    known = [find_language(code) for code in dict.fromkeys(languages) if code.split("-")[0] in list_languages()]
    for language in known:
        for said in (tuple(words), _leave_out_polite(words, language)):
            if said in _list_phrases(language.code):
                return _list_phrases(language.code)[said]
    return next(filter(None, (_find_alike(words, language) for language in known)), "")


def _leave_out_polite(words: Sequence[str], language: SpokenLanguage) -> tuple[str, ...]:
    return tuple(each for each in words if each not in language.polite)


@cache
def _list_phrases(code: str) -> dict[tuple[str, ...], str]:
    """Return the order of each phrase, as it is written and without what is only polite."""
    language = find_language(code)
    phrases = {phrase: name for name, phrases in language.orders.items() for phrase in phrases}
    short = {_leave_out_polite(phrase, language): name for phrase, name in phrases.items()}
    short.pop((), None)
    return {**short, **phrases}


def _find_alike(words: Sequence[str], language: SpokenLanguage) -> str:
    said = _leave_out_polite(words, language) or tuple(words)
    phrases = _list_phrases(language.code).items()
    return next((order for phrase, order in phrases if _sounds_like(said, phrase, language)), "")


def _sounds_like(said: Sequence[str], phrase: Sequence[str], language: SpokenLanguage) -> bool:
    """Whether one word of a phrase was misunderstood: not who is meant, for "What did I say?" is no order."""
    if len(said) != len(phrase):
        return False
    people = (language.persons - language.things) | language.you
    others = [(word, meant) for word, meant in zip(said, phrase, strict=True) if word != meant]
    if len(others) != 1 or any(people.intersection(pair) for pair in others):
        return False
    heard, wanted = (spell_sound(each, language.code) for each in others[0])
    room = _NEAR_OF_MANY if len(phrase) > _FEW else _NEAR
    return len("".join(phrase)) >= _LONG and measure_distance(heard, wanted) <= room
