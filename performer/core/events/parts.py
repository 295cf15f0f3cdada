"""Events of the parts of a show: pauses, pace, services, files, sub-agents, long calls and tool servers."""

from typing import Final, Literal, get_args

from performer.core.events.stream import Event
from performer.core.events.turns import ToolCalled, ToolFailed, ToolProgressed, ToolRefused, ToolReturned


class Paused(Event):
    """The performer keeps quiet until the reason is gone; several reasons may hold at once."""

    by: str
    """The kind of reason: asked, key, scene, program or away."""
    reason: str


class Resumed(Event):
    """A reason for a pause is gone; the show goes on when it was the last reason."""

    by: str


class Hushed(Event):
    """The streamer asked for silence at once: every turn was cut, and every waiting cue was dropped."""


class HushEnded(Event):
    """The streamer ended a hush: it may speak of its own accord again."""


class CadenceChanged(Event):
    """The pace was lowered because the model takes longer than usual, or raised again."""

    # The graphics card belongs to the game first.
    step: int
    """The number of steps below the usual pace; 0 is the usual pace."""
    slowness: float
    """The time of a model call, as a multiple of the usual time."""
    interval: float
    """The factor by which the time between lines is multiplied."""
    shrink: int
    """The number by which the width of pictures is divided."""


class ServiceDown(Event):
    """A service is not available; published once until the service is back."""

    service: str
    reason: str


class ServiceUp(Event):
    """A service is available (again)."""

    service: str
    reason: str = ""


class ServiceProgressed(Event):
    """A service works on something that takes a while, or has finished it."""

    service: str
    doing: str
    """The work in a few words: `read the prompt in 8.1 s`."""


class FileRefused(Event):
    """A file of the streamer's was left out, or a line of such a file."""

    file: str
    """The file's name without its folder, or a line of it: `line 3 of blocklist.txt`."""
    reason: str


class SendingLost(Event):
    """A message was being sent when the last run ended; it may or may not have arrived, and is not sent again."""

    channel: str
    text: str
    """The first words of the message."""


class AgentStarted(Event):
    """A sub-agent started; `turn` is its parent's turn."""

    agent: str
    """The sub-agent's id, such as `researcher-1`."""
    prototype: str
    task: str
    parent: str = ""
    """The parent: empty for the show's own turn, else a sub-agent's id, or `the house` when no turn asked for it."""


class AgentSaid(Event):
    """A sub-agent wrote a part of its answer, which passed the guard; only its parent reads it, never the stage."""

    agent: str
    text: str


class AgentEnded(Event):
    """A sub-agent finished, failed or was cancelled."""

    agent: str
    came: Literal["done", "failed", "cancelled"]
    text: str = ""
    """The sub-agent's summary, or why there is none; it passed the guard."""
    steps: int = 0
    took_s: float = 0.0
    prompt_tokens: int = 0
    answer_tokens: int = 0


class ErrandStarted(Event):
    """A long tool call goes on beside the show; the turn that made the call did not wait for it."""

    errand: int
    """The number by which the long call is cancelled."""
    call: str
    tool: str
    server: str = ""
    within_s: float = 0.0
    """The time after which the long call is ended."""


class ErrandEnded(Event):
    """A long tool call is over; its result gets a turn of its own, unless the call was cancelled with its turn."""

    errand: int
    call: str
    tool: str
    came: Literal["done", "failed", "cancelled", "lost"]
    """The outcome; lost: the performer ended meanwhile, and the call is not made again."""
    text: str
    """The result, in untrusted words that passed the guard."""
    took_s: float = 0.0


class CoordinationAsked(Event):
    """An agent wants a resource that another agent holds; the holder is told too."""

    resource: str
    agent: str
    """The agent that wants the resource; empty for the show itself."""
    holder: str
    """The agent that holds the resource; empty for the show itself."""
    tool: str
    """The tool for which the resource is wanted."""
    within_s: float | None = None
    """The time for which the agent waits; None when it does not wait."""


class ToolsListed(Event):
    """A tool server listed its tools."""

    server: str
    tools: int
    pending: int = 0
    """The number of tools that are new or changed, and wait for the owner's approval."""
    left_out: int = 0
    """The number of tools that are left out, as `ToolLeftOut` tells."""


class ToolLeftOut(Event):
    """A tool that a server listed is left out."""

    server: str
    reason: str
    """The tool, by the server's own name for it, and why."""


OfACall = ToolCalled | ToolProgressed | ToolReturned | ToolRefused | ToolFailed | ErrandStarted | ErrandEnded
"""The events of one tool call, from its beginning to its end; each names its turn, and the call in it."""
OF_CALLS: Final[tuple[type[OfACall], ...]] = get_args(OfACall)
"""The classes of `OfACall`, for a subscription."""
