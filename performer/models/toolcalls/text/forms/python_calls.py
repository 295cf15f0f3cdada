"""Python calls in running text: `play_sfx(name="boing")`."""

from collections.abc import Sequence

from performer.models.toolcalls.text.forms.form import HOLD, Answer, FormPlace, Found
from performer.models.toolcalls.text.name_patterns import read_bare_head
from performer.models.toolcalls.text.name_then_arguments import read_following_calls, read_named_call
from performer.models.toolcalls.text.schema.offered import OfferedTools

OPENERS: str = "("
WORDS: Sequence[str] = ()


def read(place: FormPlace, offered: OfferedTools) -> Answer:
    """Judge a `(` by the word right before it."""
    word = place.word.lstrip("*\"'“„«‘「『(`[{<$@!/&#")
    if not word or offered.find(word, misspelt=False) is None:
        return None
    if not place.whole:
        return HOLD
    head = read_bare_head(place.text, place.at - len(word), offered)
    named = read_named_call(place.text, head, offered, cut=place.cut, needs=True) if head else None
    if named is None:
        return None
    calls, end = read_following_calls(place.text, named, offered, cut=place.cut)
    return Found(end=end, calls=calls, bare=True, back=len(word))
