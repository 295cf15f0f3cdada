"""Interactions: read from Discord's JSON, and kept until they are answered."""

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Final, Literal

import anyio

from performer.chats.discord.bot import parse
from performer.chats.discord.bot.parse import Raw
from performer.chats.discord.wire.values import Interaction
from performer.core.clock import Clock
from performer.core.recent_dict import RecentDict
from performer.core.values import dataclass

GOOD_FOR_S: Final = 15 * 60 - 5.0
"""Discord takes answers for a quarter of an hour."""
DEFER_AFTER_S: Final = 2.0
_MOST: Final = 2_000
_COMMAND, _BUTTON, _CHOICES = 2, 3, 4
_CHAT_INPUT: Final = 1
_PRESSED: Final = 2
_SUBCOMMANDS: Final = frozenset({1, 2})

State = Literal["open", "deferred", "answered", "followed"]


@dataclass(eq=False)
class PendingInteraction:
    """An interaction that waits for its answer: whoever answers holds `turn` meanwhile."""

    told: Interaction
    token: str = field(repr=False)
    """Whoever has it can answer."""
    at: float
    state: State = "open"
    """`followed`: a button was deferred, and a message of its own says more."""
    followup: str = ""
    """The number of that message."""
    turn: anyio.Lock = field(default_factory=anyio.Lock)


class PendingInteractions:
    """The interactions of the last quarter of an hour, by their numbers."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._pending: RecentDict[str, PendingInteraction] = RecentDict(_MOST)

    def take(self, raw: Raw, *, owner_id: str | None) -> PendingInteraction | None:
        """Read an interaction; None when it was told before, or is of a kind that is not used here."""
        told = parse_interaction(raw, owner_id=owner_id)
        if told is None or told.interaction_id in self._pending:
            return None
        pending = PendingInteraction(told, str(raw["token"]), self._clock.now())
        self._pending[told.interaction_id] = pending
        return pending

    def find(self, interaction_id: str) -> PendingInteraction | None:
        """Return an interaction that can still be answered."""
        pending = self._pending.get(interaction_id)
        if pending is not None and self._clock.now() - pending.at > GOOD_FOR_S:
            del self._pending[interaction_id]
            return None
        return pending


def parse_interaction(raw: Raw, *, owner_id: str | None) -> Interaction | None:
    """Return an interaction; None for one that is no command, button or choice."""
    data: Mapping[str, Any] = raw.get("data") or {}
    person = parse.parse_person(raw, owner_id=owner_id)
    common: dict[str, Any] = {
        "interaction_id": raw["id"],
        "person": person,
        "channel_id": raw.get("channel_id") or raw["channel"]["id"],
        "guild_id": raw.get("guild_id"),
    }
    kind = raw["type"]
    if kind == _BUTTON and data.get("component_type", _PRESSED) == _PRESSED:
        return Interaction(kind="button", name=data["custom_id"], message_id=raw["message"]["id"], **common)
    if kind not in (_COMMAND, _CHOICES) or data.get("type", _CHAT_INPUT) != _CHAT_INPUT:
        return None
    path, given = _parse_path(data)
    asked = next((str(each["name"]) for each in given if each.get("focused")), "")
    options = {str(each["name"]): each["value"] for each in given if each.get("value") is not None}
    name = " ".join(path)
    return Interaction(
        kind="choices" if kind == _CHOICES else "command", name=name, options=options, asked=asked, **common
    )


def _parse_path(data: Mapping[str, Any]) -> tuple[list[str], list[Mapping[str, Any]]]:
    """Return the words of a command down to its subcommand, and the options that were given there."""
    path, given = [str(data["name"])], list(data.get("options") or ())
    while len(given) == 1 and given[0].get("type") in _SUBCOMMANDS:
        path.append(str(given[0]["name"]))
        given = list(given[0].get("options") or ())
    return path, given
