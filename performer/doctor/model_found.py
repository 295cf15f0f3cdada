"""The model that would lead, found on its server, for the doctor to ask."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from performer.clock import Clock
from performer.doctor.report import Notes
from performer.errors import ServiceError
from performer.models.candidate import Candidate
from performer.models.http_server import NOT_FOUND
from performer.models.http_stream import ServerError
from performer.models.manners import Manners
from performer.models.ollama.choice import choose
from performer.models.ollama.driver import Ollama
from performer.models.ollama.memory import in_memory, oddities
from performer.models.ollama.remedies import GOOD_MODEL, is_too_large
from performer.models.ollama.server import OllamaServer
from performer.models.ollama.shelf import Loaded
from performer.models.ollama.version import old_age
from performer.models.openai.choice import choose as choose_named
from performer.models.openai.driver import OpenAI
from performer.models.openai.server import OpenAIServer
from performer.models.settings import Mode, ModelSettings
from performer.models.spec import OpenAISpec

_PRINTED: Final[tuple[Mode, ...]] = ("soft", "constrained")
_ALL: Final[tuple[Mode, ...]] = ("native", *_PRINTED)
_ANOTHER: Final = "Take another model of that server, one that sees and calls tools."
_START: Final = "Start Ollama, or set model.url to where it is."


class Examined(Candidate, Protocol):
    """A driver of which it can be told how it asked."""

    @property
    def asked(self) -> Mode | None:
        """The way of calling tools by which it was asked last."""
        ...


@dataclass(frozen=True, kw_only=True)
class Found:
    """A model that is there."""

    name: str
    as_set: Examined
    """Its driver, as the show has it."""
    in_mode: Callable[[Mode], Examined]
    """Makes another driver, which is held to a mode and knows nothing of what was learnt before."""
    modes: tuple[Mode, ...]
    """Those that its server claims."""
    remedy: str
    """What to do when it does not see or call."""


async def find_ollama(notes: Notes, server: OllamaServer, settings: ModelSettings, clock: Clock) -> Found | None:
    """Find the model that an Ollama would give the show."""
    try:
        version = await server.version(settings.probe_s)
    except ServiceError as error:
        notes.fail("answers", *halved(str(error)))
        return None
    if old := old_age(version):
        what, _, remedy = old.partition(": ")
        notes.warn("answers", f"{what}, at {server.url}", f"{_capital(remedy)}.")
    else:
        notes.ok("answers", f"Ollama {version} at {server.url}")
    try:
        choice = await choose(server, settings)
    except ServiceError as error:
        notes.fail("exists", *halved(str(error)))
        return None
    notes.ok("exists", f"{choice.name}: {choice.reason}")
    better = choice.better or f'"{server.how_to_pull(GOOD_MODEL)}"'
    other = "Update Ollama, or set model.name to another model that sees and calls tools."
    return Found(
        name=choice.name,
        as_set=Ollama(server, choice, _trying(settings, calls_tools=choice.calls_tools), clock),
        in_mode=lambda mode: Ollama(server, choice, settings.model_copy(update={"mode": mode}), clock),
        modes=_ALL if choice.calls_tools else _PRINTED,
        remedy=other if choice.name.startswith(GOOD_MODEL) else f"For one that sees and calls tools: {better}",
    )


async def find_openai(
    notes: Notes, server: OpenAIServer, spec: OpenAISpec, settings: ModelSettings, clock: Clock
) -> Found | None:
    """Find the model that a server of OpenAI's kind would give the show."""
    try:
        choice = await choose_named(server, spec.name, settings)
    except ServiceError as error:
        notes.fail("answers", *halved(str(error), "Start that server, or mend its address in the spec."))
        return None
    notes.ok("answers", server.who)
    if choice.is_sure:
        notes.ok("exists", f"{choice.name}: {choice.reason}")
    else:
        notes.skip("exists", f"{choice.name}: its server has no list of models")
    return Found(
        name=choice.name,
        as_set=OpenAI(server, choice, _trying(settings, calls_tools=choice.calls_tools is not False), clock, Manners()),
        in_mode=lambda mode: OpenAI(server, choice, settings.model_copy(update={"mode": mode}), clock, Manners()),
        modes=_PRINTED if choice.calls_tools is False else _ALL,
        remedy=_ANOTHER,
    )


def _trying(settings: ModelSettings, *, calls_tools: bool) -> ModelSettings:
    """Have a model call tools that is to be probed yet: the doctor tells how it does; the show goes by its probe."""
    if settings.mode != "auto":
        return settings
    return settings.model_copy(update={"mode": "native" if calls_tools else "soft"})


async def note_memory(notes: Notes, server: OllamaServer, name: str, settings: ModelSettings) -> None:
    """Note how a loaded model lies in memory."""
    try:
        here = in_memory(await server.loaded(settings.probe_s), name)
    except ServiceError as error:
        notes.skip("memory", str(error))
        return
    if here is None:
        notes.skip("memory", "its server does not tell")
        return
    odd = oddities(here, settings.num_ctx)
    for each in odd:
        what, _, remedy = each.partition(": ")
        notes.warn("memory", what, f"{_capital(remedy)}.")
    if not odd:
        notes.ok("memory", _well(here))


def _well(here: Loaded) -> str:
    context = f", with a context of {here.context} tokens" if here.context else ""
    return f"all of it is on the graphics card{context}"


def why_not_loaded(error: ServiceError) -> tuple[str, str]:
    """Tell why a model could not be loaded, and what to do."""
    if isinstance(error, ServerError) and (error.status == NOT_FOUND or is_too_large(error.said)):
        wrong, _, remedy = str(error).rpartition("; ")
        return (wrong, _capital(remedy)) if wrong else (remedy, _ANOTHER)
    return str(error), "Is there memory enough for it? A smaller model loads faster."


def halved(sentence: str, remedy: str = _START) -> tuple[str, str]:
    """Part what is wrong from what to do, where the sentence says both."""
    wrong, _, what = sentence.partition("; ")
    return wrong, _capital(what) or remedy


def _capital(remedy: str) -> str:
    return f"{remedy[:1].upper()}{remedy[1:]}"
