"""The hub: one link, many who hear, and its state told as a service's."""

from collections.abc import Callable
from typing import Any

import anyio
import pytest

from performer.chats.discord import hub as hubs
from performer.chats.discord.hub import DiscordHub
from performer.chats.discord.wire.values import DiscordEvent, LinkChanged
from performer.core.clock import VirtualClock
from performer.core.events.parts import ServiceDown, ServiceUp
from performer.core.events.stream import EventStream
from tests.performer.chats.discord.given import ME, LittleLink, created

pytestmark = pytest.mark.anyio


class SilentLink(LittleLink):
    """Runs, and never gets to know whether it is up."""

    async def run(self, hear: Callable[[DiscordEvent], None], **_status: Any) -> None:
        self.hear = hear
        await anyio.sleep_forever()


async def test_everybody_hears_everything_in_order(virtual_clock: VirtualClock) -> None:
    link, first, second = LittleLink(), list[DiscordEvent](), list[DiscordEvent]()
    hub = DiscordHub(virtual_clock, EventStream(virtual_clock), link)
    async with anyio.create_task_group() as tasks:
        await tasks.start(hub.run, first.append, second.append)
        said = created("hi")
        link.hear(said)
        await virtual_clock.advance(0)
        tasks.cancel_scope.cancel()

    assert first == second == [LinkChanged(is_up=True, me=ME), said]


async def test_the_link_is_told_once_each_time_that_it_changes(virtual_clock: VirtualClock) -> None:
    stream, link = EventStream(virtual_clock), LittleLink()
    reader = stream.whole("test")
    hub = DiscordHub(virtual_clock, stream, link)
    async with anyio.create_task_group() as tasks:
        await tasks.start(hub.run)
        for is_up, reason in ((True, ""), (False, "It is gone."), (False, "It is gone."), (True, "")):
            link.hear(LinkChanged(is_up=is_up, reason=reason, me=ME if is_up else None))
        tasks.cancel_scope.cancel()

    up = ServiceUp(service="discord", reason="as Owlet")
    assert [each.event for each in reader.taken()] == [up, ServiceDown(service="discord", reason="It is gone."), up]


async def test_the_start_up_table_says_who_it_is_there_or_why_it_is_not(virtual_clock: VirtualClock) -> None:
    link = LittleLink()
    hub = DiscordHub(virtual_clock, EventStream(virtual_clock), link)
    assert (hub.role().plays, hub.role().why) == ("no Discord", "It has not been tried yet.")

    async with anyio.create_task_group() as tasks:
        await tasks.start(hub.run)
        assert (hub.role().plays, hub.role().state) == ("Discord, as Owlet", "works")
        link.hear(LinkChanged(is_up=False, reason="The token was refused."))
        assert (hub.role().why, hub.role().state) == ("The token was refused.", "down")
        assert hub.me == ME
        tasks.cancel_scope.cancel()


async def test_a_start_waits_five_seconds_for_a_link_of_which_nothing_is_known(virtual_clock: VirtualClock) -> None:
    stream = EventStream(virtual_clock)
    reader = stream.whole("test")
    link, ready = SilentLink(), anyio.Event()
    hub = DiscordHub(virtual_clock, stream, link)

    async def start() -> None:
        await tasks.start(hub.run)
        ready.set()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(start)
        await virtual_clock.advance(4.9)
        assert not ready.is_set()
        await virtual_clock.advance(0.2)
        assert ready.is_set()
        assert "tried on" in hub.role().why
        link.hear(LinkChanged(is_up=True, me=ME))
        assert hub.role().plays == "Discord, as Owlet"
        tasks.cancel_scope.cancel()

    assert [type(each.event).__name__ for each in reader.taken()] == ["ServiceDown", "ServiceUp"]


@pytest.mark.expects_log
async def test_a_reader_that_breaks_loses_what_broke_it_and_neither_the_link_nor_what_follows(
    virtual_clock: VirtualClock,
) -> None:
    link, heard = LittleLink(), list[DiscordEvent]()

    def breaks(happening: DiscordEvent) -> None:
        if happening == bad:
            raise ValueError("A bug.")

    hub = DiscordHub(virtual_clock, EventStream(virtual_clock), link)
    good, bad, better = created("one"), created("two"), created("three")
    async with anyio.create_task_group() as tasks:
        await tasks.start(hub.run, breaks, heard.append)
        for happening in (good, bad, better):
            link.hear(happening)
        await virtual_clock.advance(1)
        assert hub.is_up
        tasks.cancel_scope.cancel()

    assert heard[1:] == [good, better]


@pytest.mark.expects_log
async def test_when_too_much_waits_the_oldest_is_lost_and_that_is_said(
    virtual_clock: VirtualClock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(hubs, "_MOST_WAITING", 2)
    link, heard = LittleLink(), list[DiscordEvent]()
    hub = DiscordHub(virtual_clock, EventStream(virtual_clock), link)
    said = [created(each) for each in ("one", "two", "three")]
    async with anyio.create_task_group() as tasks:
        await tasks.start(hub.run, heard.append)
        for happening in said:
            link.hear(happening)
        await virtual_clock.advance(1)
        tasks.cancel_scope.cancel()

    assert [each for each in heard if each in said] == said[1:]
    assert "events were lost" in caplog.text
