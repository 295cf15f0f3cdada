"""`/pause /status /tools /mood /model`: what the performer is doing, and what it can do.

An owner may name another model of the same server, which leads from then on.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from performer.chats.discord.commands.command import (
    Choice,
    CommandUse,
    GuardedText,
    Handler,
    Reply,
    ShowAccess,
    format_list,
    format_right,
)
from performer.chats.discord.permissions import Right
from performer.chats.tool_words import describe_tool
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError, ServiceError
from performer.core.model_names import find_model_name
from performer.core.moods import MOODS
from performer.core.own_text import join_own, own
from performer.core.text import format_near_miss
from performer.tools.tool import ToolCall
from performer.tools.toolbox import Toolbox

_MOST_REASON: Final = 200
_NAME: Final = re.compile(r"(?!.*//)[A-Za-z0-9][\w.:/+-]{0,99}", re.ASCII)
"""A model's name and no address: whose server sees the pictures is decided at the streamer's own computer alone."""
_ADDRESS: Final = re.compile(r"(?: at)? ?\b[a-z]+://\S+")
_UNCHECKED: Final = own("Its server keeps no list of models: whether it is there shows when it is asked.")
_CANNOT_ASK: Final = own(
    "Its server does not say now which models it has, so nothing is changed. What is wrong with it, "
    "`{start} doctor` tells whoever runs this.",
    start=COMMAND,
)
_NOT_FROM_HERE: Final = "Which model leads is set by {key} in config.toml; change it there."
_PRIVATE_PARTS: Final = frozenset({"stage", "panel", "open", ""})
"""Parts that are addresses and files of the streamer's computer: they are nobody's business at Discord."""


def make_setting_handlers(show: ShowAccess, words: GuardedText) -> dict[str, Handler]:
    """Return what answers `/mood` and `/model`; the moods are those that the mascot has."""

    async def mood(asked: CommandUse) -> Reply:
        chosen = asked.read_text("mood").lower()
        holds = await show.configure("mascot.mood", chosen)
        return Reply(
            text=own("Its resting mood: {chosen}. {holds}", chosen=words.escape(chosen), holds=words.escape(holds))
        )

    async def choose_mood(asked: CommandUse) -> Sequence[Choice]:
        return asked.filter_choices((each, each) for each in MOODS)

    async def model(asked: CommandUse) -> Reply:
        name = asked.read_text("name")
        if not name:
            return Reply(text=_describe_lead(await show.call("status"), words))
        if not asked.may(Right.OWN):
            return Reply(text=format_right(Right.OWN, own("name another model")))
        return Reply(text=await _lead_next(show, name, words))

    async def choose_model(asked: CommandUse) -> Sequence[Choice]:
        names = await show.call("models.names") or () if asked.may(Right.OWN) else ()
        return asked.filter_choices((words.clean(each), each) for each in names if _NAME.fullmatch(each))

    return {"mood": Handler(mood, choose_mood), "model": Handler(model, choose_model)}


def make_show_handlers(show: ShowAccess, words: GuardedText) -> dict[str, Handler]:
    """Return what answers `/pause`, and the questions about the show."""

    async def pause(asked: CommandUse) -> Reply:
        asks = own("as {name} asked at Discord", name=asked.use.person.name)
        reason = words.clean(asked.read_text("reason") or asks, _MOST_REASON)
        await show.call("pause", reason=reason)
        return Reply(
            text=own("Paused: {reason}. It goes on with /resume.", reason=words.escape(reason)), is_private=False
        )

    async def status(asked: CommandUse) -> Reply:
        state = await show.call("status")
        lines = [_describe_now(state, words)]
        if asked.may(Right.MODERATE):
            lines += [
                own("{service} is down: {why}", service=service, why=words.escape(why))
                for service, why in state["down"].items()
            ]
        if asked.may(Right.OWN):
            lines += _format_roles(state, words)
        return Reply(text=format_list(lines))

    async def tools(_asked: CommandUse) -> Reply:
        return Reply(text=format_list(list(_format_tools(show.toolbox(), words))) or own("It has no tools."))

    return {"pause": Handler(pause), "status": Handler(status), "tools": Handler(tools)}


def _describe_lead(state: Mapping[str, Any], words: GuardedText) -> str:
    """Return which model leads and how quick it is, without where it runs."""
    leads = next((each for each in state["endpoints"] if each["state"] == "leads"), None)
    brain = next((role["plays"] for role in state["roles"] if role["part"] == "brain"), "")
    name = words.escape(_ADDRESS.sub("", leads["name"] if leads else brain) or "nobody", 100)
    quick = (
        own("{answer_s:g} s an answer", answer_s=leads["answer_s"]) if leads and leads["answer_s"] is not None else ""
    )
    return own("It is led by {who}.", who=join_own(", ", (name, quick)))


async def _lead_next(show: ShowAccess, name: str, words: GuardedText) -> str:
    """Make another model of the same server lead, and return from when on; a ConfigError says why not."""
    if not _NAME.fullmatch(name):
        raise ConfigError(own("Expected a model's name, such as qwen3-vl:8b, and no address."))
    if await show.call("config.get", key="models"):
        raise ConfigError(own(_NOT_FROM_HERE, key="models"))
    key, value = _find_setting(await show.call("config.get", key="model.spec"), name)
    doubt = await _find_doubt(show, name)
    return own(
        "{name} is to lead. {holds} {doubt}",
        name=words.escape(name),
        holds=words.escape(await show.configure(key, value)),
        doubt=doubt,
    ).rstrip()


async def _find_doubt(show: ShowAccess, name: str) -> str:
    """Return a sentence if only asking it shows whether the server has a model; else nothing.

    A ConfigError says that it has none of that name, or cannot be asked.
    """
    try:
        there = await show.call("models.names")
    except ServiceError:
        raise ConfigError(_CANNOT_ASK) from None
    if there is None:
        return _UNCHECKED
    if find_model_name(name, there):
        return ""
    raise ConfigError(
        own(
            "Its server has no model '{name}', so nothing is changed. {near}",
            name=name,
            near=format_near_miss(name, there),
        )
    )


def _find_setting(spec: str, name: str) -> tuple[str, str]:
    kind, _, rest = spec.partition(":")
    before, at, address = rest.partition("@")
    if kind == "ollama" and not before:
        return "model.name", name
    if kind in {"ollama", "openai"} and (at or kind == "ollama"):
        return "model.spec", f"{kind}:{name}{at}{address}"
    raise ConfigError(own(_NOT_FROM_HERE, key="model.spec"))


def _describe_now(state: Mapping[str, Any], words: GuardedText) -> str:
    if state["pauses"]:
        return own("Paused: {why}", why=words.escape(join_own("; ", state["pauses"].values())))
    if state["speaking"]:
        return own("Speaking: {line}", line=words.escape(state["said"]))
    return own("Thinking of what to say.") if state["turn"] else own("Waiting for something worth a line.")


def _format_roles(state: Mapping[str, Any], words: GuardedText) -> Iterator[str]:
    for role in state["roles"]:
        if role["part"] not in _PRIVATE_PARTS:
            plays = words.escape(role["plays"], 100)
            why = own("({why})", why=words.escape(role["why"])) if role["why"] else ""
            yield own("**{part}** {told}", part=role["part"], told=join_own(" ", (plays, why)))


def _format_tools(box: Toolbox, words: GuardedText) -> Iterator[str]:
    """Yield each tool with what it does; an MCP server's words are among them."""
    for spec in box.specs:
        asks = own("(asks first)") if box.tool(ToolCall(id="", name=spec.name)).privilege == "outside" else ""
        told = join_own(" ", (words.escape(describe_tool(spec.name, spec.description), 120), asks))
        yield own("**{name}** {told}", name=words.escape(spec.name, 64), told=told)
