"""`/model`: which model leads; an owner may name another that its server has, for the next start."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from performer.chats.discord.commands.command import AppCommand, Asked, Choice, Reply, fitting, only
from performer.chats.discord.commands.orders import Orders
from performer.chats.discord.commands.words import Words
from performer.chats.discord.rights import Right
from performer.chats.discord.wire.calls import Command, Option
from performer.errors import ConfigError, ServiceError
from performer.near import near_miss

_NAME: Final = re.compile(r"(?!.*//)[A-Za-z0-9][\w.:/+-]{0,99}", re.ASCII)
"""A model's name and no address: whose server sees the pictures is decided at the streamer's own computer alone."""
_ADDRESS: Final = re.compile(r"(?: at)? ?\b[a-z]+://\S+")
_UNCHECKED: Final = "Its server keeps no list of models: whether it is there shows at the next start."
_CANNOT_ASK: Final = (
    "Its server does not say now which models it has, so nothing is changed. What is wrong with it, `performer doctor` "
    "tells whoever runs this."
)
_NOT_FROM_HERE: Final = "Which model leads is set by {key} in config.toml; change it there."


def model_command(orders: Orders, words: Words) -> AppCommand:
    """Make the command."""

    async def run(asked: Asked) -> Reply:
        name = asked.text("name")
        if not name:
            return Reply(text=_who_leads(await orders.give("status"), words))
        if not asked.may(Right.OWN):
            return Reply(text=only(Right.OWN, "name another model"))
        return Reply(text=await _lead_next(orders, name, words))

    async def choices(asked: Asked) -> Sequence[Choice]:
        names = await orders.give("models.list") or () if asked.may(Right.OWN) else ()
        return fitting([(words.plain(each), each) for each in names if _NAME.fullmatch(each)], asked.typed)

    name = Option(
        name="name",
        description="the model that is to lead from the next start on, as its server names it",
        is_required=False,
        offers_choices=True,
        max_length=100,
    )
    declared = Command(name="model", description="Tell which model leads, or have another lead", options=(name,))
    return AppCommand(declared=declared, right=Right.ANYBODY, run=run, choices=choices)


def _who_leads(state: Mapping[str, Any], words: Words) -> str:
    """Tell who leads and how quick it is; not where it runs."""
    leads = next((each for each in state["endpoints"] if each["state"] == "leads"), None)
    brain = next((role["plays"] for role in state["roles"] if role["part"] == "brain"), "")
    name = words.of(_ADDRESS.sub("", leads["name"] if leads else brain) or "nobody", 100)
    quick = f", {leads['answer_s']:g} s an answer" if leads and leads["answer_s"] is not None else ""
    return f"It is led by {name}{quick}."


async def _lead_next(orders: Orders, name: str, words: Words) -> str:
    """Have another model of the same server lead.

    Raises:
        ConfigError: when the name is none, its server has no such model, or the configuration leaves no room for it.
    """
    if not _NAME.fullmatch(name):
        raise ConfigError("Expected a model's name, such as qwen3-vl:8b, and no address.")
    if await orders.give("config.get", key="models"):
        raise ConfigError(_NOT_FROM_HERE.format(key="models"))
    key, value = _setting(await orders.give("config.get", key="model.spec"), name)
    doubt = await _doubt(orders, name)
    return f"{words.of(name)} is to lead. {words.of(await orders.configure(key, value))} {doubt}".rstrip()


async def _doubt(orders: Orders, name: str) -> str:
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
    raise ConfigError(f"Its server has no model '{name}', so nothing is changed. {near_miss(name, there)}")


def _setting(spec: str, name: str) -> tuple[str, str]:
    kind, _, rest = spec.partition(":")
    before, at, address = rest.partition("@")
    if kind == "ollama" and not before:
        return "model.name", name
    if kind in {"ollama", "openai"} and (at or kind == "ollama"):
        return "model.spec", f"{kind}:{name}{at}{address}"
    raise ConfigError(_NOT_FROM_HERE.format(key="model.spec"))
