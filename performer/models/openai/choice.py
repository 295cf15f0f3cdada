"""Which model of a server of OpenAI's kind leads, and what is known of it beforehand."""

from dataclasses import dataclass

from performer.models.openai.server import OpenAIServer
from performer.models.openai.wire import Listed
from performer.models.settings import ModelSettings
from performer.near import near_miss, nearest

_MOST_NAMED = 12


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A model and what it can do, as far as anybody said."""

    name: str
    key: str
    """What it is remembered by: its server's address and its name."""
    sees: bool
    calls_tools: bool | None
    """None when the server does not tell: most do not."""
    reason: str
    """Why this one, and what is odd about it, in a sentence for the streamer."""
    others: str = ""
    """Which other models the server has, should it not know this one after all."""


async def choose(server: OpenAIServer, name: str, settings: ModelSettings) -> Choice:
    """Look the named model up in the server's list; one that is not in it may be there all the same.

    Raises:
        ServiceError: when there is no server, or it wants another key.
    """
    listed = {each.name: each for each in await server.listed(settings.probe_s)}
    known = listed.get(name, Listed(name=name))
    near = _near(name, list(listed))
    odd = f"; it is not in the server's list. {near}" if listed and name not in listed else ""
    return Choice(
        name=name,
        key=f"{server.url} {name}",
        sees=known.sees is not False,
        calls_tools=known.calls_tools,
        reason=f"as configured, at {server.url}{odd}",
        others=near,
    )


def _near(name: str, names: list[str]) -> str:
    """Offer what was perhaps meant; a long list is not read out."""
    if not names:
        return ""
    if nearest(name, names) or len(names) <= _MOST_NAMED:
        return near_miss(name, names)
    return f"It has {len(names)} others."
