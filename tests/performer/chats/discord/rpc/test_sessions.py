"""The sessions of brains: one each, kept for a while for a brain that comes back."""

from collections.abc import Iterable
from typing import Any

from performer.chats.discord.rpc.handshake import BrainHello
from performer.chats.discord.rpc.session import RpcSession
from performer.chats.discord.rpc.sessions import MOST_GONE, BrainSessions
from performer.core.clock import VirtualClock


def hello(session: str) -> BrainHello:
    return BrainHello(session=session, is_named=True, name=session, seen=None)


def sessions() -> BrainSessions:
    nothing: Any = None
    return BrainSessions(lambda session, name: RpcSession(VirtualClock(), nothing, nothing, session, name, 1.0))


def take(brains: BrainSessions, name: str) -> tuple[str, bool]:
    session, is_resumed = brains.take(hello(name))
    return session.session, is_resumed


def names(those: Iterable[RpcSession]) -> tuple[str, ...]:
    return tuple(each.session for each in those)


def test_each_brain_has_its_own_session_and_goes_on_with_it() -> None:
    brains = sessions()

    first, second = take(brains, "one"), take(brains, "two")
    brains.leave(hello("one"))

    assert (first, second) == (("one", False), ("two", False))
    assert names(brains.connected) == ("two",)
    assert take(brains, "one") == ("one", True)


def test_of_brains_that_have_gone_only_the_newest_sessions_are_kept() -> None:
    brains = sessions()
    take(brains, "here")
    for number in range(MOST_GONE + 2):
        take(brains, str(number))
        brains.leave(hello(str(number)))

    assert len(brains.known) == MOST_GONE + 1
    assert take(brains, "1") == ("1", False)
    assert take(brains, "here") == ("here", True)


def test_a_session_with_two_connections_is_there_until_both_have_ended() -> None:
    brains = sessions()
    take(brains, "one")
    take(brains, "one")

    brains.leave(hello("one"))

    assert names(brains.connected) == ("one",)
