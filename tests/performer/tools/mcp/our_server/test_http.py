"""The doorman of the HTTP server: whom it lets in, and what it says to the others."""

import logging
from collections.abc import Sequence

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message

from performer.core.clock import VirtualClock
from performer.core.http_security.auth_failures import AuthFailures
from performer.core.http_security.origin import AllowedHosts
from performer.tools.mcp.our_server.http import HttpGatekeeper

pytestmark = pytest.mark.anyio
TOKEN = "token-of-agents-in-this-test"
OURS = ("Host", "127.0.0.1:8780")
KEY = ("Authorization", f"Bearer {TOKEN}")


async def asked(clock: VirtualClock, *headers: tuple[str, str], token: str = TOKEN) -> tuple[int, dict[str, str]]:
    """Ask with these headers; the status and the headers of the answer."""
    hosts = AllowedHosts("127.0.0.1", "", hint="the address")
    hosts.port = 8780

    async def known() -> str:
        return token

    doorman = HttpGatekeeper(PlainTextResponse("in\n"), hosts, known, AuthFailures(clock, "Old?"))
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    given = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers]
    await doorman({"type": "http", "method": "POST", "path": "/mcp", "headers": given}, receive, send)
    return sent[0]["status"], {name.decode(): value.decode() for name, value in sent[0]["headers"]}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ([OURS, KEY], 200),
        ([("Host", "localhost:8780"), ("authorization", f"bearer {TOKEN}")], 200),
        ([OURS, KEY, ("Origin", "http://127.0.0.1:8780")], 200),
        ([OURS], 401),
        ([OURS, ("Authorization", "Bearer ")], 401),
        ([OURS, ("Authorization", f"Bearer {TOKEN[:-1]}")], 401),
        ([OURS, ("Authorization", f"Basic {TOKEN}")], 401),
        ([OURS, ("Authorization", "Bearer na\xefve")], 401),
        ([OURS, KEY, KEY], 401),
        ([("Host", "evil.test:8780"), KEY], 403),
        ([("Host", "127.0.0.1:80"), KEY], 403),
        ([KEY], 403),
        ([OURS, OURS, KEY], 403),
        ([OURS, KEY, ("Origin", "http://evil.test")], 403),
        ([OURS, KEY, ("Origin", "null")], 403),
    ],
)
async def test_who_has_our_name_no_strange_page_and_the_token_comes_in(
    virtual_clock: VirtualClock, headers: Sequence[tuple[str, str]], status: int
) -> None:
    assert (await asked(virtual_clock, *headers))[0] == status


async def test_where_there_is_no_token_nobody_comes_in(virtual_clock: VirtualClock) -> None:
    assert (await asked(virtual_clock, OURS, ("Authorization", "Bearer "), token=""))[0] == 401


async def test_who_is_refused_is_told_what_is_missing_and_the_log_has_no_token(
    virtual_clock: VirtualClock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    _, headers = await asked(virtual_clock, OURS, ("Authorization", "Bearer something-wrong"))

    assert headers["www-authenticate"] == "Bearer"
    assert "something-wrong" not in caplog.text
