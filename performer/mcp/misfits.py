"""Misfits: what the settings say of a server's tools and cannot hold; only its listing tells which those are."""

from collections.abc import Callable, Iterable
from typing import Final

from performer.events import EventStream, FileRefused
from performer.tools.rules import Rules
from performer.tools.tool import Tool

NO_RULES: Final = Rules({})
_MOST: Final = 10
"""Told of one listing: a rule for all tools may misfit each, and a server may have hundreds."""


class Misfits:
    """Tells the streamer of them, for one server.

    Args:
        stream: Told of each.
        server: Its name.
        rules: What is said of tools.
        told: Writes a stranger's words as they may be told.
    """

    def __init__(self, stream: EventStream, server: str, rules: Rules, told: Callable[[str], str]) -> None:
        self._stream = stream
        self._server = server
        self._rules = rules
        self._told = told
        self._before: frozenset[str] = frozenset()

    def tell(self, names: Iterable[str], tools: Iterable[Tool]) -> None:
        """Say what does not fit the newest listing, and was not said of the one before.

        Args:
            names: Of all that it has, hidden or not allowed.
            tools: Those that are there, or would be with a yes.
        """
        said = [*self._rules.strangers(self._server, names), *self._rules.misfits(tools)]
        new = [each for each in said if each not in self._before]
        self._before = frozenset(said)
        for each in new[:_MOST]:
            self._refuse(each)
        if len(new) > _MOST:
            self._refuse(f"{len(new) - _MOST} more do not fit the tools of {self._server}.")

    def _refuse(self, why: str) -> None:
        self._stream.publish(FileRefused(file="a rule of config.toml", reason=self._told(why)))
