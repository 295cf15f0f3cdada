"""The operations of the control socket on models: those at hand, and what is downloaded, measured and chosen."""

from collections.abc import Callable
from dataclasses import KW_ONLY
from importlib.util import find_spec
from typing import Any, Final

from performer.core.clock import Clock
from performer.core.errors import ConfigError
from performer.core.operations import Arguments, Operation, read_flag, read_text
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.core.work_board import WorkBoard
from performer.models.inventory import ModelInventory
from performer.models.ollama.server import GOOD_MODEL, SMALL_MODEL
from performer.models.openai.server import make_openai_server
from performer.models.selection.build import apply_spec, make_ollama_server
from performer.models.selection.lead import Lead
from performer.models.settings import (
    EndpointSettings,
    ModelSettings,
    OllamaSpec,
    OpenAISpec,
    list_lead_settings,
    parse_model,
)
from performer.models.work.measurements import ModelMeasurement, make_command
from performer.models.work.pulls import ModelPull

EYES: Final = "moondream"
"""The small model that is advised to describe pictures for one that does not see."""
_MOST_NAME: Final = 200


@dataclass(frozen=True)
class ModelOperations:
    """The operations `models.list names look pull stop_pull measure stop_measure choose`."""

    clock: Clock
    model: ModelSettings
    """[model], as this show was started."""
    models: tuple[EndpointSettings, ...]
    """[[models]], likewise."""
    inventory: ModelInventory
    board: WorkBoard
    _: KW_ONLY
    lead: Lead | None = None
    is_performing: Callable[[], bool] = lambda: False
    """Returns whether the show goes on and is not paused."""
    set: Operation | None = None
    """Sets a setting: config.set."""
    begin_again: Callable[[], None] = lambda: None
    can_measure: bool = find_spec("bench") is not None
    """Whether this copy has the benches that measure; an installed one goes without."""

    def by_name(self) -> dict[str, Operation]:
        """Return each operation by its name on the wire."""
        return {
            "models.list": self.list_all,
            "models.names": self.names,
            "models.look": self.look,
            "models.pull": self.pull,
            "models.stop_pull": self.stop_pull,
            "models.measure": self.measure,
            "models.stop_measure": self.stop_measure,
            "models.choose": self.choose,
        }

    async def list_all(self, _arguments: Arguments) -> dict[str, Any]:
        """Return the models of every configured server, what each can do, needs and is used for, and what is under way.

        `score` is how often it called the right tool on this machine, with its 95 % interval; null: not measured.
        """
        return {
            "servers": await self.inventory.describe(self.clock),
            "works": self.board.list_all(),
            "advised": {"good": GOOD_MODEL, "small": SMALL_MODEL, "eyes": EYES},
            "leads": self.lead is not None and self.lead.leads,
            "plays": self.lead.name if self.lead else "understudy",
            "several": len(self.models) > 0,
            "can_measure": self.can_measure,
        }

    async def names(self, _arguments: Arguments) -> list[str] | None:
        """Return the names of the models of the lead's server; null: it keeps no list.

        Raises:
            ServiceError: when the server cannot be asked.
            ConfigError: when the leading model comes from no server.
        """
        settings = list_lead_settings(self.model, self.models)[0]
        match parse_model(settings.spec):
            case OllamaSpec() as spec:
                asked = apply_spec(settings, spec)
                async with make_ollama_server(asked, self.clock, asked.url) as ollama:
                    return [each.name for each in await ollama.listed(settings.probe_s)]
            case OpenAISpec() as spec:
                async with make_openai_server(spec, settings, self.clock) as openai:
                    return [each.name for each in await openai.listed(settings.probe_s)] or None
            case _:
                raise ConfigError(f"'{settings.spec}' leads, and that comes from no server with a list.")

    async def look(self, arguments: Arguments) -> dict[str, Any]:
        """Look for the configured models now, and not only when it is time; returns as models.list does."""
        if self.lead:
            self.lead.seek()
        return await self.list_all(arguments)

    async def pull(self, arguments: Arguments) -> str:
        """Download the model `name` by the configured Ollama; broken off and asked again, it goes on from there."""
        name = read_text(arguments, "name", most=_MOST_NAME)
        done = self.lead.seek if self.lead else lambda: None
        self.board.start("pull", name, ModelPull(self.clock, self._find_ollama(), done))
        return own("{name} is downloaded", name=name)

    async def stop_pull(self, arguments: Arguments) -> str:
        """Stop the download of the model `name`; what has come is kept."""
        return self._stop("pull", arguments)

    async def measure(self, arguments: Arguments) -> str:
        """Measure how often the Ollama model `name` calls the right tool, by 60 questions; it takes minutes.

        While the show performs it is refused, unless with `confirm`: the model and the processor are shared.
        """
        name = read_text(arguments, "name", most=_MOST_NAME)
        if not self.can_measure:
            raise ConfigError(own("An installed copy has nothing that measures models; the source of it has."))
        if self.is_performing() and not read_flag(arguments, "confirm"):
            raise ConfigError(
                own("It performs now, and would be slow for some minutes. Pause it first, or press once more.")
            )
        settings = self._find_ollama()
        async with make_ollama_server(settings, self.clock, settings.url) as server:
            card = await server.card(name, settings.probe_s)
        mode = "native" if card.calls_tools else "soft"
        command = make_command(f"ollama:{name}@{settings.url}", mode)
        self.board.start("measure", name, ModelMeasurement(self.clock, command))
        return own("{name} is measured", name=name)

    async def stop_measure(self, arguments: Arguments) -> str:
        """Stop the measurement of the model `name`."""
        return self._stop("measure", arguments)

    async def choose(self, arguments: Arguments) -> str:
        """Set the model that leads by its `spec`, as models.list writes it, and begin the show again with it."""
        spec = read_text(arguments, "spec", most=_MOST_NAME)
        parse_model(spec)
        if self.set is None:
            raise ConfigError(own("There is no show in which another model could lead."))
        others = [each.model_dump() for each in self.models if each.spec != spec]
        key, value = ("models", [{"spec": spec}, *others]) if self.models else ("model.spec", spec)
        await self.set({"key": key, "value": value})
        self.begin_again()
        return own("The show begins again with {spec}.", spec=spec)

    def _stop(self, kind: str, arguments: Arguments) -> str:
        name = read_text(arguments, "name", most=_MOST_NAME)
        self.board.stop(kind, name)
        return own("{name} is stopped", name=name)

    def _find_ollama(self) -> ModelSettings:
        """Return the settings of the first Ollama that is configured."""
        for settings in list_lead_settings(self.model, self.models):
            if isinstance(spec := parse_model(settings.spec), OllamaSpec):
                return apply_spec(settings, spec)
        return self.model.model_copy(update={"name": ""})
