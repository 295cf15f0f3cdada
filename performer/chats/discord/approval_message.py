"""The message that asks for a yes: what is to run, with which arguments, and why; nothing in it can steer Discord."""

import re
from datetime import datetime
from typing import Final

from performer.chats.discord.wire.calls import Button, EmbedCard
from performer.core.redact.redact import redact
from performer.core.text import format_json_line, format_json_lines
from performer.guard.guard import Guard
from performer.guard.verdict import Dropped
from performer.tools.approvals.approval import ApprovalRequest, ApprovalStatus, State

MOST_SHOWN: Final = 4000
"""Characters of the arguments, as Discord counts them."""
_LEAST_SHOWN: Final = 40
"""Of one of many arguments."""
_MARK_CHARS: Final = 60
"""That a mark of what is cut takes, at most."""
_WHY_CHARS: Final = 300
_NAME_CHARS: Final = 80
_ODD: Final = re.compile(r"[^\w.:-]", re.ASCII)
_PRESSED: Final = re.compile(r"tool:(ok|no):([0-9]{1,18})")
_COLORS: Final[dict[State, int]] = {
    "pending": 0xF1C40F,
    "approved": 0x3498DB,
    "done": 0x2ECC71,
    "cancelled": 0x95A5A6,
    "expired": 0x95A5A6,
    "failed": 0xE74C3C,
    "lost": 0xE74C3C,
}


def make_buttons(number: int) -> tuple[Button, Button]:
    """Make the two buttons; by their ids they work after a restart, too."""
    return (
        Button(id=f"tool:ok:{number}", label="Approve", style="success"),
        Button(id=f"tool:no:{number}", label="Cancel", style="danger"),
    )


def parse_button(button: str) -> tuple[int, bool] | None:
    """Read which call a button is about, and whether it approves; None when it is none of ours."""
    found = _PRESSED.fullmatch(button)
    return (int(found[2]), found[1] == "ok") if found else None


def make_approval_card(fate: ApprovalStatus, guard: Guard) -> EmbedCard:
    """Show a call and how it stands with it; who decided is a stranger's word and passes the guard."""
    parked = fate.parked
    return EmbedCard(
        title=f"{_name(parked.tool)}: {_TITLES[fate.state]}",
        text=_fence(_arguments(parked), "json"),
        color=_COLORS[fate.state],
        fields=(
            ("Whose tool", _name(parked.server) if parked.server else "its own"),
            ("Why", _fence(_quote(redact(parked.why)[:_WHY_CHARS]))),
            *((("Until", f"{_format_instant(parked.until)}, then it is denied"),) if fate.state == "pending" else ()),
        ),
        footer=_footer(fate, guard),
    )


_TITLES: Final[dict[State, str]] = {
    "pending": "may I?",
    "approved": "approved",
    "done": "approved, and done",
    "failed": "approved, and it came to nothing",
    "lost": "approved, and nobody knows whether it was done; it is not tried again",
    "cancelled": "cancelled",
    "expired": "nobody answered in time, so it will not run",
}


def _footer(fate: ApprovalStatus, guard: Guard) -> str:
    number = f"number {fate.parked.number}"
    if not fate.who:
        return number
    verdict = guard.check(redact(fate.who), limit=_NAME_CHARS, where="discord")
    name = "somebody" if isinstance(verdict, Dropped) else verdict.text
    return f"{number}, decided by {name}{'' if fate.where == 'discord' else f' ({fate.where})'}"


def _arguments(parked: ApprovalRequest) -> str:
    """Write all arguments as JSON, in which a backquote is written so that no code block ends at it."""
    whole = _format_arguments_json(format_json_lines(parked.arguments))
    return whole if _length(whole) <= MOST_SHOWN else _shorten(parked)


def _shorten(parked: ApprovalRequest) -> str:
    """Cut each argument that is long, so that none is hidden behind another."""
    each = [_format_arguments_json(format_json_line({name: value})[1:-1]) for name, value in parked.arguments.items()]
    most = max(_LEAST_SHOWN, MOST_SHOWN // len(each) - _MARK_CHARS)
    return _cut("\n".join(_cut(line, most) for line in each), MOST_SHOWN - _MARK_CHARS)


def _format_arguments_json(arguments: str) -> str:
    return redact(arguments).replace("`", "\\u0060")


def _cut(text: str, most: int) -> str:
    if _length(text) <= most:
        return text
    shown = text.encode("utf-16-le")[: 2 * most].decode("utf-16-le", "ignore")
    return f"{shown}\n… cut here: {_length(text) - _length(shown)} more characters"


def _length(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _fence(text: str, kind: str = "") -> str:
    return f"```{kind}\n{text}\n```"


def _quote(text: str) -> str:
    """Write others' words so that they stay inside a code block: one line, and no backquote."""
    return "".join(each if each.isprintable() else " " for each in text.replace("`", "'"))


def _name(name: str) -> str:
    """Leave only what a tool or a server may be called."""
    return _ODD.sub("?", name)[:_NAME_CHARS]


def _format_instant(at: datetime) -> str:
    """Write an instant so that each reader sees it in the own time."""
    return f"<t:{int(at.timestamp())}:R>"
