"""The inventory of one Ollama: its models, their abilities, those in memory, and the one that would lead."""

from dataclasses import dataclass
from typing import Final

from performer.core.errors import ServiceError
from performer.models.ollama.choice import ModelCards, choose
from performer.models.ollama.installed import LoadedModel, ModelCard, OllamaModel
from performer.models.ollama.server import OllamaServer, describe_old_version, find_loaded
from performer.models.settings import ModelSettings

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
    """Collect everything that an Ollama has.

    Raises:
        ServiceError: when there is no Ollama, or it does not answer in time.
    """
    version = await server.version(settings.probe_s)
    listed = await server.listed(settings.probe_s)
    loaded = await server.loaded(settings.probe_s)
    cards = ModelCards(server, settings.probe_s)
    models = [
        InventoriedModel(
            listed=each,
            card=await _find_card(cards, each.name) if place < _MOST_CARDS else None,
            loaded=find_loaded(loaded, each.name),
        )
        for place, each in enumerate(listed)
    ]
    leads, why = await _find_lead(server, settings, cards)
    return OllamaInventory(
        version=version, warning=describe_old_version(version), models=tuple(models), leads=leads, why=why
    )


async def _find_card(cards: ModelCards, name: str) -> ModelCard | None:
    try:
        return await cards.of(name)
    except ServiceError:
        return None


async def _find_lead(server: OllamaServer, settings: ModelSettings, cards: ModelCards) -> tuple[str, str]:
    """Choose as a show would."""
    try:
        choice = await choose(server, settings, cards)
    except ServiceError as none:
        return "", str(none)
    return choice.name, choice.reason
