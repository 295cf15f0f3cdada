"""The real discord.py finds in the fake what it finds in Discord."""

import io
from collections.abc import AsyncIterator

import aiohttp
import anyio
import discord as library
import pytest
from hypothesis import given
from hypothesis import strategies as st
from multidict import MultiDict
from PIL import Image

from tests.fakes.discord import FakeDiscord, Guild, Intent, Permission
from tests.fakes.discord.client import Client, connected
from tests.fakes.discord.flood import flood
from tests.fakes.discord.messages import window
from tests.fakes.discord.values import Channel, Person
from tests.fakes.discord.world import World

pytestmark = pytest.mark.anyio

WAYS = ("", "before", "after", "around")


class Place:
    """A fake with a server, a channel and Ann in it."""

    def __init__(self, fake: FakeDiscord) -> None:
        self.fake = fake
        self.guild: Guild = fake.guild()
        self.general: Channel = fake.channel(self.guild)
        self.ann: Person = fake.person("Ann", self.guild)


@pytest.fixture
async def place() -> AsyncIterator[Place]:
    async with FakeDiscord() as fake:
        yield Place(fake)


@pytest.fixture
async def client(place: Place) -> AsyncIterator[Client]:
    async with connected(place.fake) as client:
        yield client


def png() -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (8, 6)).save(buffer, "PNG")
    return buffer.getvalue()


def text_channel(client: Client, channel: Channel) -> library.TextChannel:
    found = client.get_channel(int(channel.id))
    assert isinstance(found, library.TextChannel)
    return found


async def test_a_mention_comes_with_its_picture(place: Place, client: Client) -> None:
    place.fake.say(place.general, place.ann, "look", mention_me=True, attachments=[png()])
    await client.until("message")

    heard = client.heard[0]
    assert client.user in heard.mentions
    assert (heard.attachments[0].width, heard.attachments[0].height) == (8, 6)
    assert await heard.attachments[0].read() == png()


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


async def put_up(client: Client) -> None:
    channel = {"name": "where", "description": "Which", "type": 7, "required": True}
    mood = {"name": "mood", "description": "Which", "type": 3, "required": True, "autocomplete": True}
    add = {"name": "add", "description": "Add one", "type": 1, "options": [channel]}
    commands = [
        {"name": "monitor", "description": "Channels", "options": [add]},
        {"name": "mood", "description": "Mood", "options": [mood]},
    ]
    assert client.application_id is not None
    await client.http.bulk_upsert_global_commands(client.application_id, commands)


async def test_a_command_is_deferred_and_answered_later(place: Place, client: Client) -> None:
    await put_up(client)
    use = place.fake.use(place.ann, place.general, "/monitor add", where=place.general)
    await client.until("interaction")
    interaction = client.interactions[0]
    await interaction.response.defer(ephemeral=True)
    assert use.is_loading
    await interaction.edit_original_response(content="done")
    await interaction.followup.send("and more", ephemeral=True)

    assert interaction.data is not None
    assert interaction.data["options"][0]["options"][0]["value"] == place.general.id  # type: ignore[typeddict-item]
    assert [each.content for each in use.answers] == ["done", "and more"]
    assert all(each.is_private for each in use.answers)
    assert place.fake.messages(place.general) == []


async def test_choices_are_offered_while_an_option_is_typed(place: Place, client: Client) -> None:
    await put_up(client)
    use = place.fake.type_option(place.ann, place.general, "/mood", mood="ha")
    await client.until("interaction")
    await client.interactions[0].response.autocomplete([library.app_commands.Choice(name="Happy", value="happy")])

    assert use.choices is not None
    assert [each["value"] for each in use.choices] == ["happy"]


async def test_a_pressed_button_changes_its_message(place: Place, client: Client) -> None:
    view = library.ui.View()
    view.add_item(library.ui.Button(label="Approve", custom_id="tool:ok:1"))
    await text_channel(client, place.general).send("May I?", view=view)
    (post,) = place.fake.messages(place.general)
    place.fake.press(place.ann, post, "tool:ok:1")
    await client.until("interaction")
    interaction = client.interactions[0]
    await interaction.response.edit_message(content="Approved", view=None)

    assert post.texts == ["May I?", "Approved"]
    assert post.buttons == []
    with pytest.raises(library.InteractionResponded):
        await interaction.response.defer()


