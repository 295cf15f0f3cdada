"""Which of the installed models leads, and why: the sentence that the start-up table shows."""

from collections.abc import Iterable
from dataclasses import dataclass

from performer.errors import ServiceError
from performer.models.ollama.cards import Cards
from performer.models.ollama.remedies import GOOD_MODEL
from performer.models.ollama.server import OllamaServer
from performer.models.ollama.shelf import Listed
from performer.models.ollama.stream import OllamaError
from performer.models.ollama.version import old_age
from performer.models.settings import ModelSettings
from performer.models.spec import OllamaSpec, parse_model
from performer.near import nearest

_MOST_LOOKED_AT = 60
_NEAR = 70.0
"""Percent of similarity: names of models have `instruct` and the like in common."""


@dataclass(frozen=True, kw_only=True)
class Choice:
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


async def choose(server: OllamaServer, settings: ModelSettings, cards: Cards | None = None) -> Choice:
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
    cards = cards or Cards(server, settings.probe_s)
    if settings.name:
        named = _named(settings.name, installed, server)
        abilities = (await cards.of(named.name)).abilities
        better = await _better(server, named, abilities, cards, installed, settings)
        return _choice(named, abilities, "as configured", better, version)
    return await _best(server, installed, cards, version)


async def _best(server: OllamaServer, installed: Iterable[Listed], cards: Cards, version: str) -> Choice:
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


async def _best_of(cards: Cards, installed: Iterable[Listed]) -> tuple[int, Listed, frozenset[str]] | None:
    """Look at the models in the server's order, and stop at the first that has it all."""
    best: tuple[int, Listed, frozenset[str]] | None = None
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
    named: Listed,
    abilities: frozenset[str],
    cards: Cards,
    installed: Iterable[Listed],
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


async def _abilities(cards: Cards, name: str) -> frozenset[str]:
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


def _choice(model: Listed, abilities: frozenset[str], why: str, better: str, version: str) -> Choice:
    sees, calls_tools = "vision" in abilities, "tools" in abilities
    lacks = "" if sees else f"; it gets descriptions instead of pictures (for eyes: {better})"
    return Choice(
        name=model.name,
        digest=model.digest,
        version=version,
        sees=sees,
        calls_tools=calls_tools,
        thinks="thinking" in abilities,
        reason=f"{why}{lacks}",
        better=better,
        warning=old_age(version) if version else "it does not tell its version",
    )


def _named(name: str, installed: Iterable[Listed], server: OllamaServer) -> Listed:
    """Find the configured model, with or without its `:latest`.

    Raises:
        ServiceError: naming those that are nearly called so, and the command that gets it.
    """
    there = {each.name: each for each in installed}
    for wanted in (name, f"{name}:latest"):
        if wanted in there:
            return there[wanted]
    near = " or ".join(f"'{each}'" for each in nearest(name, there, likely=_NEAR))
    pull = f'run "{server.how_to_pull(name)}"'
    remedy = f"did you mean {near}? Otherwise {pull}" if near else pull
    raise ServiceError(f"no model '{name}' at {server.url}; {remedy}.", retry=False)


async def _version(server: OllamaServer, within_s: float) -> str:
    """Ask which version the server is; empty when it does not tell."""
    try:
        return await server.version(within_s)
    except ServiceError:
        return ""
