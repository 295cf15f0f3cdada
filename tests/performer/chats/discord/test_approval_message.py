"""The message that asks: nothing in it breaks out, and what does not fit is said."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.chats.discord.approval_message import MOST_SHOWN, make_approval_card, parse_button
from performer.guard.guard import Guard
from performer.tools.approvals.approval import ApprovalRequest, ApprovalStatus

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
GUARD = Guard(words=["plonk"], finders=())


def fate(
    arguments: dict[str, object] | None = None, *, why: str = "ann: hi", tool: str = "door", who: str = ""
) -> ApprovalStatus:
    parked = ApprovalRequest(
        number=3, tool=tool, call="c", arguments=arguments or {}, why=why, asked_at=NOON, until=NOON
    )
    return ApprovalStatus(parked=parked, state="approved" if who else "pending", who=who, where="discord")


def fenced(text: str, kind: str = "") -> str:
    """Take the fence off; there is no other."""
    inside = text.removeprefix(f"```{kind}\n").removesuffix("\n```")
    assert f"```{kind}\n{inside}\n```" == text
    assert "`" not in inside
    return inside


@settings(max_examples=40, deadline=None)
@given(st.dictionaries(st.text(max_size=20), st.text(max_size=200), max_size=5))
def test_arguments_stay_inside_and_can_be_read_back_whole(arguments: dict[str, object]) -> None:
    inside = fenced(make_approval_card(fate(arguments), GUARD).text, "json")

    assert all(each == "\n" or each.isprintable() for each in inside)
    assert "***" in inside or json.loads(inside) == arguments


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=300))
def test_why_stays_inside(why: str) -> None:
    fenced(dict(make_approval_card(fate(why=why), GUARD).fields)["Why"])


@pytest.mark.parametrize("letter", ["x", "🦉", "é"])
def test_what_is_cut_says_how_much(letter: str) -> None:
    shown = fenced(make_approval_card(fate({"text": letter * 9000}), GUARD).text, "json")

    assert len(shown.encode("utf-16-le")) // 2 <= MOST_SHOWN
    assert shown.endswith("more characters")


@pytest.mark.parametrize("before", [1, 30])
def test_a_long_argument_hides_no_other(before: int) -> None:
    long = {f"note{each}": "x" * 9000 for each in range(before)}
    shown = fenced(make_approval_card(fate({**long, "command": "rm -rf ~", "note": "y" * 9000}), GUARD).text, "json")

    assert '"command": "rm -rf ~"' in shown
    assert shown.count("more characters") == before + 1
    assert len(shown) <= MOST_SHOWN


def test_its_end_is_shown_in_each_readers_own_time() -> None:
    assert dict(make_approval_card(fate(), GUARD).fields)["Until"] == "<t:1767268800:R>, then it is denied"


def test_names_are_left_with_what_a_name_may_hold() -> None:
    assert make_approval_card(fate(tool="do*or](x)@everyone"), GUARD).title == "do?or??x??everyone: may I?"
    assert make_approval_card(fate(who="a plonk"), GUARD).footer == "number 3, decided by somebody"


@pytest.mark.parametrize(
    ("button", "answer"),
    [
        ("tool:ok:12", (12, True, "")),
        ("tool:no:3", (3, False, "")),
        ("tool:ok:3:0af1", (3, True, "0af1")),
        ("tool:ok:", None),
        ("tool:ok:1x", None),
        ("poll:1", None),
    ],
)
def test_buttons_are_known_by_their_ids(button: str, answer: tuple[int, bool, str] | None) -> None:
    assert parse_button(button) == answer
