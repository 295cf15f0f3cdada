"""The deeds: what becomes of calls, on the cards of their turns."""

from collections.abc import Callable
from typing import Final

from performer import events
from performer.chats.discord.mirror.cards import Cards
from performer.chats.discord.mirror.wording import ToolEnded
from performer.events import Event

KINDS: Final = (*events.OF_CALLS, events.AgentStarted)
"""What is told of calls."""
_MOST_ERRANDS: Final = 32


class Deeds:
    """Brings what is told of calls to the cards that show them.

    Args:
        cards_of: Gives the cards of a turn, as long as it is known.
    """

    def __init__(self, cards_of: Callable[[int | None], Cards | None]) -> None:
        self._cards_of = cards_of
        self._errands: dict[tuple[int | None, str], Cards] = {}
        """The cards of calls that go on by themselves: their turn may be long forgotten when they end."""

    def take(self, event: Event) -> None:
        """Take in what is told of calls, but for a call of the show's own that begins."""
        match event:
            case events.ToolCalled() | events.AgentStarted() | events.ErrandStarted():
                self._begin(event)
            case events.ToolProgressed(agent=""):
                if cards := self._showing(event):
                    cards.progressed(event)
            case events.ToolReturned(agent="") | events.ToolRefused(agent="") | events.ToolFailed(agent=""):
                self._end(event)
            case events.ErrandEnded():
                self._end(event)
                self._errands.pop((event.turn, event.call), None)

    def _begin(self, event: events.ToolCalled | events.AgentStarted | events.ErrandStarted) -> None:
        cards = self._cards_of(event.turn)
        if cards is None:
            return
        match event:
            case events.ToolCalled():
                cards.count(event)
            case events.AgentStarted():
                cards.sent(event)
            case events.ErrandStarted():
                cards.went_on(event)
                self._keep(event, cards)

    def _keep(self, errand: events.ErrandStarted, cards: Cards) -> None:
        self._errands[errand.turn, errand.call] = cards
        if len(self._errands) > _MOST_ERRANDS:
            del self._errands[next(iter(self._errands))]

    def _end(self, event: ToolEnded) -> None:
        if cards := self._showing(event):
            cards.ended(event)

    def _showing(self, event: events.ToolProgressed | ToolEnded) -> Cards | None:
        """Find the cards on which a call is shown, if it is."""
        return self._cards_of(event.turn) or self._errands.get((event.turn, event.call))
