"""The operations of the control socket on models: the list of those at the server of the leading one."""

from collections.abc import Awaitable, Callable
from typing import Any

from performer.core.clock import Clock
from performer.core.errors import ConfigError
from performer.core.operations import Arguments
from performer.core.values import dataclass
from performer.models.openai.server import make_openai_server
from performer.models.selection.build import apply_spec, make_ollama_server
from performer.models.settings import ModelSettings, OllamaSpec, OpenAISpec, parse_model


@dataclass(frozen=True)
class ModelOperations:
    """Answers `models.list`."""

    clock: Clock
    settings: ModelSettings
    """The settings of the model that is wanted first, as this show was started."""

    def by_name(self) -> dict[str, Callable[[Arguments], Awaitable[Any]]]:
        """Return each operation by its name on the wire."""
        return {"models.list": self.names}

    async def names(self, _arguments: Arguments) -> list[str] | None:
        """Return the models of the lead's server, as `performer models` lists them; null: it keeps no list.

        Raises:
            ServiceError: when the server cannot be asked.
            ConfigError: when the leading model comes from no server.
        """
        settings = self.settings
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
