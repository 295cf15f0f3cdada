"""Shelves: which models each server has that may lead, what they can do, and which of them it would be.

Who leads of the models on several shelves, and who is next: as a running show says, or as one would begin.
"""

from collections.abc import Awaitable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from performer.cli.control_client import ask
from performer.config.config import Config
from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.files.home import Home
from performer.models.ollama.choice import choose as choose_ollama
from performer.models.ollama.installed import LoadedModel, ModelCard
from performer.models.ollama.inventory import InventoriedModel, OllamaInventory, take_inventory
from performer.models.ollama.server import list_oddities
from performer.models.openai.candidate import make_openai_server
from performer.models.openai.server import OpenAIModel, choose
from performer.models.selection.build import apply_spec, find_pull_url, make_ollama_server
from performer.models.settings import ModelSettings, OllamaSpec, OpenAISpec, list_lead_settings, parse_model


@dataclass(frozen=True, kw_only=True)
class InstalledModel:
    """One model; what its server does not tell is None."""

    name: str
    sees: bool | None = None
    calls_tools: bool | None = None
    thinks: bool | None = None
    only_for: str = ""
    """What a model that does not chat is there for."""
    size: int | None = None
    """Bytes on the disk."""
    context: int | None = None
    """The most tokens it was made for."""
    remote: str = ""
    """Where it really runs, when its server only hands it on."""
    loaded: LoadedModel | None = None
    """How it lies in memory; None when it does not."""


@dataclass(frozen=True, kw_only=True)
class NextModel:
    """Whom a further entry of the configuration takes from the same server."""

    name: str
    """Empty when there is none."""
    why: str
    """Why that one, or why none, with the remedy."""


@dataclass(frozen=True, kw_only=True)
class InstalledModels:
    """What one server has."""

    who: str
    """The server, as a heading has it."""
    url: str
    models: tuple[InstalledModel, ...] = ()
    leads: str = ""
    """The name of the one that a show would take from here; empty when there is none."""
    why: str = ""
    """Why that one, or why none, with the remedy; in a sentence."""
    describes: str = ""
    """The name of the one that only describes pictures; empty when that one is elsewhere."""
    next: tuple[NextModel, ...] = ()
    """Whom further entries take, in their order."""
    old: str = ""
    """What is wrong with the server's version, a sentence with its remedy."""
    warnings: tuple[str, ...] = ()
    """What is wrong with how that one lies in memory, or with who describes; each a sentence with its remedy."""
    trouble: str = ""
    """Not empty: nothing could be found out, and why."""


async def list_installed(config: Config, clock: Clock) -> list[InstalledModels]:
    """Look at every server that may lead, in the order of the configuration, and at the one that describes.

    One that stands there twice is shown once, and each leads as if it were alone: `in_line` knows who does.

    Raises:
        ConfigError: when an address is none.
    """
    shelves: dict[str, InstalledModels] = {}
    pulls_at = find_pull_url(config.model, config.models)
    for settings in list_lead_settings(config.model, config.models):
        shelf = await _list_server(settings, clock, pulls_at, shelves)
        shelves[shelf.url] = shelf
    if describer := config.model.for_description:
        shelf = await _list_server(describer, clock, pulls_at, {})
        shelves[shelf.url] = _with_describer(shelves.get(shelf.url), shelf)
    return list(shelves.values())


async def _list_server(
    settings: ModelSettings, clock: Clock, pulls_at: str, known: Mapping[str, InstalledModels]
) -> InstalledModels:
    match parse_model(settings.spec):
        case OpenAISpec() as spec:
            return await _list_openai(spec, settings, clock, known)
        case OllamaSpec() as spec:
            return await _list_ollama(apply_spec(settings, spec), clock, pulls_at, known)
        case _:  # nobody is asked in the show, but this is where they would be
            return await _list_ollama(settings, clock, pulls_at, known)


def _with_describer(shelf: InstalledModels | None, its: InstalledModels) -> InstalledModels:
    """Show who describes on a shelf of its own, or on one that is shown anyway."""
    if shelf is None:
        return replace(its, leads="", describes=its.leads)
    missing = () if its.leads or its.trouble else (f"Nobody describes pictures: {its.why}",)
    return replace(shelf, describes=its.leads, warnings=(*shelf.warnings, *missing))


async def _list_ollama(
    settings: ModelSettings, clock: Clock, pulls_at: str, known: Mapping[str, InstalledModels]
) -> InstalledModels:
    async with make_ollama_server(settings, clock, pulls_at) as server:
        before = known.get(server.url)
        if before and not before.trouble:
            return await _with_next(before, choose_ollama(server, settings))
        try:
            found = await take_inventory(server, settings)
        except ServiceError as error:
            return InstalledModels(who=server.who, url=server.url, trouble=str(error))
        return InstalledModels(
            who=f"Ollama {found.version} at {server.url}",
            url=server.url,
            models=tuple(_convert_ollama_model(each) for each in found.models),
            leads=found.leads,
            why=found.why,
            old=_sentence(found.warning),
            warnings=_warnings(found, settings.num_ctx),
        )


