"""What control pages look at: costly news go to those who look, and only while they do."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from tests.performer.stage.standing import PATIENCE_S, Peer, Standing, standing

pytestmark = pytest.mark.anyio


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Standing]:
    async with standing(tmp_path) as it:
        yield it


async def watch(peer: Peer, *topics: str) -> dict[str, object]:
    """Order to look at topics; return the answer."""
    await peer.socket.send_json({"id": 1, "op": "watch", "args": {"topics": topics}})
    with anyio.fail_after(PATIENCE_S):
        return json.loads(await peer.socket.receive_str())  # type: ignore[no-any-return]


async def test_news_of_a_topic_come_to_whoever_looks_at_it(house: Standing) -> None:
    watched = house.feed.watched
    url = house.server.addresses.control_url
    async with house.peer(url) as looking, house.peer(url) as other:
        await watch(looking, "costs")
        await watch(other, "levels")
        watched.tell("costs", 1)
        watched.tell("levels", 2)

        assert json.loads(await looking.socket.receive_str()) == {"op": "costs", "value": 1}
        assert json.loads(await other.socket.receive_str()) == {"op": "levels", "value": 2}


async def test_a_topic_is_watched_until_the_last_who_looks_has_gone(house: Standing) -> None:
    watched = house.feed.watched
    async with house.peer(house.server.addresses.control_url) as looking:
        await watch(looking, "costs")
        assert watched.is_watched("costs")
        assert not watched.is_watched("levels")

    with anyio.fail_after(PATIENCE_S):
        await watched.wait_for_end("costs")


async def test_a_client_looks_away_with_no_topics(house: Standing) -> None:
    async with house.peer(house.server.addresses.control_url) as looking:
        await watch(looking, "costs")
        answer = await watch(looking)

        assert answer == {"id": 1, "ok": True, "value": []}
        assert not house.feed.watched.is_watched("costs")


async def test_a_topic_that_there_is_not_is_refused_by_name(house: Standing) -> None:
    async with house.peer(house.server.addresses.control_url) as looking:
        answer = await watch(looking, "weather")

    assert answer["ok"] is False
    assert "weather" in str(answer["error"])
