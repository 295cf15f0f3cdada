"""The message that asks for a yes: what is to run, with which arguments, and why; nothing in it can steer Discord."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from performer.chats.discord.escape import count_fitting, count_utf16
from performer.chats.discord.wire.calls import Button, EmbedCard
from performer.core.redact.redact import redact
from performer.core.text import format_json_line, format_json_lines
from performer.guard.guard import Guard
from performer.tools.approvals.approval import ApprovalStatus, State
from performer.tools.masked_arguments import mask_arguments, mask_for_people

MOST_SHOWN: Final = 4000
"""Characters of the arguments, as Discord counts them."""
_LEAST_SHOWN: Final = 40
"""Characters of one of many arguments."""
_MARK_CHARS: Final = 60
"""The most that the mark of a cut takes."""
_WHY_CHARS: Final = 300
_NAME_CHARS: Final = 80
_ODD: Final = re.compile(r"[^\w.:-]", re.ASCII)
_PRESSED: Final = re.compile(r"tool:(ok|no):([0-9]{1,18})(?::([0-9a-f]{1,16}))?")
_STATES: Final[dict[State, tuple[str, int]]] = {
    "pending": ("may I?", 0xF1C40F),
    "approved": ("approved", 0x3498DB),
    "done": ("approved, and done", 0x2ECC71),
    "failed": ("approved, and it came to nothing", 0xE74C3C),
    "lost": ("approved, and nobody knows whether it was done; it is not tried again", 0xE74C3C),
    "cancelled": ("cancelled", 0x95A5A6),
    "expired": ("nobody answered in time, so it will not run", 0x95A5A6),
}
"""The title and the colour of a card, by the state of its call."""


class PressedButton(NamedTuple):
    """What a button says."""

    number: int
    """The number of the call that it is about."""
    approves: bool
    asker: str
    """The brain that asks, where several share a bot; empty for the only one."""


def make_buttons(number: int, asker: str = "") -> tuple[Button, Button]:
    """Return the two buttons; by their ids they work after a restart, too."""
    about = f"{number}:{asker}" if asker else str(number)
    return (
        Button(id=f"tool:ok:{about}", label="Approve", style="success"),
        Button(id=f"tool:no:{about}", label="Cancel", style="danger"),
    )


def parse_button(button: str) -> PressedButton | None:
    """Return what a button says; None for one that is about no call."""
    found = _PRESSED.fullmatch(button)
    return PressedButton(int(found[2]), found[1] == "ok", found[3] or "") if found else None


def make_approval_card(fate: ApprovalStatus, guard: Guard) -> EmbedCard:
    """Return the card of a call with its state; its arguments, and the name of who decided, pass the guard."""
    parked, (title, color) = fate.parked, _STATES[fate.state]
    # Others' words stay inside a code block: one line, and no backquote.
    why = "".join(each if each.isprintable() else " " for each in redact(parked.why)[:_WHY_CHARS].replace("`", "'"))
    # Discord shows an instant to each reader in their own time.
    until = f"<t:{int(parked.until.timestamp())}:R>, then it is denied"
    return EmbedCard(
        title=f"{_clean_name(parked.tool)}: {title}",
        text=_fence(_format_arguments(mask_arguments(parked.arguments, mask_for_people(guard))), "json"),
        color=color,
        fields=(
            ("Whose tool", _clean_name(parked.server) if parked.server else "its own"),
            ("Why", _fence(why)),
            *((("Until", until),) if fate.state == "pending" else ()),
        ),
        footer=_format_footer(fate, guard),
    )


def _format_footer(fate: ApprovalStatus, guard: Guard) -> str:
    number = f"number {fate.parked.number}"
    if not fate.who:
        return number
    name = guard.passed(redact(fate.who), limit=_NAME_CHARS, where="discord", instead="somebody")
    return f"{number}, decided by {name}{'' if fate.where == 'discord' else f' ({fate.where})'}"


def _format_arguments(arguments: Mapping[str, object]) -> str:
    """Return all arguments as JSON; long ones are cut each by itself, so that none is hidden behind another."""
    whole = _escape_fence(format_json_lines(arguments))
    if count_utf16(whole) <= MOST_SHOWN:
        return whole
    each = [_escape_fence(format_json_line({name: value})[1:-1]) for name, value in arguments.items()]
    most = max(_LEAST_SHOWN, MOST_SHOWN // len(each) - _MARK_CHARS)
    return _cut("\n".join(_cut(line, most) for line in each), MOST_SHOWN - _MARK_CHARS)


def _escape_fence(arguments: str) -> str:
    """Return arguments in which a backquote is written so that no code block ends at it."""
    return redact(arguments).replace("`", "\\u0060")


def _cut(text: str, most: int) -> str:
    if count_utf16(text) <= most:
        return text
    shown = text[: count_fitting(text, most)]
    return f"{shown}\n… cut here: {count_utf16(text) - count_utf16(shown)} more characters"


def _fence(text: str, kind: str = "") -> str:
    return f"```{kind}\n{text}\n```"


def _clean_name(name: str) -> str:
    return _ODD.sub("?", name)[:_NAME_CHARS]
