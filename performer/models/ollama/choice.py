"""The choice among the installed models of an Ollama, with the sentence about it, and the list of all it has."""

import math
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import field
from typing import Final

from performer.core.command_line import COMMAND
from performer.core.errors import ServiceError
from performer.core.model_names import find_model_name
from performer.core.own_text import join_own, own
from performer.core.text import find_nearest
from performer.core.values import dataclass
from performer.models.driver.call_modes import ModelChoice
from performer.models.ollama.installed import LoadedModel, ModelCard, OllamaModel
from performer.models.ollama.server import GOOD_MODEL, OllamaServer, describe_old_version, find_loaded
from performer.models.ollama.wire import OllamaError
from performer.models.settings import ModelSettings, OllamaSpec, parse_model

_PART: Final = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h|$)")
_SECONDS: Final = {"ms": 0.001, "s": 1.0, "": 1.0, "m": 60.0, "h": 3600.0}


def parse_keep_alive_s(keep_alive: str) -> float:
    """Parse the seconds that a `keep_alive` stands for: for ever when it is negative.

    Zero is for ever too: a model that is unloaded at once need not be loaded before it is asked.
    """
    if keep_alive.startswith("-"):
        return math.inf
    return sum(float(number) * _SECONDS[unit] for number, unit in _PART.findall(keep_alive)) or math.inf


@dataclass(frozen=True)
class ModelCards:
    """The cards of one server's models, each asked for once; models come and go, so the next look makes new ones."""

    server: OllamaServer
    _within_s: float
    _known: dict[str, ModelCard | ServiceError] = field(default_factory=dict)

    async def find(self, name: str) -> ModelCard:
        """Return a model's card; raise ServiceError when the server has none, or does not answer in time."""
        if name not in self._known:
            try:
                self._known[name] = await self.server.card(name, self._within_s)
            except ServiceError as error:
                self._known[name] = error
        known = self._known[name]
        if isinstance(known, ServiceError):
            raise known
        return known


_MOST_LOOKED_AT = 60
_NEAR = 70.0
"""Percent of similarity: names of models have `instruct` and the like in common."""


@dataclass(frozen=True, kw_only=True)
class OllamaChoice(ModelChoice):
    """A model of an Ollama, and what its server's version means for it."""

    better: str = ""
    """The way to one that sees and calls tools, in a clause; empty when it does."""
    warning: str = ""
    """The trouble with its server, with the remedy, in a clause; empty when there is none."""
    digest: str = ""
    """The key by which it is remembered; another digest under the same name is another model."""
    version: str = ""
    """The server's version, by which its quirks are remembered; empty when it does not tell."""


async def choose(server: OllamaServer, settings: ModelSettings, cards: ModelCards | None = None) -> OllamaChoice:
    """Choose the named model, or else the first installed one that is best at seeing and calling tools.

    Raise ServiceError when there is no Ollama, or no model in it that will do (`retry` is then False).
    """
    installed = await server.listed(settings.probe_s)
    try:
        version = await server.version(settings.probe_s)
    except ServiceError:
        version = ""
    cards = cards or ModelCards(server, settings.probe_s)
    if settings.name:
        named = _find_named(settings.name, installed, server)
        card = await cards.find(named.name)
        better = await _find_better(cards, named, _rank(card), installed, settings.spec)
        return _make_choice(named, card, own("as configured"), better, version)
    best = await _find_best(cards, installed)
    if best is None:
        pull = server.how_to_pull(GOOD_MODEL)
        sentence = own(
            'no model at {url} that can lead; run "{pull}" for one that sees and calls tools', url=server.url, pull=pull
        )
        raise ServiceError(sentence, retry=False)
    rank, model, card = best
    better = "" if rank == len(_RANKS) else f'"{server.how_to_pull(GOOD_MODEL)}"'
    return _make_choice(model, card, _RANKS[rank - 1], better, version)


async def _find_best(cards: ModelCards, installed: Sequence[OllamaModel]) -> tuple[int, OllamaModel, ModelCard] | None:
    """Find the first model that can do most, with its rank; one that its server cannot describe is skipped."""
    best: tuple[int, OllamaModel, ModelCard] | None = None
    for each in installed[:_MOST_LOOKED_AT]:
        try:
            card = await cards.find(each.name)
        except OllamaError:
            continue
        rank = _rank(card)
        if rank and (best is None or rank > best[0]):
            best = (rank, each, card)
        if rank == len(_RANKS):
            break
    return best


