"""The models that each configured server has, what they can do, and which of them leads or is next.

A running show tells which one leads; without one it is the model that a show would begin with.
"""

from collections.abc import Awaitable, Iterable, Mapping, Sequence
from dataclasses import replace

from performer.core.clock import Clock
from performer.core.command_line import COMMAND
from performer.core.errors import ServiceError
from performer.core.values import dataclass
from performer.models.ollama.choice import InventoriedModel, OllamaChoice, OllamaInventory, take_inventory
from performer.models.ollama.choice import choose as choose_ollama
from performer.models.ollama.installed import LoadedModel, ModelCard
from performer.models.ollama.server import list_oddities
from performer.models.openai.server import OpenAIChoice, choose, make_openai_server
from performer.models.selection.build import apply_spec, find_pull_url, make_ollama_server
from performer.models.settings import (
    EndpointSettings,
    ModelSettings,
    OllamaSpec,
    OpenAISpec,
    list_lead_settings,
    parse_model,
)


@dataclass(frozen=True, kw_only=True)
class InstalledModel:
    """One model of a server; what the server does not tell is None."""

    name: str
    sees: bool | None = None
    calls_tools: bool | None = None
    thinks: bool | None = None
    only_for: str = ""
    """The use of a model that does not chat."""
    size: int | None = None
    """Bytes on the disk."""
    context: int | None = None
    """The most tokens that the model was made for."""
    token_bytes: int | None = None
    """Bytes of memory that a token of context takes."""
    quantisation: str = ""
    """How its numbers were shortened, as its server writes it."""
    digest: str = ""
    """What it is remembered by; empty where its server tells none."""
    remote: str = ""
    """Where the model really runs, when its server only hands requests on."""
    loaded: LoadedModel | None = None
    """How the model lies in memory; None when it does not."""


@dataclass(frozen=True, kw_only=True)
class NextModel:
    """The model that a further entry of the configuration takes from the same server."""

    name: str
    """Empty when there is none."""
    why: str
    """Why that model, or why none, with the remedy."""


@dataclass(frozen=True, kw_only=True)
class InstalledModels:
    """The models of one server."""

    who: str
    """The server, as a heading has it."""
    url: str
    trouble: str = ""
    """Why nothing could be found out; empty when it could."""
    leads: str = ""
    """The name of the model that a show would take from here; empty when there is none."""
    why: str = ""
    """Why that model, or why none, with the remedy; in a sentence."""
    next: tuple[NextModel, ...] = ()
    """The models that further entries take, in their order."""
    describes: str = ""
    """The name of the model that only describes pictures; empty when it is elsewhere."""
    old: str = ""
    """What is wrong with the server's version, a sentence with its remedy."""
    warnings: tuple[str, ...] = ()
    """What is wrong with how the lead lies in memory, or with the describer; each a sentence with its remedy."""
    models: tuple[InstalledModel, ...] = ()


async def list_installed(
    model: ModelSettings, models: Sequence[EndpointSettings], clock: Clock
) -> list[InstalledModels]:
    """List the models of every server that may lead, in the order of the configuration, and of the one that describes.

    A server that is configured twice is listed once, and each leads as if it were alone; see `put_leader_first`.
    """
    servers: dict[str, InstalledModels] = {}
    pulls_at = find_pull_url(model, models)
    for settings in list_lead_settings(model, models):
        server = await _list_server(settings, clock, pulls_at, servers)
        servers[server.url] = server
    if describer := model.for_description:
        server = await _list_server(describer, clock, pulls_at, {})
        servers[server.url] = _add_describer(servers.get(server.url), server)
    return list(servers.values())


async def _list_server(
    settings: ModelSettings, clock: Clock, pulls_at: str, known: Mapping[str, InstalledModels]
) -> InstalledModels:
    match parse_model(settings.spec):
        case OpenAISpec() as spec:
            return await _list_openai(spec, settings, clock, known)
        case OllamaSpec() as spec:
            return await _list_ollama(apply_spec(settings, spec), clock, pulls_at, known)
        case _:  # a show asks no model then, but this is where one would be
            return await _list_ollama(settings, clock, pulls_at, known)


