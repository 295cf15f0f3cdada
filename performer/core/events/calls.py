"""Calls: the events that tell what becomes of one tool call, from its beginning to its end."""

from typing import Final, get_args

from performer.core.events.parts import ErrandEnded, ErrandStarted
from performer.core.events.turns import ToolCalled, ToolFailed, ToolProgressed, ToolRefused, ToolReturned

OfACall = ToolCalled | ToolProgressed | ToolReturned | ToolRefused | ToolFailed | ErrandStarted | ErrandEnded
"""Each names its turn, and the call in it."""
OF_CALLS: Final[tuple[type[OfACall], ...]] = get_args(OfACall)
"""The same, for who reads the stream."""
