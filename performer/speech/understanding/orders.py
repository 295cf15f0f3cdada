"""Orders by voice: an utterance that is an order and nothing else. Whose orders are followed is decided elsewhere."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from performer.speech.understanding.language import SpokenLanguage, find_language, list_languages

ORDERS: Final = ("hush", "pause", "resume", "louder", "softer", "again")
"""The orders that there are, as `languages.toml` names them."""
_MOST_WORDS: Final = 10


def find_order(words: Sequence[str], languages: Sequence[str]) -> str:
    """Return the order that plain words are in one of these languages; empty when they are none.

    What is only polite may stand around it, and it may be said again: "stop, stop". What only sounds like an order is
    none: of 192 spoken orders that helped none, and "later" would be "louder". How recognisers write an order stands
    among its phrases.
    """
    if not 0 < len(words) <= _MOST_WORDS:
        return ""
    known = [find_language(code) for code in dict.fromkeys(languages) if code.split("-")[0] in list_languages()]
    for language in known:
        for said in (tuple(words), _leave_out_polite(words, language)):
            if order := _list_phrases(language.code).get(_leave_out_repeats(said)):
                return order
    return ""


def _leave_out_polite(words: Sequence[str], language: SpokenLanguage) -> tuple[str, ...]:
    return tuple(each for each in words if each not in language.polite)


def _leave_out_repeats(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return words as they are said once, if nothing else than the same is said again and again."""
    for length in range(1, len(words) // 2 + 1):
        if words[:length] * (len(words) // length) == words:
            return words[:length]
    return words


@cache
def _list_phrases(code: str) -> dict[tuple[str, ...], str]:
    """Return the order of each phrase, as it is written and without what is only polite."""
    language = find_language(code)
    phrases = {phrase: name for name, phrases in language.orders.items() for phrase in phrases}
    short = {_leave_out_polite(phrase, language): name for phrase, name in phrases.items()}
    short.pop((), None)
    return {**short, **phrases}
