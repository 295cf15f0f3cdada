"""`/status /persona /tools`: what the performer is doing, who it is, and what it can do."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from performer.chats.discord.commands.command import AppCommand, Asked, Reply
from performer.chats.discord.commands.orders import Orders
from performer.chats.discord.commands.words import Words, listed
from performer.chats.discord.rights import Right
from performer.chats.discord.wire.calls import Command
from performer.tools import Toolbox, ToolCall

_HOUSE: Final = frozenset({"stage", "panel", "open", ""})
"""Parts that are addresses and files of the streamer's computer: they are nobody's business at Discord."""
_ONE_PERSONA: Final = (
    "There is one persona at a time: the file in prompts/personas that scene.persona names. Whoever runs it may change "
    "it, from the next start on. Choosing among several from here is not possible."
)


def about_commands(orders: Orders, toolbox: Callable[[], Toolbox], words: Words) -> list[AppCommand]:
    """Make the three commands, which anybody may use."""
    return [_status(orders, words), _persona(), _tools(toolbox, words)]


def _status(orders: Orders, words: Words) -> AppCommand:
    async def run(asked: Asked) -> Reply:
        state = await orders.give("status")
        lines = [_now(state, words)]
        if asked.may(Right.MODERATE):
            lines += [f"{service} is down: {words.of(why)}" for service, why in state["down"].items()]
        if asked.may(Right.OWN):
            lines += _roles(state, words)
        return Reply(text=listed(lines))

    declared = Command(name="status", description="Tell what the performer is doing")
    return AppCommand(declared=declared, right=Right.ANYBODY, run=run)


def _persona() -> AppCommand:
    async def run(_asked: Asked) -> Reply:
        return Reply(text=_ONE_PERSONA)

    declared = Command(name="persona", description="Tell who the performer plays")
    return AppCommand(declared=declared, right=Right.ANYBODY, run=run)


def _tools(toolbox: Callable[[], Toolbox], words: Words) -> AppCommand:
    async def run(_asked: Asked) -> Reply:
        return Reply(text=listed(list(_told(toolbox(), words))) or "It has no tools.")

    declared = Command(name="tools", description="Tell what the performer can do beside speaking")
    return AppCommand(declared=declared, right=Right.ANYBODY, run=run)


def _now(state: Mapping[str, Any], words: Words) -> str:
    if state["pauses"]:
        return f"Paused: {words.of('; '.join(state['pauses'].values()))}"
    if state["speaking"]:
        return f"Speaking: {words.of(state['said'])}"
    return "Thinking of what to say." if state["turn"] else "Waiting for something worth a line."


def _roles(state: Mapping[str, Any], words: Words) -> Iterator[str]:
    for role in state["roles"]:
        if role["part"] not in _HOUSE:
            why = f" ({words.of(role['why'])})" if role["why"] else ""
            yield f"**{role['part']}** {words.of(role['plays'], 100)}{why}"


def _told(box: Toolbox, words: Words) -> Iterator[str]:
    """Tell each tool with the first sentence of what it does; an MCP server's words are among them."""
    for spec in box.specs:
        asks = " (asks first)" if box.tool(ToolCall(id="", name=spec.name)).privilege == "outside" else ""
        what = spec.description.partition(". ")[0].rstrip(".")
        yield f"**{words.of(spec.name, 64)}** {words.of(what, 120)}{asks}"
