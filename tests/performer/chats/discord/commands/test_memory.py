"""/forget and /notes, and what they say to whom."""

from datetime import UTC, datetime

import pytest

from performer.core.remembered_conversation import RememberedMessage
from tests.performer.chats.discord.commands.running import (
    MODERATOR,
    OWNER,
    STAGE,
    STRANGER,
    CommandSetup,
)

pytestmark = pytest.mark.anyio


def said(text: str, author: str) -> RememberedMessage:
    return RememberedMessage(role="user", text=text, at=datetime(2026, 1, 1, tzinfo=UTC), author_id=author)


async def test_a_moderator_has_a_channel_forgotten_with_the_stages_what_was_heard_there(at: CommandSetup) -> None:
    for channel in ("discord:300", "discord:301", "stage"):
        at.messages.heard(channel, said("hi", "7"))
    refused = await at.says(STRANGER, "forget")
    here = await at.use(MODERATOR, "forget")
    stage = await at.says(MODERATOR, "forget", where=STAGE)

    assert refused.startswith(
        "Only the owners, and those who hold a moderator role, may have others' memory forgotten."
    )
    assert (here.content, here.is_private) == ("Of this channel, forgotten: 1 message, 0 notes.", False)
    assert stage == "Of this channel, forgotten: 1 message, 0 notes; of the stage, forgotten: 1 message, 0 notes."
    assert await at.messages.counts() == {}


async def test_anybody_has_themselves_forgotten_and_nobody_else(at: CommandSetup) -> None:
    at.messages.heard("discord:300", said("hi", "7"))
    at.messages.heard("discord:300", said("ho", "6"))

    assert (await at.says(STRANGER, "forget", person="6")).startswith("Only the owners")
    own = await at.use(STRANGER, "forget", person="7")
    assert (own.content, own.is_private) == ("Of you, forgotten: 1 message, 0 notes.", True)
    assert await at.says(OWNER, "forget", person="6") == "Of that person, forgotten: 1 message, 0 notes."
    assert (await at.says(OWNER, "forget", person="6", note="1")) == "Give a person or a note, not both."


async def test_everybody_sees_their_own_notes_and_has_them_forgotten(at: CommandSetup) -> None:
    await at.notes.keep("likes *owls*", "discord:302", "7", "Mallory")
    await at.notes.keep("plays on Fridays", "discord:300")
    await at.notes.keep("hums", "discord:300", "8", "Ben")

    assert await at.says(STRANGER, "notes") == "**1** likes \\*owls\\*\nTo have one forgotten: /forget note"
    assert await at.says(MODERATOR, "notes") == (
        "**3** of Ben: hums\n**2** plays on Fridays\nTo have one forgotten: /forget note"
    )
    assert await at.types(STRANGER, "forget", "note") == ["1: likes *owls*"]
    assert (await at.says(STRANGER, "forget", note="2")).startswith("There is no note 2 that you may")
    assert (await at.says(MODERATOR, "forget", note="1")).startswith("There is no note 1 that you may")
    assert await at.says(STRANGER, "forget", note="1") == "Note 1 is forgotten."
    assert await at.says(MODERATOR, "forget", note="3") == "Note 3 is forgotten."
    assert await at.says(OWNER, "forget", note="2") == "Note 2 is forgotten."
    assert await at.says(OWNER, "notes") == "There is no note."