def _add_describer(known: InstalledModels | None, found: InstalledModels) -> InstalledModels:
    """Return the server of the describer, as it is known or as it was found, with the model that describes."""
    if known is None:
        return replace(found, leads="", describes=found.leads)
    missing = () if found.leads or found.trouble else (f"Nobody describes pictures: {found.why}",)
    return replace(known, describes=found.leads, warnings=(*known.warnings, *missing))


async def _list_ollama(
    settings: ModelSettings, clock: Clock, pulls_at: str, known: Mapping[str, InstalledModels]
) -> InstalledModels:
    async with make_ollama_server(settings, clock, pulls_at) as server:
        before = known.get(server.url)
        if before and not before.trouble:
            return await _add_next(before, choose_ollama(server, settings))
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
            old=_make_sentence(found.warning),
            warnings=_list_warnings(found, settings.num_ctx),
        )


async def _add_next(server: InstalledModels, choosing: Awaitable[OllamaChoice | OpenAIChoice]) -> InstalledModels:
    """Add the model that a further entry takes from a server that is listed already."""
    try:
        chosen = await choosing
        found = NextModel(name=chosen.name, why=chosen.reason)
    except ServiceError as none:
        found = NextModel(name="", why=str(none))
    is_known = found.name == server.leads != "" or found in server.next
    return server if is_known else replace(server, next=(*server.next, found))


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
        token_bytes=card.token_bytes or None,
        quantisation=listed.quantisation,
        digest=listed.digest,
        remote=listed.remote,
        loaded=each.loaded,
    )


def _list_warnings(found: OllamaInventory, num_ctx: int) -> tuple[str, ...]:
    """List what is odd about the lead in memory; other models there do not concern the show."""
    lead = next((each.loaded for each in found.models if each.listed.name == found.leads), None)
    return tuple(map(_make_sentence, list_oddities(lead, num_ctx) if lead else ()))


def _make_sentence(clause: str) -> str:
    return f"{clause[:1].upper()}{clause[1:]}." if clause else ""


async def _list_openai(
    spec: OpenAISpec, settings: ModelSettings, clock: Clock, known: Mapping[str, InstalledModels]
) -> InstalledModels:
    async with make_openai_server(spec, settings, clock) as server:
        before = known.get(server.url)
        if before and not before.trouble:
            return await _add_next(before, choose(server, spec.name, settings))
        who = f"{server.who[:1].upper()}{server.who[1:]}"
        try:
            listed = await server.listed(settings.probe_s)
            choice = await choose(server, spec.name, settings)
        except ServiceError as error:
            return InstalledModels(who=who, url=server.url, trouble=str(error))
        models = tuple(InstalledModel(name=each.name, sees=each.sees, calls_tools=each.calls_tools) for each in listed)
        if not choice.is_sure:
            why = f'It has no list of models; "{COMMAND} doctor" tries whether {choice.name} is there.'
            return InstalledModels(who=who, url=server.url, why=why)
        return InstalledModels(who=who, url=server.url, models=models, leads=choice.name, why=choice.reason)


@dataclass(frozen=True, kw_only=True)
class LeadingModel:
    """The model that leads a show."""

    name: str
    """As its server calls it."""
    url: str


def put_leader_first(servers: Iterable[InstalledModels], leader: LeadingModel | None = None) -> list[InstalledModels]:
    """Return the servers with one model that leads, by default the first that could, and the others next in line."""
    listed = list(servers)
    if leader is None:
        first = next((each for each in listed if each.leads), None)
        leader = LeadingModel(name=first.leads, url=first.url) if first else None
    return [_set_leader(each, leader.name if leader and leader.url == each.url else "") for each in listed]


def _set_leader(server: InstalledModels, leads: str) -> InstalledModels:
    """Return a server of which this model leads; none, if the name is empty."""
    if server.trouble or leads == server.leads:
        return server
    in_line = (*([NextModel(name=server.leads, why=server.why)] if server.leads else []), *server.next)
    why = next((each.why for each in in_line if each.name == leads), "as the running show has it" if leads else "")
    others = tuple(each for each in in_line if each.name != leads or not leads)
    return replace(server, leads=leads, why=why, next=others)
