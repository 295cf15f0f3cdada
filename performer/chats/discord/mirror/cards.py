"""The cards of one turn: each tool call a small embed, with its arguments and what came of it."""

import json
from collections.abc import Callable, Mapping
from typing import Final

from performer.chats.discord.escape import escaped
from performer.chats.discord.mirror.outboxes import Outboxes
from performer.chats.discord.mirror.post import Post
from performer.chats.discord.mirror.split import fitting, width
from performer.chats.discord.wire.calls import MOST_EMBEDS, Card
from performer.clock import Clock
from performer.events import ToolCalled, ToolFailed, ToolRefused, ToolReturned

ToolEnded = ToolReturned | ToolRefused | ToolFailed
Passed = Callable[[str, int], str]
"""Gives of a text what the guard lets pass, up to so many characters; empty: nothing."""

_GATHERED_S: Final = 0.5
"""A message of cards waits so long at most: most calls are done by then, and it need not be changed."""
_MOST_OF_ALL: Final = 5_800
"""Characters of all cards of a message: Discord takes 6,000."""
_MOST_TITLE: Final = 80
_MOST_ARGUMENT: Final = 200
_MOST_ARGUMENTS: Final = 900
_MOST_RESULT: Final = 400
_MOST_FIELD: Final = 900
_LEFT_OUT: Final = "(left out)"
_GRAY, _GREEN, _AMBER, _RED = 0x95A5A6, 0x2ECC71, 0xE67E22, 0xE74C3C


class Cards:
    """Shows a turn's calls in one channel; several share a message where they fit.

    Args:
        boxes: Write them.
        channel: Where.
        clock: Tells how long a message waits for what its calls come to.
        passed: The guard.
    """

    def __init__(self, boxes: Outboxes, channel: str, clock: Clock, passed: Passed) -> None:
        self._boxes = boxes
        self._channel = channel
        self._clock = clock
        self._passed = passed
        self._post: Post | None = None
        """The newest message of cards, while more may be added to it."""
        self._calls: dict[str, tuple[Post, int]] = {}
        """By a call's id the message that shows it and its place there, while nothing has come of it."""

    def called(self, event: ToolCalled) -> bool:
        """Show a call, and tell whether it is shown: one whose very name the guard stops is not."""
        title = self._passed(event.tool, _MOST_TITLE)
        if not title:
            return False
        arguments = _cut(_lines(event.arguments, self._passed), _MOST_ARGUMENTS)
        card = Card(title=_cut(escaped(title), 2 * _MOST_TITLE), text=arguments, color=_GRAY)
        post = self._post
        if post is None or post.state in {"lost", "gone"} or not self._has_room(post, card):
            post = self._post = Post(cards=(card,), due_s=self._clock.now() + _GATHERED_S)
            self._boxes.put(self._channel, post)
        else:
            post.cards = (*post.cards, card)
            post.lines += 1
            self._boxes.changed(self._channel, post)
        self._calls[event.call] = post, len(post.cards) - 1
        return True

    def part(self) -> None:
        """Show what is called from now on in another message: words come below the newest, which waits no longer."""
        if self._post:
            self._post.due_s = min(self._post.due_s, self._clock.now())
            self._boxes.changed(self._channel, self._post)
        self._post = None

    def ended(self, event: ToolEnded) -> None:
        """Show what came of a call."""
        if event.call not in self._calls:
            return
        post, place = self._calls.pop(event.call)
        name, color, text = _outcome(event)
        told = _cut(escaped(self._passed(text, _MOST_RESULT)), _MOST_FIELD) if text else ""
        card = post.cards[place].model_copy(update={"fields": ((name, told or _LEFT_OUT),), "color": color})
        post.cards = (*post.cards[:place], card, *post.cards[place + 1 :])
        if not any(each is post for each, _ in self._calls.values()):
            post.due_s = min(post.due_s, self._clock.now())
        self._boxes.changed(self._channel, post)

    def _has_room(self, post: Post, card: Card) -> bool:
        return len(post.cards) < MOST_EMBEDS and sum(map(_room, (*post.cards, card))) <= _MOST_OF_ALL


def _room(card: Card) -> int:
    """Count a card's characters, with those that are still to come."""
    result = sum(width(name + value) for name, value in card.fields) or len("Refused") + _MOST_FIELD
    return width(card.title + card.text) + result


def _lines(arguments: Mapping[str, object], passed: Passed) -> str:
    return "\n".join(_line(name, value, passed) for name, value in arguments.items())


def _line(name: str, value: object, passed: Passed) -> str:
    """Write an argument, with a mark where it is cut."""
    written = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    line = passed(f"{name}: {written[:_MOST_ARGUMENT]}", _MOST_ARGUMENT + _MOST_TITLE)
    if not line:
        return _LEFT_OUT
    more = len(written) - _MOST_ARGUMENT
    return escaped(line) + (f" … ({more:,} more characters)" if more > 0 else "")


def _cut(text: str, most: int) -> str:
    """Cut what is escaped already; no backslash is left alone at its end."""
    if width(text) <= most:
        return text
    return text[: fitting(text, most - 1)].rstrip("\\ ") + "…"


def _outcome(event: ToolEnded) -> tuple[str, int, str]:
    """Tell what a call came to: its name, its colour, and the words."""
    match event:
        case ToolReturned(text=text):
            return "Result", _GREEN, text
        case ToolRefused(reason=reason):
            return "Refused", _AMBER, reason
        case ToolFailed(reason=reason):
            return "Failed", _RED, reason
