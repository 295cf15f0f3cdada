"""Getting a model: which one, from where, how far it is, and what it can do once it is there."""

from dataclasses import dataclass

from rich.console import Console
from rich.filesize import decimal

from performer.casting import as_asked
from performer.clock import Clock
from performer.commands.pulling import shown
from performer.config import Config
from performer.models.address import ollama_url
from performer.models.ollama.choice import choose
from performer.models.ollama.download import download
from performer.models.ollama.server import GOOD_MODEL, OllamaServer
from performer.models.ollama.version import old_age
from performer.models.settings import ModelSettings, who_may_lead
from performer.models.spec import OllamaSpec, parse_model
from performer.printable import printable


@dataclass(frozen=True, kw_only=True)
class Wish:
    """What is to be pulled."""

    name: str
    why: str
    """Why this one, when nobody named it."""
    settings: ModelSettings
    """Of the Ollama that is to have it."""
    lead_by: str
    """What to do to have it lead when another would; empty for an Ollama that the show does not know."""


def wished(config: Config, name: str, url: str) -> Wish:
    """Read what is to be pulled out of a command's words: without a name the configured or else the recommended one.

    Raises:
        ConfigError: when the URL is none.
    """
    settings = _first_ollama(config)
    if url:
        settings = settings.model_copy(update={"url": ollama_url(url)})
    why = "" if name else "as configured" if settings.name else "the recommended one: it sees and calls tools"
    wanted = name.strip() or settings.name or GOOD_MODEL
    return Wish(name=wanted, why=why, settings=settings, lead_by="" if url else _lead_by(config, wanted))


def _first_ollama(config: Config) -> ModelSettings:
    """Find the first Ollama that may lead; or where one would be looked for."""
    for settings in who_may_lead(config.model, config.models):
        spec = parse_model(settings.spec)
        if isinstance(spec, OllamaSpec):
            return as_asked(settings, spec)
    return config.model.model_copy(update={"name": ""})


def _lead_by(config: Config, name: str) -> str:
    if config.models:
        return f'write spec = "ollama:{name}" under [[models]] in config.toml'
    if config.model.spec == "ollama":
        return f"python3 run.py config set model.name {name}"
    return f"python3 run.py config set model.spec ollama:{name}"


async def fetch(wish: Wish, clock: Clock, console: Console) -> None:
    """Pull a model, show how far it is, and say what it can do.

    Raises:
        ServiceError: when it fails, with the remedy.
    """
    settings, began_s = wish.settings, clock.now()
    async with OllamaServer(settings.url, clock) as server:
        version = await server.version(settings.probe_s)
        why = f", {wish.why}" if wish.why else ""
        _say(console, f"Ollama {version} at {server.url} pulls {wish.name}{why}.")
        with shown(console, clock) as watcher:
            progress = await download(server, wish.name, clock, watcher)
        card = await server.card(wish.name, settings.probe_s)
        took = _duration(clock.now() - began_s)
        _say(console, f"{wish.name} is there, {decimal(progress.total)} after {took}: {card.in_words()}.")
        if old := old_age(version):
            _say(console, f"{old}.", "yellow")
        if wish.lead_by and card.chats:
            _say(console, await _who_leads(server, wish))


async def _who_leads(server: OllamaServer, wish: Wish) -> str:
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
    console.print(printable(sentence), style=style, soft_wrap=True)
