"""The values of Discord."""

import json
from typing import Any

import pytest
from pydantic import TypeAdapter

from performer.chats.discord.wire.values import EVENT_TYPES, DiscordEvent, File, LinkChanged, MessageCreated
from performer.core.own_text import OwnText, own
from tests.performer.chats.discord.given import created


def test_a_time_is_told_in_utc() -> None:
    fields = json.loads(created().message.model_dump_json()) | {"time": "2026-11-22T15:37:00+02:00"}
    message = MessageCreated.model_validate({"message": fields}).message

    assert message.model_dump(mode="json")["time"] == "2026-11-22T13:37:00.000Z"


def test_numbers_may_come_as_numbers_and_newer_fields_are_ignored() -> None:
    file = File.model_validate({"id": 7, "url": "https://a", "filename": "a.png", "size": 1, "new": "x"})

    assert file.id == "7"
    assert "https://a" not in repr(file)


@pytest.mark.parametrize("event", [created(), LinkChanged(is_up=False, reason="gone")])
def test_an_event_comes_back_as_it_was(event: Any) -> None:
    adapter: TypeAdapter[DiscordEvent] = TypeAdapter(DiscordEvent)

    assert adapter.validate_json(event.model_dump_json()) == event
    assert type(event) in EVENT_TYPES


def test_a_reason_of_ours_is_known_as_ours_until_it_goes_over_a_wire() -> None:
    link = LinkChanged(is_up=False, reason=own("It is down: {why}.", why="a plonk"))

    assert OwnText.of(link.reason).map_foreign(lambda _: "…") == "It is down: …."
    again = LinkChanged.model_validate_json(link.model_dump_json())
    assert (again, OwnText.of(again.reason).map_foreign(lambda _: "…")) == (link, "…")
