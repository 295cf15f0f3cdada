"""The commands that order the show about."""

from datetime import UTC, datetime

import pytest

from performer.core.cues import OperatorCue, SayCue
from performer.core.remembered_conversation import RememberedMessage
from tests.performer.chats.discord.commands.running import (
    MODERATOR,
    Booth,
)

pytestmark = pytest.mark.anyio


def said(text: str, author: str) -> RememberedMessage:
    return RememberedMessage(role="user", text=text, at=datetime(2026, 1, 1, tzinfo=UTC), author_id=author)


async def test_orders_reach_the_show(at: Booth) -> None:
    assert await at.says(MODERATOR, "say", text="hello") == "It will be said next."
    assert await at.says(MODERATOR, "react") == "It will look next."
    assert at.it.director._waiting.waiting() == [SayCue(text="hello"), OperatorCue()]
    assert await at.says(MODERATOR, "say", text="badword") == "The guard stops that: your list."


async def test_a_pause_is_told_to_all_with_its_reason_and_taken_back(at: Booth) -> None:
    paused = await at.use(MODERATOR, "pause")
    reasons = list(at.it.turns.pauses.values())
    resumed = await at.use(MODERATOR, "resume")

    assert (paused.content, paused.is_private) == (
        r"Paused: as Mo\_d asked at Discord. It goes on with /resume.",
        False,
    )
    assert reasons == ["as Mo_d asked at Discord"]
    assert (resumed.content, resumed.is_private, at.it.turns.pauses) == ("Resumed.", False, {})
