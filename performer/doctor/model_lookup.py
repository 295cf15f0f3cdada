"""The model that would lead, found on its server, for the doctor to ask."""

from collections.abc import Callable
from typing import Final

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.doctor.report import CheckNotes
from performer.models.driver.driver import Driver
from performer.models.driver.server_quirks import ServerQuirks
from performer.models.http.lines import ServerError
from performer.models.http.server_client import NOT_FOUND
from performer.models.ollama.choice import choose
from performer.models.ollama.driver import Ollama
from performer.models.ollama.server import (
    GOOD_MODEL,
    OllamaServer,
    describe_old_version,
    find_loaded,
    is_too_large,
    list_oddities,
)
from performer.models.openai.driver import OpenAI
from performer.models.openai.server import OpenAIServer
from performer.models.openai.server import choose as choose_named
from performer.models.settings import Mode, ModelSettings, OpenAISpec

_PRINTED: Final[tuple[Mode, ...]] = ("soft", "constrained")
_ALL: Final[tuple[Mode, ...]] = ("native", *_PRINTED)
_ANOTHER: Final = own("Take another model of that server, one that sees and calls tools.")
_START: Final = own("Start Ollama, or set model.url to where it is.")


@dataclass(frozen=True, kw_only=True)
class FoundModel:
    """A model that is on its server."""

    name: str
    as_set: Driver
    """The model's driver, as the show has it."""
    in_mode: Callable[[Mode], Driver]
    """Makes another driver, which is held to a mode and knows nothing of what was learnt before."""
    mode: str
    """The setting of the mode, as the show has it."""
    modes: tuple[Mode, ...]
    """The modes that its server claims."""
    remedy: str
    """What to do when the model does not see or call tools."""


async def find_ollama(
    notes: CheckNotes, server: OllamaServer, settings: ModelSettings, clock: Clock, known: ServerQuirks
) -> FoundModel | None:
    """Find the model that an Ollama would give the show; the driver as set has what is known of it."""
    try:
        version = await server.version(settings.probe_s)
    except ServiceError as error:
        notes.fail("answers", *split_remedy(str(error)))
        return None
    if old := describe_old_version(version):
        what, _, remedy = old.partition(": ")
        notes.warn(
            "answers", own("{what}, at {url}", what=what, url=server.url), own("{remedy}.", remedy=_capitalize(remedy))
        )
    else:
        notes.ok("answers", own("Ollama {version} at {url}", version=version, url=server.url))
    try:
        choice = await choose(server, settings)
    except ServiceError as error:
        notes.fail("exists", *split_remedy(str(error)))
        return None
    notes.ok("exists", own("{name}: {reason}", name=choice.name, reason=choice.reason))
    better = choice.better or f'"{server.how_to_pull(GOOD_MODEL)}"'
    other = "Update Ollama, or set model.name to another model that sees and calls tools."
    return FoundModel(
        name=choice.name,
        as_set=Ollama(server, choice, _skip_probe(settings, calls_tools=choice.calls_tools), clock, known),
        in_mode=lambda mode: Ollama(server, choice, settings.model_copy(update={"mode": mode}), clock),
        mode=settings.mode,
        modes=_ALL if choice.calls_tools else _PRINTED,
        remedy=other
        if choice.name.startswith(GOOD_MODEL)
        else own("For one that sees and calls tools: {better}", better=better),
    )


async def find_openai(
    notes: CheckNotes,
    server: OpenAIServer,
    spec: OpenAISpec,
    settings: ModelSettings,
    clock: Clock,
    known: ServerQuirks,
) -> FoundModel | None:
    """Find the model that a server of OpenAI's kind would give the show."""
    try:
        choice = await choose_named(server, spec.name, settings)
    except ServiceError as error:
        notes.fail("answers", *split_remedy(str(error), "Start that server, or mend its address in the spec."))
        return None
    notes.ok("answers", server.who)
    if choice.is_sure:
        notes.ok("exists", own("{name}: {reason}", name=choice.name, reason=choice.reason))
    else:
        notes.skip("exists", own("{name}: its server has no list of models", name=choice.name))
    return FoundModel(
        name=choice.name,
        as_set=OpenAI(server, choice, _skip_probe(settings, calls_tools=choice.calls_tools is not False), clock, known),
        in_mode=lambda mode: OpenAI(server, choice, settings.model_copy(update={"mode": mode}), clock, ServerQuirks()),
        mode=settings.mode,
        modes=_PRINTED if choice.calls_tools is False else _ALL,
        remedy=_ANOTHER,
    )


def _skip_probe(settings: ModelSettings, *, calls_tools: bool) -> ModelSettings:
    """Return settings by which a model calls tools that is not probed yet: the doctor checks it without a probe."""
    if settings.mode != "auto":
        return settings
    return settings.model_copy(update={"mode": "native" if calls_tools else "soft"})


async def note_memory(notes: CheckNotes, server: OllamaServer, name: str, settings: ModelSettings) -> None:
    """Note how a loaded model lies in memory."""
    try:
        here = find_loaded(await server.loaded(settings.probe_s), name)
    except ServiceError as error:
        notes.skip("memory", str(error))
        return
    if here is None:
        notes.skip("memory", own("its server does not tell"))
        return
    odd = list_oddities(here, settings.num_ctx)
    for each in odd:
        what, _, remedy = each.partition(": ")
        notes.warn("memory", what, own("{remedy}.", remedy=_capitalize(remedy)))
    if not odd:
        notes.ok("memory", _describe_place(here.context))


def _describe_place(context: int) -> str:
    if not context:
        return own("all of it is on the graphics card")
    return own("all of it is on the graphics card, with a context of {context} tokens", context=context)


def explain_load_failure(error: ServiceError) -> tuple[str, str]:
    """Return why a model could not be loaded, and what to do."""
    if isinstance(error, ServerError) and (error.status == NOT_FOUND or is_too_large(error.said)):
        wrong, _, remedy = str(error).rpartition("; ")
        return (wrong, _capitalize(remedy)) if wrong else (remedy, _ANOTHER)
    return str(error), "Is there memory enough for it? A smaller model loads faster."


def split_remedy(sentence: str, remedy: str = _START) -> tuple[str, str]:
    """Split a sentence into what is wrong and what to do, where it says both."""
    wrong, _, what = sentence.partition("; ")
    return wrong, _capitalize(what) or remedy


def _capitalize(remedy: str) -> str:
    return f"{remedy[:1].upper()}{remedy[1:]}"
