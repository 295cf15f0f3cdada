"""Python calls in running text: `play_sfx(name="boing")`."""

from collections.abc import Sequence

from performer.models.soft.heads import word_at
from performer.models.soft.named import and_more, call_of
from performer.models.soft.place import HOLD, Answer, Found, Place
from performer.models.soft.schema.offered import Offered

OPENERS: str = "("
WORDS: Sequence[str] = ()


def read(place: Place, offered: Offered) -> Answer:
    """Judge a `(` by the word right before it."""
    word = place.word.lstrip("*\"'“„«‘「『(`[{<$@!/&#")
    if not word or offered.find(word, misspelt=False) is None:
        return None
    if not place.whole:
        return HOLD
    head = word_at(place.text, place.at - len(word), offered)
    named = call_of(place.text, head, offered, cut=place.cut, needs=True) if head else None
    if named is None:
        return None
    calls, end = and_more(place.text, named, offered, cut=place.cut)
    return Found(end=end, calls=calls, bare=True, back=len(word))
