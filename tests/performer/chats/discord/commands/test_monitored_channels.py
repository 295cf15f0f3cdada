"""/monitor, and what it says to whom."""

import pytest

from tests.performer.chats.discord.commands.running import (
    ABROAD,
    CATEGORY,
    HERE,
    MODERATOR,
    OTHER,
    OWNER,
    STAGE,
    STRANGER,
    CommandSetup,
)

pytestmark = pytest.mark.anyio


async def test_a_channel_is_monitored_from_now_on_and_all_who_are_there_are_told(at: CommandSetup) -> None:
    added = await at.use(MODERATOR, "monitor add")
    again = await at.use(MODERATOR, "monitor add")
    elsewhere = await at.use(MODERATOR, "monitor add", where=OTHER)
    listing = await at.says(MODERATOR, "monitor list")
    removed = await at.use(MODERATOR, "monitor remove")

    assert (added.content, added.is_private) == ("From now on I read every line in <#300>.", False)
    assert (again.content, again.is_private) == ("<#300> is monitored already.", True)
    assert elsewhere.content == "From now on I read every line in <#302>."
    assert listing == "I read every line in:\n<#301>, the stage's own\n<#300>\n<#302>"
    assert (removed.content, removed.is_private) == ("I no longer read every line in <#300>.", False)
    assert at.monitored.channels == (OTHER,)


@pytest.mark.parametrize(
    ("channel", "why"),
    [
        (CATEGORY, "Nobody writes in that one"),
        (ABROAD, "That channel is not on this server"),
        ("999", "The channel 999 is in discord"),
        (STAGE, "is the stage's channel"),
    ],
)
async def test_a_channel_that_cannot_be_monitored_is_not(at: CommandSetup, channel: str, why: str) -> None:
    answer = await at.use(OWNER, "monitor add", channel=channel)

    assert why in answer.content
    assert at.monitored.channels == ()


async def test_monitored_channels_are_offered_by_their_names(at: CommandSetup) -> None:
    for channel in (HERE, OTHER, "999"):
        await at.monitored.add(channel)

    assert await at.types(MODERATOR, "monitor remove", "channel") == [
        "#room 300 (300)",
        "#room 302 (302)",
        "a channel (999)",
    ]
    assert await at.types(MODERATOR, "monitor remove", "channel", "302") == ["#room 302 (302)"]
    assert await at.types(STRANGER, "monitor remove", "channel") == []
