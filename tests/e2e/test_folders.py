"""The streamer's folders while the show runs: what is put in can be shown in the next turn."""

import io
from pathlib import Path
from typing import Any

import aiohttp
import anyio
import pytest
from PIL import Image

from performer.stage.protocol.codec import decode
from performer.stage.protocol.elements import Emote
from performer.stage.protocol.messages import Put
from tests.e2e.performing import Performing, performing
from tests.fakes.ollama import SEEING, FakeOllama
from tests.performer.stage.library.gifs import filled, gif

GIF = gif((4, 4), filled((0, 0, 4, 4), 0, delay_cs=20), filled((0, 0, 4, 4), 1, delay_cs=30))
QUIET = {"PERFORMER_PACING__TALKATIVENESS": "silent"}


async def put(it: Performing, name: str, content: bytes, *, marker: str) -> None:
    """Add an emote; a broken file beside it is told of when all have been looked at."""
    folder = it.home / "emotes"
    (folder / name).write_bytes(content)
    (folder / marker).write_bytes(b"no picture")
    await it.journalled("FileRefused", lambda line: line["file"] == marker)


async def reacted(it: Performing, ollama: FakeOllama) -> dict[str, Any]:
    """Have a turn, and give back what its model was asked first."""
    asked, seen = len(ollama.asked), len(it.lines)
    await it.ask("cue", text="Show us an emote.")
    taken = await it.journalled("CueTaken", lambda line: line["kind"] == "operator", after=seen)
    await it.journalled("TurnEnded", lambda line: line["turn"] == taken["turn"])
    return dict(ollama.asked[asked])


def choices(asked: dict[str, Any]) -> list[str]:
    tools = {tool["function"]["name"]: tool["function"] for tool in asked["tools"]}
    return list(tools["show_emote"]["parameters"]["properties"]["name"]["enum"])


@pytest.mark.slow
@pytest.mark.anyio
async def test_an_animated_emote_can_be_added_and_shown_while_the_show_runs(tmp_path: Path) -> None:
    async with FakeOllama(SEEING) as ollama:
        environment = {**QUIET, "OLLAMA_HOST": ollama.url}
        async with performing(tmp_path / "home", "--no-sound", "--frames", "arcade:1", environment=environment) as it:
            await it.journalled("ServiceUp", lambda line: line["service"] == "brain")
            assert "pog" not in choices(await reacted(it, ollama))

            await put(it, "Pog.gif", GIF, marker="broken.png")
            await it.printed("left out: broken.png: its content is no PNG")
            ollama.reply(calls=[("show_emote", {"name": "pog"})])
            async with aiohttp.ClientSession() as session:
                async with session.ws_connect(
                    it.stage["url"].replace("http", "ws").replace("/stage?", "/stage/ws?")
                ) as page:
                    assert "pog" in choices(await reacted(it, ollama))
                    emote = await shown(page)
                row = await fetched(session, it, emote.src)

            assert emote.frames_ms == (200, 300)
            assert row.size == (8, 4)


async def shown(page: aiohttp.ClientWebSocketResponse) -> Emote:
    with anyio.fail_after(10):
        while True:
            message = decode(await page.receive_str())
            if isinstance(message, Put) and isinstance(message.element, Emote):
                return message.element


async def fetched(session: aiohttp.ClientSession, it: Performing, src: str) -> Image.Image:
    base, _, token = it.stage["url"].partition("/stage?")
    async with session.get(f"{base}{src}?{token}") as answer:
        assert (answer.status, answer.content_type) == (200, "image/png")
        return Image.open(io.BytesIO(await answer.read()))
