"""The doctor and a Discord elsewhere: a real server of calls, on loopback."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from performer.chats.discord.rpc.handshake import IO_TOKEN_FILE, VARIABLE
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire.values import LinkChanged
from performer.doctor.discord import check_discord
from tests.fakes.discord.server import FakeDiscord
from tests.performer.chats.discord.rpc.standing import TOKEN, Standing, brain, standing
from tests.performer.doctor.taking import Taken, examined, taken

pytestmark = pytest.mark.anyio


@pytest.fixture
async def endpoint() -> AsyncIterator[Standing]:
    async with standing() as endpoint:
        yield endpoint


async def io(address: str, home: Path, token: str = TOKEN) -> Taken:
    settings = DiscordSettings(enabled=True, io=address, owners=("1",))
    (home / IO_TOKEN_FILE).write_text(token, encoding="utf-8")
    found = await taken(check_discord, examined(home=home, discord=settings))
    assert TOKEN not in repr(found.findings)
    return found


async def test_a_discord_elsewhere_that_is_linked_is_all_right(endpoint: Standing, tmp_path: Path) -> None:
    found = await io(endpoint.address, tmp_path)

    assert found.states == {"io": "ok", "link": "ok", "channels": "skipped", "approvers": "ok"}


async def test_one_without_a_link_says_why(endpoint: Standing, tmp_path: Path) -> None:
    endpoint.server.hear(LinkChanged(is_up=False, reason="Discord refuses the bot's token."))

    found = await io(endpoint.address, tmp_path)

    assert found.states["link"] == "failed"
    assert "refuses the bot's token" in found["link"].found


async def test_another_brain_there_is_named(endpoint: Standing, tmp_path: Path) -> None:
    async with brain(endpoint.address, name="attic"):
        found = await io(endpoint.address, tmp_path)

        assert "'attic'" in found["brain"].found


async def test_a_wrong_token_is_told_with_where_the_right_one_lies(endpoint: Standing, tmp_path: Path) -> None:
    found = await io(endpoint.address, tmp_path, "another-token-of-some-length")

    assert found["io"].state == "failed"
    assert f"discord-io.token of that machine: {VARIABLE}" in found["io"].remedy


async def test_no_token_is_told(endpoint: Standing, tmp_path: Path) -> None:
    assert "no token" in (await io(endpoint.address, tmp_path, ""))["io"].found


async def test_an_address_at_which_there_is_none_is_told(tmp_path: Path) -> None:
    assert "cannot be reached" in (await io("ws://127.0.0.1:9", tmp_path))["io"].found
    async with FakeDiscord() as discord:
        assert "as no discord-io does" in (await io(discord.gateway_url, tmp_path))["io"].found
