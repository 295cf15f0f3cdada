"""`/status /persona /tools`: what the performer is doing, who it is, and what it can do.

`/mood`: how the mascot looks while nothing moves it.

`/model`: which model leads; an owner may name another that its server has, for the next start.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from performer.chats.discord.commands.command import (
    AppCommand,
    Choice,
    CommandUse,
    GuardedText,
    OperationCaller,
    Reply,
    filter_choices,
    format_list,
    format_right,
)
from performer.chats.discord.permissions import Right
from performer.chats.discord.wire.calls import Command, Option
from performer.core.errors import ConfigError, ServiceError
from performer.core.moods import MOODS
from performer.core.text import format_near_miss
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Toolbox


def make_mood_command(orders: OperationCaller, words: GuardedText) -> AppCommand:
    """Make the command; the moods are those that the mascot has."""

    async def run(asked: CommandUse) -> Reply:
        mood = asked.text("mood").lower()
        holds = await orders.configure("mascot.mood", mood)
        return Reply(text=f"Its resting mood: {words.of(mood)}. {words.of(holds)}")

    async def choices(asked: CommandUse) -> Sequence[Choice]:
        return filter_choices([(mood, mood) for mood in MOODS], asked.typed)

    mood = Option(name="mood", description="what it feels", offers_choices=True, max_length=40)
    declared = Command(name="mood", description="Have the mascot look another way while it rests", options=(mood,))
    return AppCommand(declared=declared, right=Right.MODERATE, run=run, choices=choices)


_NAME: Final = re.compile(r"(?!.*//)[A-Za-z0-9][\w.:/+-]{0,99}", re.ASCII)
"""A model's name and no address: whose server sees the pictures is decided at the streamer's own computer alone."""
_ADDRESS: Final = re.compile(r"(?: at)? ?\b[a-z]+://\S+")
_UNCHECKED: Final = "Its server keeps no list of models: whether it is there shows at the next start."
_CANNOT_ASK: Final = (
    "Its server does not say now which models it has, so nothing is changed. What is wrong with it, `performer doctor` "
    "tells whoever runs this."
)
_NOT_FROM_HERE: Final = "Which model leads is set by {key} in config.toml; change it there."


def make_model_command(orders: OperationCaller, words: GuardedText) -> AppCommand:
    """Make the command."""

    async def run(asked: CommandUse) -> Reply:
        name = asked.text("name")
        if not name:
            return Reply(text=_describe_lead(await orders.give("status"), words))
        if not asked.may(Right.OWN):
            return Reply(text=format_right(Right.OWN, "name another model"))
        return Reply(text=await _lead_next(orders, name, words))

    async def choices(asked: CommandUse) -> Sequence[Choice]:
        names = await orders.give("models.list") or () if asked.may(Right.OWN) else ()
        return filter_choices([(words.plain(each), each) for each in names if _NAME.fullmatch(each)], asked.typed)

    name = Option(
        name="name",
        description="the model that is to lead from the next start on, as its server names it",
        is_required=False,
        offers_choices=True,
        max_length=100,
    )
    declared = Command(name="model", description="Tell which model leads, or have another lead", options=(name,))
    return AppCommand(declared=declared, right=Right.ANYBODY, run=run, choices=choices)


def _describe_lead(state: Mapping[str, Any], words: GuardedText) -> str:
    """Tell who leads and how quick it is; not where it runs."""
    leads = next((each for each in state["endpoints"] if each["state"] == "leads"), None)
    brain = next((role["plays"] for role in state["roles"] if role["part"] == "brain"), "")
    name = words.of(_ADDRESS.sub("", leads["name"] if leads else brain) or "nobody", 100)
    quick = f", {leads['answer_s']:g} s an answer" if leads and leads["answer_s"] is not None else ""
    return f"It is led by {name}{quick}."


async def _lead_next(orders: OperationCaller, name: str, words: GuardedText) -> str:
    """Have another model of the same server lead.

    Raises:
        ConfigError: when the name is none, its server has no such model, or the configuration leaves no room for it.
    """
    if not _NAME.fullmatch(name):
        raise ConfigError("Expected a model's name, such as qwen3-vl:8b, and no address.")
    if await orders.give("config.get", key="models"):
        raise ConfigError(_NOT_FROM_HERE.format(key="models"))
    key, value = _setting(await orders.give("config.get", key="model.spec"), name)
    doubt = await _find_doubt(orders, name)
    return f"{words.of(name)} is to lead. {words.of(await orders.configure(key, value))} {doubt}".rstrip()


async def _find_doubt(orders: OperationCaller, name: str) -> str:
    """Look whether the server has a model, and tell when only the next start shows it.

    Raises:
        ConfigError: when it has none of that name, or cannot be asked.
    """
    try:
        there = await orders.give("models.list")
    except ServiceError:
        raise ConfigError(_CANNOT_ASK) from None
    if there is None:
        return _UNCHECKED
    if name in there or f"{name}:latest" in there:
        return ""
    raise ConfigError(f"Its server has no model '{name}', so nothing is changed. {format_near_miss(name, there)}")


def _setting(spec: str, name: str) -> tuple[str, str]:
    kind, _, rest = spec.partition(":")
    before, at, address = rest.partition("@")
    if kind == "ollama" and not before:
        return "model.name", name
    if kind in {"ollama", "openai"} and (at or kind == "ollama"):
        return "model.spec", f"{kind}:{name}{at}{address}"
    raise ConfigError(_NOT_FROM_HERE.format(key="model.spec"))


_HOUSE: Final = frozenset({"stage", "panel", "open", ""})
"""Parts that are addresses and files of the streamer's computer: they are nobody's business at Discord."""
_ONE_PERSONA: Final = (
    "There is one persona at a time: the file in prompts/personas that scene.persona names. Whoever runs it may change "
    "it, from the next start on. Choosing among several from here is not possible."
)


def make_about_commands(
    orders: OperationCaller, toolbox: Callable[[], Toolbox], words: GuardedText
) -> list[AppCommand]:
    """Make the three commands, which anybody may use."""
    return [_status(orders, words), _persona(), _tools(toolbox, words)]


def _status(orders: OperationCaller, words: GuardedText) -> AppCommand:
    async def run(asked: CommandUse) -> Reply:
        state = await orders.give("status")
        lines = [_now(state, words)]
        if asked.may(Right.MODERATE):
            lines += [f"{service} is down: {words.of(why)}" for service, why in state["down"].items()]
        if asked.may(Right.OWN):
            lines += _roles(state, words)
        return Reply(text=format_list(lines))

    declared = Command(name="status", description="Tell what the performer is doing")
    return AppCommand(declared=declared, right=Right.ANYBODY, run=run)


def _persona() -> AppCommand:
    async def run(_asked: CommandUse) -> Reply:
        return Reply(text=_ONE_PERSONA)

    declared = Command(name="persona", description="Tell who the performer plays")
    return AppCommand(declared=declared, right=Right.ANYBODY, run=run)


def _tools(toolbox: Callable[[], Toolbox], words: GuardedText) -> AppCommand:
    async def run(_asked: CommandUse) -> Reply:
        return Reply(text=format_list(list(_format_tools(toolbox(), words))) or "It has no tools.")

    declared = Command(name="tools", description="Tell what the performer can do beside speaking")
    return AppCommand(declared=declared, right=Right.ANYBODY, run=run)


def _now(state: Mapping[str, Any], words: GuardedText) -> str:
    if state["pauses"]:
        return f"Paused: {words.of('; '.join(state['pauses'].values()))}"
    if state["speaking"]:
        return f"Speaking: {words.of(state['said'])}"
    return "Thinking of what to say." if state["turn"] else "Waiting for something worth a line."


def _roles(state: Mapping[str, Any], words: GuardedText) -> Iterator[str]:
    for role in state["roles"]:
        if role["part"] not in _HOUSE:
            why = f" ({words.of(role['why'])})" if role["why"] else ""
            yield f"**{role['part']}** {words.of(role['plays'], 100)}{why}"


def _format_tools(box: Toolbox, words: GuardedText) -> Iterator[str]:
    """Tell each tool with the first sentence of what it does; an MCP server's words are among them."""
    for spec in box.specs:
        asks = " (asks first)" if box.tool(ToolCall(id="", name=spec.name)).privilege == "outside" else ""
        what = spec.description.partition(". ")[0].rstrip(".")
        yield f"**{words.of(spec.name, 64)}** {words.of(what, 120)}{asks}"
