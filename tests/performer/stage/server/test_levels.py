"""Levels: told while a page looks, and asked for of nobody otherwise."""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import pytest

from performer.speech.hearing.samples import SpeechSlice
from performer.stage.protocol.messages import Level, Meter
from performer.stage.server.levels import LevelFeed
from tests.performer.stage.server.test_watched_topics import watch
from tests.performer.stage.standing import Peer, Standing, standing

pytestmark = pytest.mark.anyio


@dataclass
class Mic:
    """A microphone that hears the same for ever."""

    newest: SpeechSlice | None = None
    asked: list[bool] = field(default_factory=list)

    async def watch_levels(self, *, is_watched: bool) -> None:
        self.asked.append(is_watched)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Standing]:
    async with standing(tmp_path) as it:
        yield it


async def levels(page: Peer, is_wanted: str) -> dict[str, Any]:
    """Read levels until one of them is known; return them."""
    while True:
        value: dict[str, Any] = json.loads(await page.text())["value"]
        if value.get(is_wanted) is not None:
            return value


async def test_a_page_that_looks_is_told_what_the_player_and_the_microphone_say(house: Standing) -> None:
    mic = Mic(SpeechSlice(at_s=1.0, level_db=-24.04, speech=0.9))
    feed = LevelFeed(house.clock, house.feed.watched, house.desk, mic)
    async with anyio.create_task_group() as tasks, house.sounding() as player:
        await tasks.start(feed.run)
        async with house.peer(house.server.addresses.control_url) as page:
            await watch(page, "levels")
            asked = await player.hear()
            await player.say(Level(lufs=-18.2, peak_db=-6.0))
            told = await levels(page, "out_lufs")
        left = await player.hear()
        tasks.cancel_scope.cancel()

    assert (asked, left) == (Meter(is_on=True), Meter(is_on=False))
    assert (told["out_lufs"], told["out_peak_db"], told["mic_db"], told["speech"]) == (-18.2, -6.0, -24.0, 0.9)
    assert mic.asked == [True, False]


async def test_where_nothing_sounds_and_nobody_listens_every_level_is_unknown(house: Standing) -> None:
    feed = LevelFeed(house.clock, house.feed.watched, house.desk, Mic())
    async with anyio.create_task_group() as tasks:
        await tasks.start(feed.run)
        async with house.peer(house.server.addresses.control_url) as page:
            await watch(page, "levels")
            told = json.loads(await page.text())["value"]
        tasks.cancel_scope.cancel()

    assert set(told.values()) == {None}