async def test_an_answer_after_three_seconds_is_refused(place: Place, client: Client) -> None:
    await put_up(client)
    use = place.fake.use(place.ann, place.general, "/monitor add", where=place.general)
    use.at_s -= 3.1
    await client.until("interaction")

    with pytest.raises(library.NotFound) as error:
        await client.interactions[0].response.defer()
    assert error.value.code == 10062


async def test_search_answers_when_its_index_is_there(place: Place, client: Client) -> None:
    place.fake.say(place.general, place.ann, "the red boss")
    place.fake.search.indexing = 1
    route = library.http.Route("GET", "/guilds/{guild_id}/messages/search", guild_id=place.guild.id)
    not_yet = await client.http.request(route, params={"content": "boss"})
    found = await client.http.request(route, params={"content": "boss"})

    assert not_yet["code"] == 110000
    assert found["messages"][0][0]["content"] == "the red boss"


async def test_a_file_goes_out_and_comes_back(place: Place, client: Client) -> None:
    sent = await text_channel(client, place.general).send(file=library.File(io.BytesIO(png()), "frame.png"))

    (post,) = place.fake.messages(place.general)
    assert (post.uploads[0].filename, post.uploads[0].data) == ("frame.png", png())
    assert await sent.attachments[0].read() == png()
    post.uploads[0].expires_at = 0
    with pytest.raises(library.NotFound):
        await sent.attachments[0].read()


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


async def test_what_is_not_there_is_not_found(place: Place, client: Client) -> None:
    with pytest.raises(library.NotFound):
        await client.http.request(library.http.Route("GET", "/nowhere/at/all"))

    assert place.fake.places.unknown == ["GET /api/v10/nowhere/at/all"]


async def test_a_revoked_token_is_refused_everywhere(place: Place) -> None:
    place.fake.revoke()

    with pytest.raises(library.LoginFailure):
        async with connected(place.fake):
            pass


@pytest.mark.slow
async def test_a_gateway_that_answers_no_heartbeat_is_left_and_found_again(place: Place) -> None:
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
    await flood(place.fake, place.general, crowd, lines=800)
    await client.until("message", 800)

    delays = [each.created_at.timestamp() for each in client.heard]
    assert delays == sorted(delays)
    assert len(place.fake.gateway.sessions) == 1


async def test_answers_within_a_command_that_is_over_are_refused(place: Place, client: Client) -> None:
    await put_up(client)
    use = place.fake.use(place.ann, place.general, "/monitor add", where=place.general)
    await client.until("interaction")
    await client.interactions[0].response.defer()
    use.expire()

    with pytest.raises(library.HTTPException) as error:
        await client.interactions[0].edit_original_response(content="too late")
    assert error.value.code == 50027


async def test_a_session_that_is_forgotten_is_begun_anew(place: Place, client: Client) -> None:
    place.fake.gateway.forget()
    place.fake.gateway.abort()
    await place.fake.wait_for(lambda fake: len(fake.gateway.identifies) == 2)

    assert len(place.fake.gateway.resumes) == 1


async def test_a_command_for_managers_is_offered_to_them_alone(place: Place, client: Client) -> None:
    assert client.application_id is not None
    managers = {"name": "hush", "description": "Be quiet", "contexts": [0], "default_member_permissions": "32"}
    await client.http.bulk_upsert_global_commands(client.application_id, [managers])
    cleo = place.fake.person("Cleo", place.guild, roles=[])
    role = place.fake.role(place.guild, "mods", int(Permission.MANAGE_GUILD))
    place.guild.members[cleo.id].roles.append(role)
    place.fake.use(cleo, place.general, "/hush")
    await client.until("interaction")

    with pytest.raises(AssertionError, match="Ann is not offered /hush"):
        place.fake.use(place.ann, place.general, "/hush")
    with pytest.raises(AssertionError, match="not offered"):
        place.fake.use(cleo, place.fake.dm(cleo), "/hush")


async def test_a_command_works_in_direct_messages_and_in_threads(place: Place, client: Client) -> None:
    await put_up(client)
    for where in (place.fake.dm(place.ann), place.fake.thread(place.general)):
        use = place.fake.use(place.ann, where, "/mood", mood="happy")
        await client.until("interaction", len(client.interactions) + 1)
        await client.interactions[-1].response.send_message("as you like")

        assert client.interactions[-1].channel_id == int(where.id)
        assert use.text == "as you like"
        assert place.fake.messages(where) == use.answers


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
