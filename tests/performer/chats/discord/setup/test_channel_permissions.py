"""What a bot may do in a channel, reckoned as Discord's documentation has it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.chats.discord.setup.channel_permissions import (
    HURRY,
    INVITED_WITH,
    SEND,
    SEND_IN_THREADS,
    VIEW,
    PermissionsUnknownError,
    list_missing_permissions,
)

ME, GUILD, ROLE = "1", "2", "3"
MEMBER = {"user": {"id": ME}, "roles": [ROLE]}


def guild(everyone: int = INVITED_WITH, role: int = 0, owner: str = "9") -> dict[str, Any]:
    roles = [{"id": GUILD, "permissions": str(everyone)}, {"id": ROLE, "permissions": str(role)}]
    others = [{"id": "4", "permissions": str(1 << 3)}, {"id": "5", "permissions": "0"}]
    return {"id": GUILD, "owner_id": owner, "roles": [*roles, *others]}


def channel(*overwrites: dict[str, Any], kind: int = 0) -> dict[str, Any]:
    return {"type": kind, "permission_overwrites": list(overwrites)}


def exception(who: str, *, kind: int = 0, deny: int = 0, allow: int = 0) -> dict[str, Any]:
    return {"id": who, "type": kind, "deny": str(deny), "allow": str(allow)}


def test_what_is_granted_by_any_role_of_its_own_is_granted() -> None:
    assert list_missing_permissions(channel(), guild(everyone=0, role=INVITED_WITH), MEMBER) == []


@pytest.mark.parametrize("server", [guild(everyone=0, role=1 << 3), guild(everyone=0, owner=ME)])
def test_an_administrator_and_an_owner_lack_nothing(server: dict[str, Any]) -> None:
    assert list_missing_permissions(channel(exception(GUILD, deny=INVITED_WITH)), server, MEMBER) == []


def test_exceptions_for_roles_win_over_those_for_everyone_and_ones_own_over_all() -> None:
    no, yes = SEND.bit, {"allow": SEND.bit}
    everyone, role = exception(GUILD, deny=no), exception(ROLE, **yes)

    assert list_missing_permissions(channel(everyone), guild(), MEMBER) == [SEND]
    assert list_missing_permissions(channel(role, everyone), guild(), MEMBER) == []
    assert list_missing_permissions(channel(role, everyone, exception(ME, kind=1, deny=no)), guild(), MEMBER) == [SEND]


def test_what_one_of_its_roles_is_allowed_wins_over_what_another_is_denied() -> None:
    no, yes = exception(ROLE, deny=SEND.bit), exception("5", allow=SEND.bit)
    member = {**MEMBER, "roles": [ROLE, "5"]}

    assert list_missing_permissions(channel(no), guild(), member) == [SEND]
    assert list_missing_permissions(channel(yes, no), guild(), member) == []


def test_a_thread_counts_as_its_channel_and_has_a_permission_of_its_own() -> None:
    may_not = guild(everyone=INVITED_WITH & ~SEND_IN_THREADS.bit)

    assert list_missing_permissions({"type": 11}, may_not, MEMBER, parent=channel()) == [SEND_IN_THREADS]
    assert (
        list_missing_permissions({"type": 11}, guild(), MEMBER, parent=channel(exception(GUILD, deny=SEND.bit))) == []
    )


def test_where_slow_mode_is_on_the_bot_has_to_be_free_of_it() -> None:
    slow = {**channel(), "rate_limit_per_user": 30}

    assert list_missing_permissions(slow, guild(), MEMBER) == [HURRY]
    assert list_missing_permissions(slow, guild(role=HURRY.bit), MEMBER) == []


@given(st.integers(min_value=0, max_value=INVITED_WITH), st.integers(min_value=0, max_value=INVITED_WITH))
def test_a_channel_that_is_denied_whole_is_told_as_not_seen_and_nothing_else(role: int, deny: int) -> None:
    shut = channel(exception(GUILD, deny=deny | VIEW.bit))

    assert list_missing_permissions(shut, guild(role=role & ~(1 << 3)), MEMBER) == [VIEW]


def without(fields: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if key != name}


@pytest.mark.parametrize(
    ("where", "server", "member"),
    [
        (channel(), without(guild(), "roles"), MEMBER),
        (channel(), {**guild(), "roles": None}, MEMBER),
        (channel(), {**guild(), "roles": []}, MEMBER),
        (channel(), guild(), without(MEMBER, "roles")),
        (channel(), guild(), {**MEMBER, "roles": [ROLE, "77"]}),
        (channel(), {**guild(), "roles": [{"id": GUILD}, {"id": ROLE, "permissions": "all"}]}, MEMBER),
        ({"type": 0}, guild(), MEMBER),
        (channel({"id": GUILD, "type": 0, "allow": "0"}), guild(), MEMBER),
    ],
)
def test_what_does_not_follow_from_what_discord_tells_is_not_known(
    where: dict[str, Any], server: dict[str, Any], member: dict[str, Any]
) -> None:
    with pytest.raises(PermissionsUnknownError):
        list_missing_permissions(where, server, member)


def test_an_owner_and_an_administrator_are_known_whatever_else_is_missing() -> None:
    assert list_missing_permissions({"type": 0}, without(guild(owner=ME), "roles"), {"user": {"id": ME}}) == []
    assert list_missing_permissions({"type": 0}, guild(role=1 << 3), {**MEMBER, "roles": [ROLE, "77"]}) == []
