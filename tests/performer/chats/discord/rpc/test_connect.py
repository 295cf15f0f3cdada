"""Why there is no connection, in words."""

import errno

import aiohttp
import pytest

from performer.chats.discord.rpc.connect import RpcConnector, describe_error
from performer.core.clock import VirtualClock
from performer.core.redact.secret_value import ServerKey


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (TimeoutError(), "no answer came in time"),
        (OSError(errno.ECONNREFUSED, "Connect call failed ('192.168.1.20', 8770)"), "Connection refused"),
        (ConnectionError(0, "it hung up"), "it hung up"),
        (aiohttp.InvalidURL("?"), "that is no address such as ws://192.168.1.20:8770"),
        (aiohttp.ServerDisconnectedError(), "ServerDisconnectedError"),
    ],
)
def test_an_error_is_said_without_addresses(error: Exception, words: str) -> None:
    assert describe_error(error) == words


def test_without_a_token_nothing_is_tried() -> None:
    key = ServerKey(variable="TOKEN", trouble="the file cannot be read")
    connector = RpcConnector(VirtualClock(), "ws://there:1", key, session="session-1", name="one")

    assert connector.trouble.startswith("There is no token for ws://there:1: the file cannot be read.")
