"""Misfits: what the settings say of a server's tools and cannot hold; only its listing tells which those are."""

from collections.abc import Callable, Iterable
from typing import Final

from performer.events import EventStream, FileRefused
from performer.tools.mentions import Mentions
from performer.tools.tool import Tool

_MOST: Final = 10
"""Told of one listing: a rule for all tools may misfit each, and a server may have hundreds."""


class Misfits:
    """Tells the streamer of them, for one server.

    Args:
        stream: Told of each.
        server: Its name.
        mentions: What is said of tools.
        told: Writes a stranger's words as they may be told.
    """

    def __init__(self, stream: EventStream, server: str, mentions: Mentions, told: Callable[[str], str]) -> None:
        self._stream = stream
        self._server = server
        self._mentions = mentions
        self._told = told
        self._before: frozenset[str] = frozenset()
        self.newest: tuple[str, ...] = ()
        """What does not fit the newest listing, in words that may be told."""

    def tell(self, names: Iterable[str], tools: Iterable[Tool]) -> None:
        """Say what does not fit the newest listing, and was not said of the one before.

        Args:
            names: Of all that it has, hidden or not allowed.
            tools: Those that are there, or would be with a yes.
        """
        said = [*self._mentions.strangers(self._server, names), *self._mentions.misfits(tools)]
        new = [each for each in said if each not in self._before]
        self._before = frozenset(said)
        self.newest = tuple(map(self._told, said[:_MOST]))
        for each in new[:_MOST]:
            self._refuse(each)
        if len(new) > _MOST:
            self._refuse(f"{len(new) - _MOST} more do not fit the tools of {self._server}.")

    def _refuse(self, why: str) -> None:
        self._stream.publish(FileRefused(file="a line of config.toml", reason=self._told(why)))
