"""The real discord.py is told of commands and buttons, and answers them."""

import discord as library
import pytest

from tests.fakes.discord.client import Client
from tests.fakes.discord.numbers import Permission
from tests.fakes.discord.standing import Place, put_up, text_channel

pytestmark = pytest.mark.anyio


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


async def test_answers_within_a_command_that_is_over_are_refused(place: Place, client: Client) -> None:
    await put_up(client)
    use = place.fake.use(place.ann, place.general, "/monitor add", where=place.general)
    await client.until("interaction")
    await client.interactions[0].response.defer()
    use.expire()

    with pytest.raises(library.HTTPException) as error:
        await client.interactions[0].edit_original_response(content="too late")
    assert error.value.code == 50027


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
