"""The real discord.py asks, sends, changes and looks for messages, and is refused where Discord refuses it."""

import io

import aiohttp
import anyio
import discord as library
import pytest
from hypothesis import given
from hypothesis import strategies as st
from multidict import MultiDict

from tests.fakes.discord.client import Client
from tests.fakes.discord.messages import window
from tests.fakes.discord.standing import Place, png, text_channel
from tests.fakes.discord.world import World

pytestmark = pytest.mark.anyio

WAYS = ("", "before", "after", "around")


async def test_what_is_sent_changed_and_deleted_is_so(place: Place, client: Client) -> None:
    said = place.fake.say(place.general, place.ann, "hello")
    await client.until("message")
    reply = await client.heard[0].reply("hi @everyone", mention_author=False)
    await reply.edit(content="hi")

    (post,) = place.fake.messages(place.general)
    assert post.reply_to is said
    assert post.texts == ["hi @everyone", "hi"]
    assert not post.pings_everyone
    await reply.delete()
    assert place.fake.messages(place.general) == []


@pytest.mark.expects_log
async def test_a_limit_is_kept_to(place: Place, client: Client) -> None:
    place.fake.trouble("POST", "/messages", status=429, retry_after=0.05)
    await text_channel(client, place.general).send("once")

    assert [ask.status for ask in place.fake.asked("POST", "/messages")] == [429, 200]
    assert len(place.fake.messages(place.general)) == 1


async def test_a_full_bucket_says_when_it_is_empty_again(place: Place, client: Client) -> None:
    place.fake.limit(window_s=0.2)
    for number in range(8):
        await text_channel(client, place.general).send(str(number))

    asked = place.fake.asked("POST", "/messages")
    assert [ask.status for ask in asked] == [200] * 8
    assert asked[5].at_s - asked[0].at_s >= 0.2


async def test_a_page_without_via_is_a_ban(place: Place, client: Client) -> None:
    place.fake.trouble("POST", "/messages", status=429, is_cloudflare=True)

    with pytest.raises(library.HTTPException):
        await text_channel(client, place.general).send("never")
    assert place.fake.rest.invalid == 1


async def test_the_same_nonce_is_the_same_message(place: Place, client: Client) -> None:
    channel = text_channel(client, place.general)
    first = await channel.send("once", nonce="row-1")
    again = await channel.send("once", nonce="row-1")

    assert first.id == again.id
    assert len(place.fake.messages(place.general)) == 1


async def test_history_comes_in_discords_order(place: Place, client: Client) -> None:
    posts = [place.fake.say(place.general, place.ann, str(number)) for number in range(9)]
    channel, middle = text_channel(client, place.general), library.Object(int(posts[4].id))

    async def page(**where: library.Object) -> list[str]:
        return [
            each["content"]
            for each in await client.http.logs_from(channel.id, 4, **{k: v.id for k, v in where.items()})
        ]

    assert await page() == ["8", "7", "6", "5"]
    assert await page(before=middle) == ["3", "2", "1", "0"]
    assert await page(after=middle) == ["8", "7", "6", "5"]
    assert await page(around=middle) == ["5", "4", "3", "2"]


async def test_too_long_a_text_is_refused(place: Place, client: Client) -> None:
    channel = text_channel(client, place.general)

    with pytest.raises(library.HTTPException) as error:
        await channel.send("x" * 2001)
    assert (error.value.status, error.value.code) == (400, 50035)


async def test_a_hidden_channel_and_a_read_only_one_are_forbidden(place: Place, client: Client) -> None:
    channel = text_channel(client, place.general)
    place.general.is_read_only = True

    with pytest.raises(library.Forbidden) as no_send:
        await channel.send("x")
    place.general.is_hidden = True
    with pytest.raises(library.Forbidden) as no_sight:
        await channel.fetch_message(1)
    assert (no_send.value.code, no_sight.value.code) == (50013, 50001)


async def test_search_answers_when_its_index_is_there(place: Place, client: Client) -> None:
    place.fake.say(place.general, place.ann, "the red boss")
    place.fake.search.indexing = 1
    route = library.http.Route("GET", "/guilds/{guild_id}/messages/search", guild_id=place.guild.id)
    not_yet = await client.http.request(route, params={"content": "boss"})
    found = await client.http.request(route, params={"content": "boss"})

    assert not_yet["code"] == 110000
    assert found["messages"][0][0]["content"] == "the red boss"


