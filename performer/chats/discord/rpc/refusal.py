"""Why a Discord elsewhere is not there for us, in words for the streamer."""

import os
from urllib.parse import unquote

import aiohttp

from performer.chats.discord.rpc.hello import BRAIN, MOST_NAME
from performer.errors import ServiceError
from performer.printable import printable


class RefusedError(ServiceError):
    """Says that the other side is there and has said no; `retry` whether that may change by itself."""


def refusal(error: aiohttp.WSServerHandshakeError, address: str, variable: str) -> RefusedError:
    """Say what it means that a WebSocket was refused.

    Args:
        error: As aiohttp has it.
        address: Of whom.
        variable: The environment variable that holds the token.
    """
    match error.status:
        case 401:
            sentence = f"{address} refuses the token in {variable}: copy it anew from the machine of discord-io."
            return RefusedError(sentence, retry=False)
        case 409:
            named = error.headers.get(BRAIN, "") if error.headers else ""
            other = printable(unquote(named))[:MOST_NAME] or "another one"
            return RefusedError(f"{address} serves the brain '{other}', and one at a time: end that one.")
        case 403:
            sentence = f"{address} is not called so by itself: start discord-io with --public-host and that name."
            return RefusedError(sentence)
        case status:
            return RefusedError(f"{address} answers {status}: is it the address of a discord-io?")


def trouble(error: BaseException) -> str:
    """Say what went wrong on a line in a few words."""
    match error:
        case TimeoutError():
            return "no answer came in time"
        case aiohttp.ClientConnectorDNSError(strerror=str(reason)):
            return reason
        case OSError(errno=int(number)) if number > 0:
            return os.strerror(number)  # asyncio puts the address in its place
        case OSError(strerror=str(reason)):
            return reason
        case aiohttp.InvalidURL() | ValueError():
            return "that is no address such as ws://192.168.1.20:8770"
        case _:
            return type(error).__name__
