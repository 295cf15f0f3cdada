"""How a model lies in memory: whether all of it is on the graphics card, and with how much context."""

from collections.abc import Iterable

from performer.errors import ServiceError
from performer.models.ollama.server import OllamaServer
from performer.models.ollama.shelf import Loaded
from performer.models.settings import ModelSettings

_A_LITTLE = 0.02
"""A share on the processor that nobody feels."""


async def how_loaded(server: OllamaServer, model: str, settings: ModelSettings, took_s: float) -> str:
    """Tell how long a model took to load, and what is odd about where it lies; for the start-up table."""
    told = f"loaded in {took_s:.1f} s"
    try:
        here = in_memory(await server.loaded(settings.probe_s), model)
    except ServiceError:
        return told  # it has loaded all the same
    return "; ".join([told, *(oddities(here, settings.num_ctx) if here else ())])


def in_memory(loaded: Iterable[Loaded], model: str) -> Loaded | None:
    """Find a model among those in memory, with or without its `:latest`."""
    return next((each for each in loaded if each.name in (model, f"{model}:latest")), None)


def oddities(loaded: Loaded, num_ctx: int) -> tuple[str, ...]:
    """Say what makes it slow or forgetful, each with the remedy, in sentences without their full stops."""
    return tuple(filter(None, (_slowness(loaded), _forgetfulness(loaded, num_ctx))))


def _slowness(loaded: Loaded) -> str:
    beside = 1 - loaded.on_card
    if beside < _A_LITTLE:
        return ""
    if not loaded.size_vram:
        return "all of it is on the CPU, which is slow: a smaller model is quicker there"
    return f"{beside:.0%} of it is on the CPU, which is slow: a smaller model or model.num_ctx would fit the card"


def _forgetfulness(loaded: Loaded, num_ctx: int) -> str:
    if not 0 < loaded.context < num_ctx:
        return ""
    return f"its context is {loaded.context} tokens, not {num_ctx}: set model.num_ctx to {loaded.context}"
