"""Rights: by the settings and by what Discord says of roles, never by a name."""

import pytest

from performer.chats.discord.permissions import Right, Rights
from performer.chats.discord.settings import DiscordSettings
from performer.chats.discord.wire.values import Guild, Person
from performer.config.in_force import put_value

NAMED = DiscordSettings(owners=("7",), moderator_roles=("50",), approver_roles=("60",))


@pytest.mark.parametrize(
    ("person", "guild_id", "expected"),
    [
        (Person(id="7", name="Mia"), "100", set(Right)),
        (Person(id="7", name="Mia"), None, set(Right)),
        (Person(id="8", name="Mia"), "100", {Right.ANYBODY}),
        (Person(id="8", name="Bo", role_ids=("50",)), "100", {Right.ANYBODY, Right.MODERATE}),
        (Person(id="8", name="Bo", role_ids=("60", "1")), "100", {Right.ANYBODY, Right.APPROVE}),
        (Person(id="8", name="Bo", role_ids=("50", "60")), None, {Right.ANYBODY}),
        (Person(id="8", name="Bo", is_guild_owner=True, manages_guild=True), "100", {Right.ANYBODY}),
    ],
)
def test_rights_are_those_of_the_settings(person: Person, guild_id: str | None, expected: set[Right]) -> None:
    assert Rights(NAMED).list_rights(person, guild_id) == expected


HERE = Guild(guild_id="100", name="here", owner_id="8")
THERE = Guild(guild_id="101", name="there", owner_id="9")


def test_with_no_owner_named_the_streamers_server_belongs_to_its_own_owner_there_alone() -> None:
    rights = Rights(DiscordSettings())
    rights.learn([HERE, THERE], home="100")
    owner = Person(id="8", name="Bo", is_guild_owner=True)

    assert rights.may(owner, "100", Right.OWN)
    assert not rights.may(owner, None, Right.OWN)
    assert not rights.may(Person(id="9", name="Cy", manages_guild=True), "100", Right.MODERATE)


def test_whoever_takes_the_bot_to_a_server_of_their_own_is_no_owner_there() -> None:
    rights = Rights(DiscordSettings())
    thief = Person(id="9", name="Mallory", is_guild_owner=True)
    assert not rights.may(thief, "101", Right.OWN)

    rights.learn([HERE, THERE], home="100")
    rights.learn([THERE], home=None)
    assert rights.list_rights(thief, "101") == {Right.ANYBODY}
    assert not rights.is_owner("9", "101")


def test_the_author_of_a_line_is_known_as_owner_once_the_servers_are_known() -> None:
    rights = Rights(DiscordSettings())
    assert not rights.is_owner("8", "100")

    rights.learn([HERE, THERE], home="100")
    assert rights.is_owner("8", "100")
    assert not rights.is_owner("8", "101")
    assert not rights.is_owner("8", None)


def test_who_is_named_during_the_show_has_the_rights_from_then_on() -> None:
    settings, person = DiscordSettings(), Person(id="77", name="Ann", role_ids=("9",))
    rights = Rights(settings)
    before = rights.list_rights(person, "1")
    put_value(settings, ("moderator_roles",), DiscordSettings(moderator_roles=("9",)))
    as_moderator = rights.list_rights(person, "1")
    put_value(settings, ("owners",), DiscordSettings(owners=("77",)))

    assert Right.MODERATE not in before
    assert Right.MODERATE in as_moderator
    assert rights.list_rights(person, "1") == frozenset(Right)
