"""Shelves: which models each server has that may lead, what they can do, and which of them it would be."""

from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from performer.casting import as_asked, ollama_server, where_pull_goes
from performer.clock import Clock
from performer.config import Config
from performer.errors import ServiceError
from performer.models.ollama.choice import choose as choose_ollama
from performer.models.ollama.memory import oddities
from performer.models.ollama.shelf import Card, Loaded
from performer.models.ollama.survey import Survey, Surveyed, survey
from performer.models.openai.candidate import openai_server
from performer.models.openai.choice import choose
from performer.models.openai.listed import Listed
from performer.models.settings import ModelSettings, who_may_lead
from performer.models.spec import OllamaSpec, OpenAISpec, parse_model


@dataclass(frozen=True, kw_only=True)
class ShelvedModel:
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
    loaded: Loaded | None = None
    """How it lies in memory; None when it does not."""


@dataclass(frozen=True, kw_only=True)
class Next:
    """Whom a further entry of the configuration takes from the same server."""

    name: str
    """Empty when there is none."""
    why: str
    """Why that one, or why none, with the remedy."""


@dataclass(frozen=True, kw_only=True)
class Shelf:
    """What one server has."""

    who: str
    """The server, as a heading has it."""
    url: str
    models: tuple[ShelvedModel, ...] = ()
    leads: str = ""
    """The name of the one that a show would take from here; empty when there is none."""
    why: str = ""
    """Why that one, or why none, with the remedy; in a sentence."""
    describes: str = ""
    """The name of the one that only describes pictures; empty when that one is elsewhere."""
    next: tuple[Next, ...] = ()
    """Whom further entries take, in their order."""
    old: str = ""
    """What is wrong with the server's version, a sentence with its remedy."""
    warnings: tuple[str, ...] = ()
    """What is wrong with how that one lies in memory, or with who describes; each a sentence with its remedy."""
    trouble: str = ""
    """Not empty: nothing could be found out, and why."""


async def gather(config: Config, clock: Clock) -> list[Shelf]:
    """Look at every server that may lead, in the order of the configuration, and at the one that describes.

    One that stands there twice is shown once, and each leads as if it were alone: `in_line` knows who does.

    Raises:
        ConfigError: when an address is none.
    """
    shelves: dict[str, Shelf] = {}
    pulls_at = where_pull_goes(config.model, config.models)
    for settings in who_may_lead(config.model, config.models):
        shelf = await _shelf(settings, clock, pulls_at, shelves)
        shelves[shelf.url] = shelf
    if describer := config.model.of_description:
        shelf = await _shelf(describer, clock, pulls_at, {})
        shelves[shelf.url] = _with_describer(shelves.get(shelf.url), shelf)
    return list(shelves.values())


async def _shelf(settings: ModelSettings, clock: Clock, pulls_at: str, known: Mapping[str, Shelf]) -> Shelf:
    match parse_model(settings.spec):
        case OpenAISpec() as spec:
            return await _of_openai(spec, settings, clock, known)
        case OllamaSpec() as spec:
            return await _of_ollama(as_asked(settings, spec), clock, pulls_at, known)
        case _:  # nobody is asked in the show, but this is where they would be
            return await _of_ollama(settings, clock, pulls_at, known)


def _with_describer(shelf: Shelf | None, its: Shelf) -> Shelf:
    """Show who describes on a shelf of its own, or on one that is shown anyway."""
    if shelf is None:
        return replace(its, leads="", describes=its.leads)
    missing = () if its.leads or its.trouble else (f"Nobody describes pictures: {its.why}",)
    return replace(shelf, describes=its.leads, warnings=(*shelf.warnings, *missing))


async def _of_ollama(settings: ModelSettings, clock: Clock, pulls_at: str, known: Mapping[str, Shelf]) -> Shelf:
    async with ollama_server(settings, clock, pulls_at) as server:
        before = known.get(server.url)
        if before and not before.trouble:
            return await _and_next(before, choose_ollama(server, settings))
        try:
            found = await survey(server, settings)
        except ServiceError as error:
            return Shelf(who=server.who, url=server.url, trouble=str(error))
        return Shelf(
            who=f"Ollama {found.version} at {server.url}",
            url=server.url,
            models=tuple(_ollamas(each) for each in found.models),
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


async def _and_next(shelf: Shelf, choosing: Awaitable[_Choice]) -> Shelf:
    """Add whom a further entry takes from a server that has been looked at."""
    try:
        chosen = await choosing
        found = Next(name=chosen.name, why=chosen.reason)
    except ServiceError as none:
        found = Next(name="", why=str(none))
    is_known = found.name == shelf.leads != "" or found in shelf.next
    return shelf if is_known else replace(shelf, next=(*shelf.next, found))


def _ollamas(each: Surveyed) -> ShelvedModel:
    card, listed = each.card or Card(), each.listed
    chats = card.chats
    return ShelvedModel(
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


def _warnings(found: Survey, num_ctx: int) -> tuple[str, ...]:
    """Look at the lead; how others lie in memory is none of the show's business."""
    lead = next((each.loaded for each in found.models if each.listed.name == found.leads), None)
    return tuple(map(_sentence, oddities(lead, num_ctx) if lead else ()))


def _sentence(clause: str) -> str:
    return f"{clause[:1].upper()}{clause[1:]}." if clause else ""


async def _of_openai(spec: OpenAISpec, settings: ModelSettings, clock: Clock, known: Mapping[str, Shelf]) -> Shelf:
    async with openai_server(spec, settings, clock) as server:
        before = known.get(server.url)
        if before and not before.trouble:
            return await _and_next(before, choose(server, spec.name, settings))
        who = f"{server.who[:1].upper()}{server.who[1:]}"
        try:
            listed = await server.listed(settings.probe_s)
            choice = await choose(server, spec.name, settings)
        except ServiceError as error:
            return Shelf(who=who, url=server.url, trouble=str(error))
        models = tuple(_openais(each) for each in listed)
        if not choice.is_sure:
            why = f'It has no list of models; "python3 run.py doctor" tries whether {choice.name} is there.'
            return Shelf(who=who, url=server.url, why=why)
        return Shelf(who=who, url=server.url, models=models, leads=choice.name, why=choice.reason)


def _openais(each: Listed) -> ShelvedModel:
    return ShelvedModel(name=each.name, sees=each.sees, calls_tools=each.calls_tools)
