"""A model's server that stands in."""

import json
from typing import Any

import aiohttp
import pytest

from bench.speed.rig.token_server import TokenServer

pytestmark = pytest.mark.anyio
WORDS = [["The", "crab", "waits"], ["It", "naps"]]


async def ask(server: TokenServer, text: Any) -> list[dict[str, Any]]:
    body = {"model": "paced", "stream": True, "messages": [{"role": "user", "content": text}]}
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{server.url}/chat/completions", json=body) as answer,
    ):
        lines = [line async for line in answer.content if line.startswith(b"data: {")]
    return [json.loads(line[6:])["choices"][0] for line in lines]


async def test_an_answer_is_streamed_as_words_and_full_stops_of_their_own() -> None:
    async with TokenServer(first_s=0, token_s=0) as server:
        server.expect("mark1end", WORDS)
        choices = await ask(server, "Tell me about mark1end now.")

    said = [each["delta"].get("content", "") for each in choices]
    assert "".join(said) == "The crab waits. It naps."
    assert said[3] == "."
    assert choices[-1]["finish_reason"] == "stop"


async def test_each_instant_is_noted_in_its_order() -> None:
    async with TokenServer(first_s=0, token_s=0.001) as server:
        answer = server.expect("mark1end", WORDS)
        await ask(server, "mark1end")

    assert answer.came_at is not None
    first, second = answer.stops_at
    certain, end = answer.certain_at
    assert answer.came_at < first <= certain < second <= end


async def test_the_mark_decides_which_answer_and_only_the_first_request_counts() -> None:
    async with TokenServer(first_s=0, token_s=0) as server:
        first, other = server.expect("mark1end", WORDS), server.expect("mark2end")
        await ask(server, "mark1end")
        again = await ask(server, "mark1end")
        unmarked = await ask(server, "nothing of ours")

    assert len(first.stops_at) == 2
    assert other.came_at is None
    assert again == unmarked


async def test_the_newest_picture_of_a_request_is_kept() -> None:
    parts = [{"type": "image_url", "image_url": {"url": f"data:image/jpeg;base64,{each}"}} for each in ("AAAA", "BBBB")]
    async with TokenServer(first_s=0, token_s=0) as server:
        answer = server.expect("mark1end")
        await ask(server, [{"type": "text", "text": "mark1end"}, *parts])

    assert answer.picture == "BBBB"


async def test_the_server_lists_its_one_model() -> None:
    async with TokenServer() as server, aiohttp.ClientSession() as session:
        listed = await (await session.get(f"{server.url}/models")).json()

    assert [each["id"] for each in listed["data"]] == ["paced"]
    assert server.spec == f"openai:paced@{server.url}"
