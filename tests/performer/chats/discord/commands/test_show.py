"""The commands that ask of the show, and order it about: what they say to whom."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from performer.core.cues import OperatorCue, SayCue
from performer.core.errors import ServiceError
from performer.core.remembered_conversation import RememberedMessage
from tests.performer.chats.discord.commands.running import (
    MODERATOR,
    OWNER,
    STRANGER,
    CommandSetup,
)

pytestmark = pytest.mark.anyio


def said(text: str, author: str) -> RememberedMessage:
    return RememberedMessage(role="user", text=text, at=datetime(2026, 1, 1, tzinfo=UTC), author_id=author)


async def test_orders_reach_the_show(at: CommandSetup) -> None:
    assert await at.says(MODERATOR, "say", text="hello") == "It will be said next."
    assert await at.says(MODERATOR, "react") == "It will look next."
    assert at.it.director.inbox.waiting() == [SayCue(text="hello"), OperatorCue()]
    assert await at.says(MODERATOR, "say", text="badword") == "The guard stops that: your list."


async def test_a_pause_is_told_to_all_with_its_reason_and_taken_back(at: CommandSetup) -> None:
    paused = await at.use(MODERATOR, "pause")
    reasons = list(at.it.turns.pauses.values())
    resumed = await at.use(MODERATOR, "resume")

    assert (paused.content, paused.is_private) == (
        r"Paused: as Mo\_d asked at Discord. It goes on with /resume.",
        False,
    )
    assert reasons == ["as Mo_d asked at Discord"]
    assert (resumed.content, resumed.is_private, at.it.turns.pauses) == ("Resumed.", False, {})


async def test_anybody_is_told_whom_it_plays(at: CommandSetup) -> None:
    told = await at.use(STRANGER, "persona")

    assert told.content.startswith("It plays Pip. ")
    assert told.is_private


async def test_the_mood_is_one_of_the_mascots_and_holds_at_once(at: CommandSetup) -> None:
    assert await at.says(MODERATOR, "mood", mood="Happy") == "Its resting mood: happy. It holds now."
    wrong = await at.says(MODERATOR, "mood", mood="livid")
    assert "mascot.mood" in wrong
    assert "(config.toml)" in wrong, "where the file lies is the streamer's own affair"
    assert at.moods == ["happy"]
    assert await at.types(MODERATOR, "mood", "mood", "ha") == ["happy"]


async def test_the_status_tells_moderators_more_than_strangers_and_nobody_an_address(at: CommandSetup) -> None:
    await at.it.director.pause(reason="a break")

    assert await at.says(STRANGER, "status") == "Paused: a break"
    owners = await at.says(OWNER, "status")
    assert owners.splitlines()[0] == "Paused: a break"
    assert "**brain** qwen3-vl:8b" in owners
    assert "token" not in owners


async def test_it_tells_which_model_leads_and_not_where(at: CommandSetup) -> None:
    assert await at.says(STRANGER, "model") == "It is led by qwen3-vl:8b."
    assert await at.says(MODERATOR, "model", name="gemma3") == "Only the owners may name another model."


async def test_an_owner_names_a_model_that_leads_from_then_on_and_never_an_address(
    at: CommandSetup, tmp_path: Path
) -> None:
    answer = await at.says(OWNER, "model", name="gemma3:4b")

    assert answer == "gemma3:4b is to lead. It holds now."
    assert 'name = "gemma3:4b"' in (tmp_path / "config.toml").read_text(encoding="utf-8")
    for odd in ("gemma@http://evil.example", "http://evil.example/x", "-x", "a b"):
        assert "no address" in await at.says(OWNER, "model", name=odd)


@pytest.mark.parametrize(
    ("spec", "told", "written"),
    [
        ("ollama:old:7b", "new:4b is to lead.", 'spec = "ollama:new:4b"'),
        ("ollama:old@http://pc2:11434", "new:4b is to lead.", 'spec = "ollama:new:4b@http://pc2:11434"'),
        ("openai:old@http://pc2:8000/v1", "new:4b is to lead.", 'spec = "openai:new:4b@http://pc2:8000/v1"'),
        ("understudy", "Which model leads is set by model.spec", 'spec = "understudy"'),
    ],
)
async def test_another_model_is_of_the_same_server(
    at: CommandSetup, tmp_path: Path, spec: str, told: str, written: str
) -> None:
    await at.set("model.spec", spec)

    assert (await at.says(OWNER, "model", name="new:4b")).startswith(told)
    assert written in (tmp_path / "config.toml").read_text(encoding="utf-8")


async def test_a_model_that_is_not_there_is_not_taken_and_the_near_miss_is_said(
    at: CommandSetup, tmp_path: Path
) -> None:
    answer = await at.says(OWNER, "model", name="gema3:4b")

    assert answer == "Its server has no model 'gema3:4b', so nothing is changed. Did you mean 'gemma3:4b'?"
    assert not (tmp_path / "config.toml").exists()
    assert (await at.says(OWNER, "model", name="plain")).startswith("plain is to lead.")


async def test_a_model_that_cannot_be_looked_up_is_taken_where_there_is_no_list_alone(
    at: CommandSetup, tmp_path: Path
) -> None:
    async def gone(_arguments: Mapping[str, Any]) -> None:
        raise ServiceError("Ollama at http://192.168.7.9:11434 is gone.")

    at.operations["models.names"], before = gone, at.operations["models.names"]
    answer = await at.says(OWNER, "model", name="gemma3:4b")
    assert "nothing is changed" in answer
    assert "192.168" not in answer
    assert not (tmp_path / "config.toml").exists()

    at.operations["models.names"], at.models = before, None
    assert (await at.says(OWNER, "model", name="any")).endswith("whether it is there shows when it is asked.")


async def test_owners_are_offered_the_models_of_the_server(at: CommandSetup) -> None:
    assert await at.types(OWNER, "model", "name", "4b") == ["gemma3:4b", "new:4b"]
    assert await at.types(STRANGER, "model", "name", "4b") == []


async def test_of_several_models_none_is_named_from_here(at: CommandSetup) -> None:
    await at.set("models", [{"spec": "ollama:a"}])

    assert "set by models in config" in await at.says(OWNER, "model", name="new:4b")


async def test_the_tools_are_told_with_who_must_be_asked(at: CommandSetup) -> None:
    told = (await at.says(STRANGER, "tools")).splitlines()

    assert told == [
        r"**show\_emote** Show an emote",
        "**send\\_post** Send \\`posts\\` to @\u200beveryone (asks first)",
        "**swear** (left out)",
    ]
