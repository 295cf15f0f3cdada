"""Every call has a function that makes it."""

from performer.chats.discord.bot.calls import dispatch
from performer.chats.discord.wire.calls import CALLS, Send


def test_no_call_is_forgotten() -> None:
    assert {*dispatch._FUNCTIONS, Send} == set(CALLS)
