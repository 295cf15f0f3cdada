"""The choice of a model of a server of OpenAI's kind: the named one, with what is known of it beforehand."""

from dataclasses import dataclass

from performer.models.driver.call_modes import ModelChoice
from performer.models.openai.server import OpenAIServer
from performer.models.openai.wire import OpenAIModel
from performer.models.settings import ModelSettings


@dataclass(frozen=True, kw_only=True)
class OpenAIChoice(ModelChoice):
    """A model of a server of OpenAI's kind; where that does not tell its abilities, it is taken to have all."""

    is_sure: bool = True
    """Whether its server lists models at all; of one that does not, only a question shows whether it is there."""


async def choose(server: OpenAIServer, name: str, settings: ModelSettings) -> OpenAIChoice:
    """Find the named model in the server's list; one that is not in it may be there all the same."""
    listed = {each.name: each for each in await server.listed(settings.probe_s)}
    known = listed.get(name, OpenAIModel(name=name))
    sees, calls_tools = known.sees is not False, known.calls_tools is not False
    remarks = [
        f"as configured, at {server.url}",
        *([] if sees else ["it gets descriptions instead of pictures"]),
        *([f"it is not in the server's list.{server.instead_of(name)}"] if listed and name not in listed else []),
    ]
    return OpenAIChoice(name=name, sees=sees, calls_tools=calls_tools, reason="; ".join(remarks), is_sure=bool(listed))
