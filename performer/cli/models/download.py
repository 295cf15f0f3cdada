"""Getting a model: which one, from where, how far it is, and what it can do once it is there."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.filesize import decimal

from performer.cli.models.progress import choose_progress_view
from performer.config.config import Config
from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.text import make_printable
from performer.models.address import make_ollama_url
from performer.models.ollama.choice import choose
from performer.models.ollama.download import download
from performer.models.ollama.server import GOOD_MODEL, OllamaServer, describe_old_version
from performer.models.selection.build import apply_spec, find_pull_url, make_ollama_server
from performer.models.settings import ModelSettings, OllamaSpec, list_lead_settings, parse_model


@dataclass(frozen=True, kw_only=True)
class DownloadRequest:
    """What is to be pulled."""

    name: str
    why: str
    """Why this one, when nobody named it."""
    settings: ModelSettings
    """Of the Ollama that is to have it."""
    lead_by: str
    """What to do to have it lead when another would; empty for an Ollama that the show does not know."""
    pulls_at: str = ""
    """As `where_pull_goes` has it, for the remedies."""


def list_download_requests(config: Config, name: str, url: str) -> tuple[DownloadRequest, ...]:
    """Read what is to be pulled out of a command's words, and where: the first that answers is to have it.

    Without a name it is the one configured there, or else the recommended one. Without an address it is any of the
    configured ones, first of all those that a named model is meant for.

    Raises:
        ConfigError: when the URL is none.
    """
    place = make_ollama_url(url) if url else ""
    known = [each for each in _ollamas(config) if place in ("", each.url)]
    if place and not known:
        elsewhere = config.model.model_copy(update={"name": "", "url": place})
        return (_make_download_request(config, elsewhere, name.strip(), is_known=False),)
    by_place: dict[str, ModelSettings] = {}
    for each in sorted(known, key=lambda each: each.name != name.strip()):
        by_place.setdefault(each.url, each)
    return tuple(_make_download_request(config, each, name.strip()) for each in by_place.values())


def _ollamas(config: Config) -> list[ModelSettings]:
    """Find the Ollamas that may lead; or where one would be looked for."""
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
        lead_by=_lead_by(config, wanted) if is_known else "",
        pulls_at=find_pull_url(config.model, config.models),
    )


def _lead_by(config: Config, name: str) -> str:
    if config.models:
        return f'write spec = "ollama:{name}" under [[models]] in config.toml'
    if config.model.spec == "ollama":
        return f"python3 run.py config set model.name {name}"
    return f"python3 run.py config set model.spec ollama:{name}"


async def fetch(wishes: Sequence[DownloadRequest], clock: Clock, console: Console) -> None:
    """Pull a model from the first Ollama that answers, show how far it is, and say what it can do.

    Raises:
        ServiceError: when it fails, or none answers, with the remedy.
    """
    for place, wish in enumerate(wishes, start=1):
        asked = wish.settings.model_copy(update={"name": wish.name})
        async with make_ollama_server(asked, clock, wish.pulls_at) as server:
            try:
                version = await server.version(asked.probe_s)
            except ServiceError as error:
                if place == len(wishes):
                    raise
                _say(console, f"{str(error).rstrip('.')}. On to the next one.", "yellow")
                continue
            await _fetch(server, version, wish, clock, console)
            return


async def _fetch(server: OllamaServer, version: str, wish: DownloadRequest, clock: Clock, console: Console) -> None:
    settings, began_s = wish.settings, clock.now()
    why = f", {wish.why}" if wish.why else ""
    _say(console, f"Ollama {version} at {server.url} pulls {wish.name}{why}.")
    with choose_progress_view(console, clock) as watcher:
        progress = await download(server, wish.name, clock, watcher)
    card = await server.card(wish.name, settings.probe_s)
    took = _duration(clock.now() - began_s)
    _say(console, f"{wish.name} is there, {decimal(progress.total)} after {took}: {card.in_words()}.")
    if old := describe_old_version(version):
        _say(console, f"{old}.", "yellow")
    if wish.lead_by and card.chats:
        _say(console, await _describe_leader(server, wish))


async def _describe_leader(server: OllamaServer, wish: DownloadRequest) -> str:
    """Say whether a show takes it over."""
    choice = await choose(server, wish.settings)
    if choice.name in (wish.name, f"{wish.name}:latest"):
        return "It leads from the next start on; a running show that waits for a model takes it over within 90 s."
    return f"{choice.name} leads ({choice.reason}). To have this one lead: {wish.lead_by}"


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min"


def _say(console: Console, sentence: str, style: str = "") -> None:
    console.print(make_printable(sentence), style=style, soft_wrap=True)
