"""Which model of a server of OpenAI's kind leads, and what is known of it beforehand."""

from dataclasses import dataclass

from performer.models.openai.listed import Listed
from performer.models.openai.server import OpenAIServer
from performer.models.settings import ModelSettings


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A model and what it can do; most servers do not tell, and then it is taken to do everything."""

    name: str
    sees: bool
    calls_tools: bool
    reason: str
    """Why this one, what it lacks, and what is odd about it, in a sentence for the streamer."""
    thinks: bool = False
    is_sure: bool = True
    """Whether its server lists models at all; of one that does not, only a question shows whether it is there."""


async def choose(server: OpenAIServer, name: str, settings: ModelSettings) -> Choice:
    """Look the named model up in the server's list; one that is not in it may be there all the same.

    Raises:
        ServiceError: when there is no server, or it wants another key.
    """
    listed = {each.name: each for each in await server.listed(settings.probe_s)}
    known = listed.get(name, Listed(name=name))
    sees, calls_tools = known.sees is not False, known.calls_tools is not False
    remarks = [
        f"as configured, at {server.url}",
        *([] if sees else ["it gets descriptions instead of pictures"]),
        *([f"it is not in the server's list.{server.instead_of(name)}"] if listed and name not in listed else []),
    ]
    return Choice(name=name, sees=sees, calls_tools=calls_tools, reason="; ".join(remarks), is_sure=bool(listed))
