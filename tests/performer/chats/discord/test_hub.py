"""The hub: one link, many who hear, and its state told as a service's."""

import anyio
import pytest

from performer.chats.discord.hub import DiscordHub
from performer.chats.discord.wire.happenings import Happening, LinkChanged
from performer.events import EventStream, ServiceDown, ServiceUp
from tests.performer.chats.discord.given import ME, LittleLink, created

pytestmark = pytest.mark.anyio


async def test_everybody_hears_everything_in_order(events: EventStream) -> None:
    link, first, second = LittleLink(), list[Happening](), list[Happening]()
    hub = DiscordHub(events, link, {"first": first.append, "second": second.append})
    async with anyio.create_task_group() as tasks:
        await tasks.start(hub.run)
        said = created("hi")
        link.hear(said)
        tasks.cancel_scope.cancel()

    assert first == second == [LinkChanged(is_up=True, me=ME), said]


async def test_the_link_is_told_once_each_time_that_it_changes(events: EventStream) -> None:
    reader, link = events.whole("test"), LittleLink()
    hub = DiscordHub(events, link, {})
    async with anyio.create_task_group() as tasks:
        await tasks.start(hub.run)
        for is_up, reason in ((True, ""), (False, "It is gone."), (False, "It is gone."), (True, "")):
            link.hear(LinkChanged(is_up=is_up, reason=reason, me=ME if is_up else None))
        tasks.cancel_scope.cancel()

    up = ServiceUp(service="discord", reason="as Owlet")
    assert [each.event for each in reader.taken()] == [up, ServiceDown(service="discord", reason="It is gone."), up]


async def test_the_start_up_table_says_who_it_is_there_or_why_it_is_not(events: EventStream) -> None:
    link = LittleLink()
    hub = DiscordHub(events, link, {})
    assert (hub.role().plays, hub.role().why) == ("no Discord", "It has not been tried yet.")

    async with anyio.create_task_group() as tasks:
        await tasks.start(hub.run)
        assert hub.role().plays == "Discord, as Owlet"
        link.hear(LinkChanged(is_up=False, reason="The token was refused."))
        assert hub.role().why == "The token was refused."
        assert hub.me == ME
        tasks.cancel_scope.cancel()