class _Choice(Protocol):
    """What a server of either kind chooses."""

    @property
    def name(self) -> str: ...

    @property
    def reason(self) -> str: ...


async def _with_next(shelf: InstalledModels, choosing: Awaitable[_Choice]) -> InstalledModels:
    """Add whom a further entry takes from a server that has been looked at."""
    try:
        chosen = await choosing
        found = NextModel(name=chosen.name, why=chosen.reason)
    except ServiceError as none:
        found = NextModel(name="", why=str(none))
    is_known = found.name == shelf.leads != "" or found in shelf.next
    return shelf if is_known else replace(shelf, next=(*shelf.next, found))


def _convert_ollama_model(each: InventoriedModel) -> InstalledModel:
    card, listed = each.card or ModelCard(), each.listed
    chats = card.chats
    return InstalledModel(
        name=listed.name,
        sees=card.sees if chats else None,
        calls_tools=card.calls_tools if chats else None,
        thinks=card.thinks if chats else None,
        only_for="" if chats else ", ".join(sorted(card.abilities)),
        size=None if listed.remote else listed.size,
        context=card.context or None,
        remote=listed.remote,
        loaded=each.loaded,
    )


def _warnings(found: OllamaInventory, num_ctx: int) -> tuple[str, ...]:
    """Look at the lead; how others lie in memory is none of the show's business."""
    lead = next((each.loaded for each in found.models if each.listed.name == found.leads), None)
    return tuple(map(_sentence, list_oddities(lead, num_ctx) if lead else ()))


def _sentence(clause: str) -> str:
    return f"{clause[:1].upper()}{clause[1:]}." if clause else ""


async def _list_openai(
    spec: OpenAISpec, settings: ModelSettings, clock: Clock, known: Mapping[str, InstalledModels]
) -> InstalledModels:
    async with make_openai_server(spec, settings, clock) as server:
        before = known.get(server.url)
        if before and not before.trouble:
            return await _with_next(before, choose(server, spec.name, settings))
        who = f"{server.who[:1].upper()}{server.who[1:]}"
        try:
            listed = await server.listed(settings.probe_s)
            choice = await choose(server, spec.name, settings)
        except ServiceError as error:
            return InstalledModels(who=who, url=server.url, trouble=str(error))
        models = tuple(_convert_openai_model(each) for each in listed)
        if not choice.is_sure:
            why = f'It has no list of models; "python3 run.py doctor" tries whether {choice.name} is there.'
            return InstalledModels(who=who, url=server.url, why=why)
        return InstalledModels(who=who, url=server.url, models=models, leads=choice.name, why=choice.reason)


def _convert_openai_model(each: OpenAIModel) -> InstalledModel:
    return InstalledModel(name=each.name, sees=each.sees, calls_tools=each.calls_tools)


@dataclass(frozen=True, kw_only=True)
class LeadingModel:
    """Who leads a show."""

    name: str
    """The model, as its server calls it."""
    url: str


async def find_leading_model(home: Home) -> LeadingModel | None:
    """Ask the show that runs in a home who leads; None when none runs, or nobody does."""
    try:
        state = await ask(home, "status", {})
    except ServiceError:
        return None
    endpoints: list[dict[str, Any]] = state["endpoints"]
    found = next((each for each in endpoints if each["state"] == "leads"), None)
    return LeadingModel(name=found["name"].partition(" ")[2], url=found["place"]) if found else None


def put_leader_first(shelves: Iterable[InstalledModels], leader: LeadingModel | None = None) -> list[InstalledModels]:
    """Let one lead, and have the others be next.

    Args:
        shelves: As `gather` gives them, in the order of the configuration.
        leader: Who leads now; None for the first that could.
    """
    there = list(shelves)
    if leader is None:
        first = next((each for each in there if each.leads), None)
        leader = LeadingModel(name=first.leads, url=first.url) if first else None
    return [_with(each, leader.name if leader and leader.url == each.url else "") for each in there]


def _with(shelf: InstalledModels, leads: str) -> InstalledModels:
    """Have a model of a shelf lead, or none of them."""
    if shelf.trouble or leads == shelf.leads:
        return shelf
    all_of_it = (*([NextModel(name=shelf.leads, why=shelf.why)] if shelf.leads else []), *shelf.next)
    why = next((each.why for each in all_of_it if each.name == leads), "as the running show has it" if leads else "")
    others = tuple(each for each in all_of_it if each.name != leads or not leads)
    return replace(shelf, leads=leads, why=why, next=others)
