"""The real discord.py finds in the fake gateway what it finds in Discord's."""

import logging

import anyio
import discord as library
import pytest

from tests.fakes.discord.client import Client, connected
from tests.fakes.discord.flood import flood
from tests.fakes.discord.numbers import Intent
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.standing import Place, png

pytestmark = pytest.mark.anyio


async def test_a_mention_comes_with_its_picture(place: Place, client: Client) -> None:
    place.fake.say(place.general, place.ann, "look", mention_me=True, attachments=[png()])
    await client.until("message")

    heard = client.heard[0]
    assert client.user in heard.mentions
    assert (heard.attachments[0].width, heard.attachments[0].height) == (8, 6)
    assert await heard.attachments[0].read() == png()


async def test_what_was_missed_is_told_again(place: Place, client: Client) -> None:
    place.fake.gateway.abort()
    place.fake.say(place.general, place.ann, "did you hear?")
    await client.until("resumed")

    assert [each.content for each in client.heard] == ["did you hear?"]
    assert (len(place.fake.gateway.identifies), len(place.fake.gateway.resumes)) == (1, 1)
    assert place.fake.gateway.resumes[0]["path"] == "/resume/"


async def test_a_client_that_is_asked_to_reconnect_resumes(place: Place, client: Client) -> None:
    place.fake.gateway.ask_to_reconnect()
    await client.until("resumed")

    assert len(place.fake.gateway.identifies) == 1


@pytest.mark.parametrize(("is_resumable", "identifies"), [(True, 1), (False, 2)])
async def test_an_invalid_session_is_begun_anew(
    place: Place, client: Client, is_resumable: bool, identifies: int
) -> None:
    place.fake.gateway.invalidate(is_resumable=is_resumable)
    await client.until("disconnect")
    await place.fake.connected()

    assert len(place.fake.gateway.identifies) == identifies


async def test_without_the_intent_only_what_is_addressed_has_content() -> None:
    async with FakeDiscord() as fake:
        place = Place(fake)
        fake.without_content()
        async with connected(fake, intents=library.Intents.default()) as client:
            fake.say(place.general, place.ann, "to all", attachments=[png()])
            fake.say(place.general, place.ann, "to you", mention_me=True)
            fake.say(fake.dm(place.ann), place.ann, "in private")
            await client.until("message", 3)

    assert [each.content for each in client.heard] == ["", f"{fake.me.mention} to you", "in private"]
    assert client.heard[0].attachments == []


async def test_a_privileged_intent_that_is_off_is_refused() -> None:
    async with FakeDiscord() as fake:
        fake.without_content()

        with pytest.raises(ExceptionGroup) as errors:
            async with connected(fake):
                pass
    assert errors.group_contains(library.PrivilegedIntentsRequired)


async def test_a_garbled_event_ends_the_connection_for_good(place: Place) -> None:
    with pytest.raises(ExceptionGroup) as errors:
        await _garbled(place.fake)

    assert errors.group_contains(KeyError)


async def _garbled(fake: FakeDiscord) -> None:
    async with connected(fake):
        fake.gateway.garble()
        await anyio.sleep_forever()


async def test_a_flood_comes_whole_and_in_order(place: Place, client: Client) -> None:
    crowd = [place.fake.person(f"P{number}", place.guild) for number in range(5)]
    await flood(place.fake, place.general, crowd, lines=300, per_s=10_000)
    await client.until("message", 300)

    assert [each.content for each in client.heard] == [f"line {number} of the flood" for number in range(300)]


@pytest.mark.slow
@pytest.mark.expects_log
async def test_it_comes_back_at_the_same_address(place: Place, client: Client) -> None:
    await place.fake.stop()
    place.fake.say(place.general, place.ann, "meanwhile")
    await place.fake.start()
    with anyio.fail_after(30):
        await client.until("message")

    assert client.heard[-1].content == "meanwhile"


async def test_members_are_told_in_chunks_to_those_who_want_them() -> None:
    async with FakeDiscord() as fake:
        place = Place(fake)
        intents = library.Intents.default()
        intents.members = True
        async with connected(fake, intents=intents) as client:
            guild = client.get_guild(int(place.guild.id))

    assert guild is not None
    assert int(place.ann.id) in [member.id for member in guild.members]
    assert Intent(fake.gateway.identifies[0]["intents"]) & Intent.MEMBERS


async def test_changes_of_places_are_told(place: Place, client: Client) -> None:
    thread = place.fake.thread(place.general)
    place.fake.rename(place.general, "chat")
    place.fake.drop(thread)
    place.fake.leave(place.guild)
    await client.until("guild_remove")

    told = [each for each in client.seen if each.startswith(("thread_", "guild_"))]
    assert told == [
        "guild_available",
        "thread_create",
        "guild_channel_update",
        "thread_delete",
        "guild_remove",
    ]


async def test_a_revoked_token_is_refused_everywhere(place: Place) -> None:
    place.fake.revoke()

    with pytest.raises(library.LoginFailure):
        async with connected(place.fake):
            pass


@pytest.mark.slow
async def test_a_gateway_that_answers_no_heartbeat_is_left_and_found_again(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    # Two clocks of discord.py notice the silence, and only one of them warns: whichever is first is right.
    caplog.set_level(logging.ERROR, "discord.gateway")
    place.fake.gateway.heartbeat_s = 0.1
    async with connected(place.fake, heartbeat_timeout=0.5) as client:
        place.fake.gateway.answers_heartbeats = False
        await place.fake.wait_for(lambda fake: fake.gateway.resumes)
        place.fake.gateway.answers_heartbeats = True
        await client.until("resumed")

    assert len(place.fake.gateway.identifies) == 1


@pytest.mark.slow
async def test_five_thousand_lines_a_minute_are_told_as_they_come(place: Place, client: Client) -> None:
    crowd = [place.fake.person(f"P{number}", place.guild) for number in range(50)]
    await flood(place.fake, place.general, crowd, lines=400)
    await client.until("message", 400)

    delays = [each.created_at.timestamp() for each in client.heard]
    assert delays == sorted(delays)
    assert len(place.fake.gateway.sessions) == 1


async def test_a_session_that_is_forgotten_is_begun_anew(place: Place, client: Client) -> None:
    place.fake.gateway.forget()
    place.fake.gateway.abort()
    await place.fake.wait_for(lambda fake: len(fake.gateway.identifies) == 2)

    assert len(place.fake.gateway.resumes) == 1
