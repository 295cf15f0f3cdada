"""What the models of one Ollama can do, each asked once, whoever wants to know.

For how long an Ollama keeps a model in memory.

Which of the installed models leads, and why: the sentence that the start-up table shows.
"""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from performer.core.errors import ServiceError
from performer.core.text import find_nearest
from performer.models.ollama.installed import ModelCard, OllamaModel
from performer.models.ollama.server import GOOD_MODEL, OllamaServer, describe_old_version
from performer.models.ollama.stream import OllamaError
from performer.models.settings import ModelSettings, OllamaSpec, parse_model

_PART: Final = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h|$)")
_SECONDS: Final = {"ms": 0.001, "s": 1.0, "": 1.0, "m": 60.0, "h": 3600.0}


def parse_keep_alive_s(keep_alive: str) -> float:
    """Tell the seconds that a `keep_alive` stands for: for ever when it is negative.

    It is for ever too when it is none at all: what is unloaded at once need not be loaded before it is asked.
    """
    if keep_alive.startswith("-"):
        return math.inf
    return sum(float(number) * _SECONDS[unit] for number, unit in _PART.findall(keep_alive)) or math.inf


class ModelCards:
    """Remembers answers and failures for one look at a server; models come and go, so it is made anew for the next.

    Args:
        server: Who is asked.
        within_s: How long an answer may take.
    """

    def __init__(self, server: OllamaServer, within_s: float) -> None:
        self._server = server
        self._within_s = within_s
        self._known: dict[str, ModelCard | ServiceError] = {}

    async def of(self, name: str) -> ModelCard:
        """Tell what a model can do.

        Raises:
            ServiceError: when the model is not there, or the server does not answer in time.
        """
        if name not in self._known:
            try:
                self._known[name] = await self._server.card(name, self._within_s)
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
class OllamaChoice:
    """A model and what it can do."""

    name: str
    sees: bool
    calls_tools: bool
    thinks: bool
    reason: str
    """Why this one, and what it lacks, in a sentence for the streamer."""
    better: str = ""
    """How to have one that sees and calls tools, in a clause; empty when it does."""
    warning: str = ""
    """What is odd about its server, with the remedy, in a clause; empty when nothing is."""
    digest: str = ""
    """What it is remembered by; another one of the same name is another model."""
    version: str = ""
    """The server's, by which it is remembered how that treats the model; empty when it does not tell."""


async def choose(server: OllamaServer, settings: ModelSettings, cards: ModelCards | None = None) -> OllamaChoice:
    """Take the named model, or else the first installed one that is best at seeing and calling tools.

    Args:
        server: Which Ollama.
        settings: The name, if any, and how long an answer may take.
        cards: What is known of its models already.

    Raises:
        ServiceError: when there is no Ollama, or no model in it that will do (`retry` is then False).
    """
    installed = await server.listed(settings.probe_s)
    version = await _version(server, settings.probe_s)
    cards = cards or ModelCards(server, settings.probe_s)
    if settings.name:
        named = _named(settings.name, installed, server)
        abilities = (await cards.of(named.name)).abilities
        better = await _better(server, named, abilities, cards, installed, settings)
        return _choice(named, abilities, "as configured", better, version)
    return await _best(server, installed, cards, version)


async def _best(
    server: OllamaServer, installed: Iterable[OllamaModel], cards: ModelCards, version: str
) -> OllamaChoice:
    """Take the first of those that can do most.

    Raises:
        ServiceError: when there is none.
    """
    best = await _best_of(cards, installed)
    if best is None:
        pull = server.how_to_pull(GOOD_MODEL)
        sentence = f'no model at {server.url} that can lead; run "{pull}" for one that sees and calls tools'
        raise ServiceError(sentence, retry=False)
    rank, model, abilities = best
    better = "" if rank == len(_RANKS) else f'"{server.how_to_pull(GOOD_MODEL)}"'
    return _choice(model, abilities, _RANKS[rank - 1], better, version)


async def _best_of(
    cards: ModelCards, installed: Iterable[OllamaModel]
) -> tuple[int, OllamaModel, frozenset[str]] | None:
    """Look at the models in the server's order, and stop at the first that has it all."""
    best: tuple[int, OllamaModel, frozenset[str]] | None = None
    for each in list(installed)[:_MOST_LOOKED_AT]:
        abilities = await _abilities(cards, each.name)
        rank = _rank(abilities)
        if rank and (best is None or rank > best[0]):
            best = (rank, each, abilities)
        if rank == len(_RANKS):
            break
    return best


async def _better(
    server: OllamaServer,
    named: OllamaModel,
    abilities: frozenset[str],
    cards: ModelCards,
    installed: Iterable[OllamaModel],
    settings: ModelSettings,
) -> str:
    """Say how to have a better one than the named: take an installed one, or else pull one."""
    rank = _rank(abilities)
    if rank == len(_RANKS):
        return ""
    try:
        best = await _best_of(cards, installed)
    except ServiceError:
        best = None
    if best is None or best[0] < max(rank + 1, _WITH_EYES):
        return f'"{server.how_to_pull(GOOD_MODEL)}"'
    spec = parse_model(settings.spec)
    if isinstance(spec, OllamaSpec) and spec.name:
        return f"write {best[1].name}, which is installed, in place of {named.name}"
    return f'"python3 run.py config set model.name {best[1].name}"'


async def _abilities(cards: ModelCards, name: str) -> frozenset[str]:
    """Ask what a model can do; one that its server cannot describe is passed over."""
    try:
        return (await cards.of(name)).abilities
    except OllamaError:
        return frozenset()


_WITH_EYES = 3
"""The rank from which on a model sees."""
_RANKS = (
    "the first installed one; it neither sees nor calls tools",
    "the first installed one that calls tools; none sees",
    "the first installed one that sees; none also calls tools",
    "the first installed one that sees and calls tools",
)


def _rank(abilities: frozenset[str]) -> int:
    """Rank a model; 0 is one that does not chat at all."""
    if "completion" not in abilities:
        return 0
    return 1 + ("tools" in abilities) + 2 * ("vision" in abilities)


def _choice(model: OllamaModel, abilities: frozenset[str], why: str, better: str, version: str) -> OllamaChoice:
    sees, calls_tools = "vision" in abilities, "tools" in abilities
    lacks = "" if sees else f"; it gets descriptions instead of pictures (for eyes: {better})"
    return OllamaChoice(
        name=model.name,
        digest=model.digest,
        version=version,
        sees=sees,
        calls_tools=calls_tools,
        thinks="thinking" in abilities,
        reason=f"{why}{lacks}",
        better=better,
        warning=describe_old_version(version) if version else "it does not tell its version",
    )


def _named(name: str, installed: Iterable[OllamaModel], server: OllamaServer) -> OllamaModel:
    """Find the configured model, with or without its `:latest`.

    Raises:
        ServiceError: naming those that are nearly called so, and the command that gets it.
    """
    there = {each.name: each for each in installed}
    for wanted in (name, f"{name}:latest"):
        if wanted in there:
            return there[wanted]
    near = " or ".join(f"'{each}'" for each in find_nearest(name, there, likely=_NEAR))
    pull = f'run "{server.how_to_pull(name)}"'
    remedy = f"did you mean {near}? Otherwise {pull}" if near else pull
    raise ServiceError(f"no model '{name}' at {server.url}; {remedy}.", retry=False)


async def _version(server: OllamaServer, within_s: float) -> str:
    """Ask which version the server is; empty when it does not tell."""
    try:
        return await server.version(within_s)
    except ServiceError:
        return ""