async def _find_better(
    cards: ModelCards, named: OllamaModel, rank: int, installed: Sequence[OllamaModel], asked: str
) -> str:
    """Return the way to a better model than the named: take an installed one, or else pull one; empty: it is best."""
    if rank == len(_RANKS):
        return ""
    try:
        best = await _find_best(cards, installed)
    except ServiceError:
        best = None
    if best is None or best[0] < max(rank + 1, _WITH_EYES):
        return own('"{pull}"', pull=cards.server.how_to_pull(GOOD_MODEL))
    spec = parse_model(asked)
    if isinstance(spec, OllamaSpec) and spec.name:
        return own("write {name}, which is installed, in place of {other}", name=best[1].name, other=named.name)
    return own('"{start} config set model.name {name}"', start=COMMAND, name=best[1].name)


_WITH_EYES = 3
"""The rank from which on a model sees."""
_RANKS = (
    own("the first installed one; it neither sees nor calls tools"),
    own("the first installed one that calls tools; none sees"),
    own("the first installed one that sees; none also calls tools"),
    own("the first installed one that sees and calls tools"),
)


def _rank(card: ModelCard) -> int:
    """Rank a model; 0 is one that does not chat at all."""
    return 1 + card.calls_tools + 2 * card.sees if card.chats else 0


def _make_choice(model: OllamaModel, card: ModelCard, why: str, better: str, version: str) -> OllamaChoice:
    lacks = "" if card.sees else own("it gets descriptions instead of pictures (for eyes: {better})", better=better)
    return OllamaChoice(
        name=model.name,
        digest=model.digest,
        version=version,
        sees=card.sees,
        calls_tools=card.calls_tools,
        thinks=card.thinks,
        reason=join_own("; ", (why, lacks)),
        better=better,
        warning=describe_old_version(version) if version else own("its server does not tell its version"),
    )


def _find_named(name: str, installed: Sequence[OllamaModel], server: OllamaServer) -> OllamaModel:
    """Find the configured model by any of its names; raise ServiceError with those nearly called so."""
    there = {each.name: each for each in installed}
    if found := find_model_name(name, there):
        return there[found]
    near = " or ".join(f"'{each}'" for each in find_nearest(name, there, likely=_NEAR))
    pull = own('run "{pull}"', pull=server.how_to_pull(name))
    remedy = own("did you mean {near}? Otherwise {pull}", near=near, pull=pull) if near else pull
    raise ServiceError(
        own("no model '{name}' at {url}; {remedy}.", name=name, url=server.url, remedy=remedy), retry=False
    )


_MOST_CARDS: Final = 100
"""Models that are asked what they can do, each by a request of its own."""


@dataclass(frozen=True, kw_only=True)
class InventoriedModel:
    """One installed model."""

    listed: OllamaModel
    card: ModelCard | None
    """The model's abilities; None when its server cannot tell."""
    loaded: LoadedModel | None
    """The model's place in memory; None when it is not loaded."""


@dataclass(frozen=True, kw_only=True)
class OllamaInventory:
    """One Ollama."""

    version: str
    warning: str
    """What is wrong with that version; empty when nothing is."""
    models: tuple[InventoriedModel, ...]
    """In the server's order, the newest first."""
    leads: str
    """The name of the one that a show would take; empty when there is none."""
    why: str
    """Why that one, or why none, with the remedy."""


async def take_inventory(server: OllamaServer, settings: ModelSettings) -> OllamaInventory:
    """Collect everything that an Ollama has; raise ServiceError when there is none, or it does not answer in time."""
    version = await server.version(settings.probe_s)
    listed = await server.listed(settings.probe_s)
    loaded = await server.loaded(settings.probe_s)
    cards = ModelCards(server, settings.probe_s)
    models: list[InventoriedModel] = []
    for each in listed:
        card: ModelCard | None = None
        if len(models) < _MOST_CARDS:
            with suppress(ServiceError):
                card = await cards.find(each.name)
        models.append(InventoriedModel(listed=each, card=card, loaded=find_loaded(loaded, each.name)))
    try:
        choice = await choose(server, settings, cards)
        leads, why = choice.name, choice.reason
    except ServiceError as none:
        leads, why = "", str(none)
    warning = describe_old_version(version)
    return OllamaInventory(version=version, warning=warning, models=tuple(models), leads=leads, why=why)
