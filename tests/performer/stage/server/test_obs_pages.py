from pathlib import Path

import pytest

from performer.stage.protocol.elements import Bubble
from performer.stage.protocol.messages import Hello, Message, Snapshot, Watched
from tests.performer.stage.standing import Peer, page, standing


async def next_watched(window: Peer) -> Message:
    while True:
        message = await window.hear()
        if isinstance(message, Watched):
            return message


@pytest.mark.anyio
async def test_a_window_is_told_whether_pages_show_the_stage(tmp_path: Path) -> None:
    async with standing(tmp_path) as house, house.peer(house.server.addresses.window_url) as window:
        assert isinstance(await window.hear(), Snapshot)
        assert await window.hear() == Watched(pages=0)

        async with page(house) as first, page(house):
            assert isinstance(await first.hear(), Snapshot)
            assert await next_watched(window) == Watched(pages=1)
            assert await next_watched(window) == Watched(pages=2)
        assert await next_watched(window) == Watched(pages=1)
        assert await next_watched(window) == Watched(pages=0)


@pytest.mark.anyio
async def test_who_only_sounds_is_no_page_and_a_page_that_sounds_is_one(tmp_path: Path) -> None:
    async with (
        standing(tmp_path) as house,
        house.sounding("sfx"),
        house.sounding("page", why="the page's own"),
        house.peer(house.server.addresses.window_url) as window,
    ):
        assert await next_watched(window) == Watched(pages=1)


@pytest.mark.anyio
async def test_a_page_is_never_told_who_watches(tmp_path: Path) -> None:
    async with standing(tmp_path) as house, page(house) as first, page(house):
        assert isinstance(await first.hear(), Snapshot)
        house.stage.show(Bubble(id="b", alt="Hm.", born_ms=0))

        assert not isinstance(await first.hear(), Watched)


@pytest.mark.anyio
async def test_what_a_window_says_of_itself_is_handed_on(tmp_path: Path) -> None:
    async with standing(tmp_path) as house, house.peer(house.server.addresses.window_url) as window:
        await window.say(Hello(client="window", why="on HDMI-1"))
        await window.say(Hello(client="window", why="on HDMI-1, cut to its elements"))
        async with page(house):
            while await next_watched(window) != Watched(pages=1):
                pass

        assert house.heard == ["on HDMI-1", "on HDMI-1, cut to its elements"]


@pytest.mark.anyio
async def test_the_preview_on_the_control_page_is_no_page_that_viewers_see(tmp_path: Path) -> None:
    async with standing(tmp_path) as house, house.peer(house.server.addresses.window_url) as window:
        preview = house.server.addresses.url.replace("http", "ws").replace("/stage?", "/stage/ws?preview&")
        async with house.peer(preview), page(house):
            assert await next_watched(window) == Watched(pages=0)
            assert await next_watched(window) == Watched(pages=1)
