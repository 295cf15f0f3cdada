"""What is written on the cards: the arguments of a call, how far it is, and what came of it."""

import json
from collections.abc import Callable, Mapping
from typing import Final

from performer.chats.discord.escape import escaped
from performer.chats.discord.mirror.split import fitting, width
from performer.events import ErrandEnded, ToolFailed, ToolProgressed, ToolRefused, ToolReturned

ToolEnded = ToolReturned | ToolRefused | ToolFailed | ErrandEnded
Passed = Callable[[str, int], str]
"""Gives of a text what the guard lets pass, up to so many characters; empty: nothing."""

MOST_TITLE: Final = 80
_MOST_ARGUMENT: Final = 200
LEFT_OUT: Final = "(left out)"
GRAY, GREEN, AMBER, RED = 0x95A5A6, 0x2ECC71, 0xE67E22, 0xE74C3C


def lines(arguments: Mapping[str, object], passed: Passed) -> str:
    """Write a call's arguments, one a line."""
    return "\n".join(_line(name, value, passed) for name, value in arguments.items())


def _line(name: str, value: object, passed: Passed) -> str:
    """Write an argument, with a mark where it is cut."""
    written = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    line = passed(f"{name}: {written[:_MOST_ARGUMENT]}", _MOST_ARGUMENT + MOST_TITLE)
    if not line:
        return LEFT_OUT
    more = len(written) - _MOST_ARGUMENT
    return escaped(line) + (f" … ({more:,} more characters)" if more > 0 else "")


def cut(text: str, most: int) -> str:
    """Cut what is escaped already; no backslash is left alone at its end."""
    if width(text) <= most:
        return text
    return text[: fitting(text, most - 1)].rstrip("\\ ") + "…"


def progress(event: ToolProgressed) -> str:
    """Tell how far a call is: `40 %: Drawing.`."""
    part = f"{100 * event.share:.0f} %" if event.share else ""
    return ": ".join(filter(None, (part, event.text)))


def outcome(event: ToolEnded) -> tuple[str, int, str]:
    """Tell what a call came to: its name, its colour, and the words."""
    match event:
        case ToolReturned(text=text):
            return "Result", GREEN, text
        case ToolRefused(reason=reason):
            return "Refused", AMBER, reason
        case ToolFailed(reason=reason):
            return "Failed", RED, reason
        case ErrandEnded(came="done", text=text):
            return "Result", GREEN, text
        case ErrandEnded(came="cancelled", text=text):
            return "Cancelled", AMBER, text
        case ErrandEnded(text=text):
            return "Failed", RED, text
