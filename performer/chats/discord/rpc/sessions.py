"""The sessions of all brains that are there, and of those that may come back."""

from collections import Counter
from collections.abc import Callable
from typing import Final

from aiohttp import web

from performer.chats.discord.rpc.handshake import BrainHello
from performer.chats.discord.rpc.session import RpcSession

MOST: Final = 16
"""Brains that may be there at once."""
MOST_GONE: Final = 8
"""Sessions of brains that have gone which are kept, the newest: a brain that comes back goes on with its own."""


class BrainSessions:
    """The sessions, one for each brain; `new_session` makes one, by its id and the brain's name."""

    def __init__(self, new_session: Callable[[str, str], RpcSession]) -> None:
        self._new_session = new_session
        self._sessions: dict[str, RpcSession] = {}
        """By their ids, those that were taken or left last at the end."""
        self._connections: Counter[str] = Counter()

    @property
    def connected(self) -> tuple[RpcSession, ...]:
        """The sessions of the brains that are there, in the order in which they came."""
        return tuple(self._sessions[session] for session in self._connections)

    @property
    def known(self) -> tuple[RpcSession, ...]:
        """All sessions, also of brains that have gone: calls of theirs may be under way."""
        return tuple(self._sessions.values())

    def take(self, hello: BrainHello) -> tuple[RpcSession, bool]:
        """Return the session of a brain that comes, and whether it goes on; call `leave` once for each call.

        Raises HTTPServiceUnavailable when there are too many brains already.
        """
        if hello.session not in self._connections and len(self._connections) >= MOST:
            raise web.HTTPServiceUnavailable(text=f"{MOST} brains are here, which is the most: end one first.\n")
        known = self._sessions.pop(hello.session, None)
        session = self._sessions[hello.session] = known or self._new_session(hello.session, hello.name)
        self._connections[hello.session] += 1
        return session, known is not None

    def leave(self, hello: BrainHello) -> None:
        """Note that a connection has ended, and forget the sessions to which nobody is likely to come back."""
        self._connections[hello.session] -= 1
        if self._connections[hello.session]:
            return
        del self._connections[hello.session]
        self._sessions[hello.session] = self._sessions.pop(hello.session)
        gone = [session for session in self._sessions if session not in self._connections]
        for session in gone[:-MOST_GONE]:
            del self._sessions[session]
