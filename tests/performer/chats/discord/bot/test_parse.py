"""Discord's JSON, read into values."""

from typing import Any

import pytest

from performer.chats.discord.bot import parse

BARE: dict[str, Any] = {
    "id": "3",
    "channel_id": "2",
    "author": {"id": "1", "username": "ann"},
    "timestamp": "2026-11-22T13:37:00.000000+00:00",
}


def test_a_message_of_the_least_that_there_is_can_be_read() -> None:
    message = parse.parse_message(BARE, guild_id="9")

    assert (message.content, message.guild_id, message.author.name, message.edited) == ("", "9", "ann", None)
    assert message.model_dump(mode="json")["time"] == "2026-11-22T13:37:00.000Z"


@pytest.mark.parametrize(
    ("user", "member", "shown"),
    [
        ({"username": "ann"}, None, "ann"),
        ({"username": "ann", "global_name": "Ann A."}, None, "Ann A."),
        ({"username": "ann", "global_name": "Ann A."}, {"nick": "Boss"}, "Boss"),
        ({"username": "ann", "global_name": None}, {"nick": None}, "ann"),
        ({}, None, "1"),
    ],
)
def test_people_are_named_as_the_channel_shows_them(
    user: dict[str, Any], member: dict[str, Any] | None, shown: str
) -> None:
    message = parse.parse_message({**BARE, "author": {"id": "1", **user}, "member": member})

    assert message.author.name == shown


def test_forwarding_a_message_is_no_answer_to_it() -> None:
    def reply_to(reference: dict[str, Any], **more: Any) -> str | None:
        return parse.parse_message({**BARE, "message_reference": reference, **more}).reply_to

    assert reply_to({"message_id": "7"}) == "7"
    assert reply_to({"message_id": "7", "type": 0}) == "7"
    assert reply_to({"message_id": "7", "type": 1}) is None
    assert reply_to({"message_id": "7"}, flags=2) is None


def test_a_webhook_counts_as_a_bot() -> None:
    assert parse.parse_message({**BARE, "webhook_id": "5"}).author.bot


@pytest.mark.parametrize(("rights", "manages"), [("32", True), ("8", True), ("1024", False), ("0", False)])
def test_whoever_manages_a_server_is_known_by_their_permissions(rights: str, *, manages: bool) -> None:
    member = {"user": {"id": "1", "username": "ann"}, "roles": ["4"], "permissions": rights}
    person = parse.parse_person({"member": member}, owner_id="2")

    assert (person.manages_guild, person.is_guild_owner, person.role_ids) == (manages, False, ("4",))
    assert parse.parse_person({"member": member}, owner_id="1").is_guild_owner


def test_somebody_in_direct_messages_has_no_rights() -> None:
    person = parse.parse_person({"user": {"id": "1", "username": "ann"}}, owner_id=None)

    assert (person.id, person.manages_guild, person.is_guild_owner) == ("1", False, False)


def test_a_kind_of_channel_that_is_new_is_other() -> None:
    assert parse.parse_channel({"id": "1", "type": 99, "name": "odd"}).type == "other"
    assert parse.parse_channel({"id": "1", "type": 1, "recipients": [{"id": "5", "username": "ann"}]}).name == "ann"
