"""What the streamer's words led to, in a sentence for control pages."""

from typing import Final

from performer.core import events
from performer.core.own_text import OwnText, own

_ANSWERED: Final = own("it answers")
_LEFT: Final = own("not said to it: its next lines know of it")


def describe_outcome(heard: events.StreamerSaid | events.OrderGiven) -> OwnText:
    """Return what becomes of the words: an answer, what came of the order, or nothing but later lines that know."""
    if isinstance(heard, events.OrderGiven):
        return own("by your order: {outcome}", outcome=heard.outcome)
    return _ANSWERED if heard.is_answered else _LEFT
