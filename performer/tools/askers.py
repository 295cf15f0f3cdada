"""Askers: how often each of the newest turns has asked for something that it may have only so often."""

from collections import OrderedDict
from typing import Final

from performer.tools.tool import PROGRAM, ToolCall

_MOST: Final = 20
"""That are known: a sub-agent asks beside the turns that come after its own."""


class Askers:
    """Counts by turn; by sub-agent where a yes has sent it, for its turn nobody knows; and all programs as one."""

    def __init__(self) -> None:
        self._asks: OrderedDict[int | str, int] = OrderedDict()

    def count(self, call: ToolCall) -> int:
        """Count a call, and tell how many there were by now; who asks again is not forgotten for others."""
        asker = _asker(call)
        self._asks[asker] = asks = self._asks.pop(asker, 0) + 1
        if len(self._asks) > _MOST:
            self._asks.popitem(last=False)
        return asks


def _asker(call: ToolCall) -> int | str:
    if call.is_of_program:
        return PROGRAM
    return call.agent if call.turn is None else call.turn