@pytest.mark.slow
async def test_what_was_done_before_a_server_error_is_done_once(place: Place, client: Client) -> None:
    place.fake.trouble("POST", "/messages", status=502, is_done=True)
    await text_channel(client, place.general).send("once")

    assert [ask.status for ask in place.fake.asked("POST", "/messages")] == [502, 200]
    assert len(place.fake.messages(place.general)) == 1


async def test_a_held_request_waits_and_then_goes_on(place: Place, client: Client) -> None:
    held = place.fake.hold("POST", "/messages")
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(text_channel(client, place.general).send, "late")
        await place.fake.wait_for(lambda _: held.came == 1)
        assert place.fake.messages(place.general) == []
        held.release()

    assert place.fake.messages(place.general)[0].content == "late"


async def test_a_broken_connection_is_an_error_of_the_system(place: Place, client: Client) -> None:
    channel = text_channel(client, place.general)
    place.fake.trouble("PATCH", "/messages", hangs_up=True)
    message = await channel.send("x")

    with pytest.raises(aiohttp.ServerDisconnectedError):
        await message.edit(content="y")
    assert place.fake.messages(place.general)[0].texts == ["x"]


async def test_an_answer_to_a_deleted_message_is_plain_when_that_is_allowed(place: Place, client: Client) -> None:
    channel = text_channel(client, place.general)
    gone = place.fake.say(place.general, place.ann, "gone")
    place.fake.delete(gone)
    refers = library.MessageReference(message_id=int(gone.id), channel_id=channel.id, fail_if_not_exists=False)
    await channel.send("still there", reference=refers)

    assert place.fake.messages(place.general)[0].reply_to is None
    refers.fail_if_not_exists = True
    with pytest.raises(library.HTTPException, match="Unknown message"):
        await channel.send("x", reference=refers)


async def test_frames_hold_six_thousand_characters_together(place: Place, client: Client) -> None:
    frames = [library.Embed(description="x" * 2001) for _ in range(3)]

    with pytest.raises(library.HTTPException, match="6000"):
        await text_channel(client, place.general).send(embeds=frames)
    assert place.fake.messages(place.general) == []


async def test_what_is_not_there_is_not_found(place: Place, client: Client) -> None:
    with pytest.raises(library.NotFound):
        await client.http.request(library.http.Route("GET", "/nowhere/at/all"))

    assert place.fake.places.unknown == ["GET /api/v10/nowhere/at/all"]


async def test_a_file_goes_out_and_comes_back(place: Place, client: Client) -> None:
    sent = await text_channel(client, place.general).send(file=library.File(io.BytesIO(png()), "frame.png"))

    (post,) = place.fake.messages(place.general)
    assert (post.uploads[0].filename, post.uploads[0].data) == ("frame.png", png())
    assert await sent.attachments[0].read() == png()
    post.uploads[0].expires_at = 0
    with pytest.raises(library.NotFound):
        await sent.attachments[0].read()


@given(count=st.integers(0, 12), limit=st.integers(1, 8), at=st.integers(0, 12), way=st.sampled_from(WAYS))
def test_a_page_is_one_piece_of_the_channel_at_the_asked_place(count: int, limit: int, at: int, way: str) -> None:
    world = World("")
    channel = world.dm(world.owner)
    ids = [int(world.post(channel, world.owner, "x").id) for _ in range(count)]
    middle = ids[at] if at < count else int(world.ids.next())
    page = [int(post.id) for post in window(channel.in_order(), MultiDict({"limit": str(limit), way: str(middle)}))]

    assert len(page) <= limit
    assert page == [each for each in ids if page and page[0] <= each <= page[-1]]
    if way == "around":
        assert middle not in ids or middle in page
    elif way != "":
        assert all(each < middle if way == "before" else each > middle for each in page)


async def test_what_automod_blocks_is_refused(place: Place, client: Client) -> None:
    place.guild.blocked_words = ("mangrove",)

    with pytest.raises(library.HTTPException) as refused:
        await text_channel(client, place.general).send("Mangrove!")
    assert (refused.value.status, refused.value.code) == (400, 200000)
    assert place.fake.messages(place.general) == []


@pytest.mark.expects_log
async def test_slow_mode_names_its_seconds_and_is_waited_for(place: Place, client: Client) -> None:
    place.general.slow_mode_s = 0.2
    for text in ("one", "two"):
        await text_channel(client, place.general).send(text)

    assert [ask.status for ask in place.fake.asked("POST", "/messages")] == [200, 429, 200]
