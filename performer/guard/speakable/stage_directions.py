"""Staging: what a script tells an actor to do, and the signs of lists and headings, none of which is said."""

import re
from collections.abc import Sequence
from typing import Final

from performer.guard.speakable.folding import split_words

_OPENING: Final = re.compile(r"^\s*(?:[(\[*_~<（【]|#+\s|[-•·▪►‣●–]\s|\d{1,2}\)\s)(?!\s*3\b)")
"""How no spoken line begins; a heart (<3) is let pass."""
_BRACKETED: Final = re.compile(r"\[[^\]]*[^\W\d][^\]]*\]|<<|>>|【")
_STARRED: Final = re.compile(r"\*+([^*]{1,80})\*")
_DOUBLY_STARRED: Final = re.compile(r"\*\*|__")
_ASIDE: Final = re.compile(r"\(([^()]{1,80})\)?")
_VERB: Final = r"[a-z]s(?<!this|does|thus|plus|less|haps|ways|imes|ides|anks|alas)"
"""How a verb ends that tells what somebody does; not perhaps, always, sometimes or besides."""
_DIRECTED: Final = re.compile(
    rf"\(\s*[a-z]{{2,}}(?:{_VERB}\s*(?: [a-z]+|\))|ing\s*\)"
    r"|(?:ed|ing) (?:a|an|at|the|his|her|its|their|up|down|out|off|to|in|into|on|with|from|over|towards?|through|by)\b"
    r")"
)
"""A verb behind a bracket: "(mimics a bell)", "(glancing at the sky)", "(squirming)"."""
_ANNOUNCES: Final = re.compile(r"[:：][\s*_\"”')]*$")
"""What ends with a colon promises more, as a heading does, and a line stands alone."""
_BEGINNING: Final = 2
"""Words of a direction among which its gesture stands: "(se ríe)", "(softly laughing)"."""
_ONE_GESTURE: Final = 3
"""Words of a line that says nothing but what the performer does: "Pip laughs softly"."""


def is_staged(text: str, gestures: tuple[str, ...]) -> bool:
    """Tell whether a line begins as a direction, a list or a heading does, or holds a direction.

    Args:
        text: As it is written.
        gestures: How the words of directions begin.
    """
    if _OPENING.match(text) or _BRACKETED.search(text) or _DOUBLY_STARRED.search(text):
        return True
    if _DIRECTED.search(text) or _ANNOUNCES.search(text):
        return True
    starred = [split_words(each) for each in _STARRED.findall(text)]
    if any(len(each) > 1 or _begins(each, gestures) for each in starred):
        return True
    return any(_begins(split_words(each), gestures) for each in _ASIDE.findall(text))


def is_told_of_self(
    sentence: Sequence[str], names: frozenset[str], gestures: tuple[str, ...], says: frozenset[str]
) -> bool:
    """Tell whether a line only tells what the performer does, or tells that the performer says something."""
    if sentence and sentence[0] in names and not says.isdisjoint(sentence):
        return True
    return 1 < len(sentence) <= _ONE_GESTURE and sentence[0] in names and sentence[1].startswith(gestures)


def _begins(direction: Sequence[str], gestures: tuple[str, ...]) -> bool:
    return any(word.startswith(gestures) for word in direction[:_BEGINNING])
