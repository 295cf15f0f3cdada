"""Downloads of models: which model, by which Ollama, the progress, and what the model can do then."""

from collections.abc import Sequence

from rich.console import Console
from rich.filesize import decimal

from performer.cli.models.progress import open_progress_view, print_sentence
from performer.config.config import Config
from performer.core.clock import Clock
from performer.core.command_line import COMMAND
from performer.core.errors import ServiceError
from performer.core.model_names import is_same_model
from performer.core.values import dataclass
from performer.models.address import make_ollama_url
from performer.models.ollama.choice import choose
from performer.models.ollama.download import download
from performer.models.ollama.server import GOOD_MODEL, OllamaServer, describe_old_version
from performer.models.selection.build import apply_spec, find_pull_url, make_ollama_server
from performer.models.settings import ModelSettings, OllamaSpec, list_lead_settings, parse_model


@dataclass(frozen=True, kw_only=True)
class DownloadRequest:
    """A model to be downloaded by an Ollama."""

    name: str
    why: str
    """Why this model, when nobody named it."""
    settings: ModelSettings
    """The settings of the Ollama."""
    lead_by: str
    """What makes the model lead when another would; empty for an Ollama that the show does not know."""
    pulls_at: str = ""
    """As `find_pull_url` has it, for the remedies."""


def list_download_requests(config: Config, name: str, url: str) -> tuple[DownloadRequest, ...]:
    """List the downloads that a command's words may mean; the first Ollama that answers is to have the model.

    Without a name it is the model configured there, or else the recommended one. Without an address it is any of the
    configured Ollamas, first of all those that a named model is meant for.
    """
    place = make_ollama_url(url) if url else ""
    known = [each for each in _list_ollamas(config) if place in ("", each.url)]
    if place and not known:
        elsewhere = config.model.model_copy(update={"name": "", "url": place})
        return (_make_download_request(config, elsewhere, name.strip(), is_known=False),)
    by_place: dict[str, ModelSettings] = {}
    for each in sorted(known, key=lambda each: each.name != name.strip()):
        by_place.setdefault(each.url, each)
    return tuple(_make_download_request(config, each, name.strip()) for each in by_place.values())


def _list_ollamas(config: Config) -> list[ModelSettings]:
    """List the Ollamas that may lead, or else the one where a show would look for one."""
    asked = [(each, parse_model(each.spec)) for each in list_lead_settings(config.model, config.models)]
    found = [apply_spec(settings, spec) for settings, spec in asked if isinstance(spec, OllamaSpec)]
    return found or [config.model.model_copy(update={"name": ""})]


def _make_download_request(
    config: Config, settings: ModelSettings, name: str, *, is_known: bool = True
) -> DownloadRequest:
    why = "" if name else "as configured" if settings.name else "the recommended one: it sees and calls tools"
    wanted = name or settings.name or GOOD_MODEL
    return DownloadRequest(
        name=wanted,
        why=why,
        settings=settings,
        lead_by=_describe_setting(config, wanted) if is_known else "",
        pulls_at=find_pull_url(config.model, config.models),
    )


def _describe_setting(config: Config, name: str) -> str:
    if config.models:
        return f'write spec = "ollama:{name}" under [[models]] in config.toml'
    if config.model.spec == "ollama":
        return f"{COMMAND} config set model.name {name}"
    return f"{COMMAND} config set model.spec ollama:{name}"


async def fetch(requests: Sequence[DownloadRequest], clock: Clock, console: Console) -> None:
    """Download a model by the first Ollama that answers, show the progress, and print what the model can do."""
    for place, request in enumerate(requests, start=1):
        settings = request.settings.model_copy(update={"name": request.name})
        async with make_ollama_server(settings, clock, request.pulls_at) as server:
            try:
                version = await server.version(settings.probe_s)
            except ServiceError as error:
                if place == len(requests):
                    raise
                print_sentence(console, f"{str(error).rstrip('.')}. On to the next one.", "yellow")
                continue
            await _fetch(server, version, request, clock, console)
            return


async def _fetch(server: OllamaServer, version: str, request: DownloadRequest, clock: Clock, console: Console) -> None:
    began_s = clock.now()
    why = f", {request.why}" if request.why else ""
    print_sentence(console, f"Ollama {version} at {server.url} pulls {request.name}{why}.")
    with open_progress_view(console, clock) as view:
        progress = await download(server, request.name, clock, view)
    card = await server.card(request.name, request.settings.probe_s)
    took_s = clock.now() - began_s
    took = f"{took_s:.0f} s" if took_s < 90 else f"{took_s / 60:.0f} min"
    print_sentence(console, f"{request.name} is there, {decimal(progress.total)} after {took}: {card.in_words()}.")
    if old := describe_old_version(version):
        print_sentence(console, f"{old}.", "yellow")
    if request.lead_by and card.chats:
        print_sentence(console, await _describe_leader(server, request))


async def _describe_leader(server: OllamaServer, request: DownloadRequest) -> str:
    """Describe whether a show will use the model."""
    choice = await choose(server, request.settings)
    if is_same_model(choice.name, request.name):
        return "It leads from the next start on; a running show that waits for a model takes it over within 90 s."
    return f"{choice.name} leads ({choice.reason}). To have this one lead: {request.lead_by}"
