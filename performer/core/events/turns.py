"""Events of a turn: why it began, what the model and its tools did, and how it ended."""

import math
from collections.abc import Mapping
from dataclasses import field
from typing import Final, Literal

from performer.core.events.stream import Event

NOBODY: Final = "nobody"
KEPT_BACK: Final = "nothing that may be said"
"""The reason of a TurnEnded when the model wrote only text that may not be spoken."""
MODEL_FAILED: Final = "model failed: "
"""How the reason of a TurnEnded begins when its model failed; what went wrong follows."""
AWAY: Final = "no model is there"
"""The reason of a TurnEnded when a question has to wait for a model: whoever asked is told, or was told of late."""


class CueTaken(Event):
    """A cue became a turn."""

    kind: str
    text: str = ""
    waited_s: float = 0.0
    importance: float | None = None
    """The importance of a scene change or a game's event, 0 to 1."""
    channel: str = ""
    """The channel in which the cue is answered in writing, if any, by the chat's own name."""
    message: str = ""
    """The message in that channel that is answered, if any."""
    cue: str = ""
    """The id by which the cue was stored until now; empty when it was not stored."""
    is_direct: bool = True
    """Whether somebody speaks to the performer; of chat lines: whether one of them does."""


class CueDropped(Event):
    """A cue will never become a turn."""

    kind: str
    reason: str
    text: str = ""
    count: int = 1
    """The number of chat lines; 1 for any other cue."""
    cue: str = ""
    """The id by which the cue was stored until now; empty when it was not stored."""
    is_held: bool = False
    """Whether it is a question that was kept for a model to answer, of whose end nobody else tells."""


class FrameSeen(Event):
    """A picture of the screen was taken; its pixels stay in memory."""

    is_routine = True
    source: str
    width: int
    height: int
    """The height of the reduced picture, in pixels."""
    digest: str
    """First 16 hex digits of the SHA-256 of the look's small grey picture, or of the JPEG where none was made."""
    change: float
    """Mean luma difference to the picture before, 0 to 255."""
    cost_ms: float
    """The time of the look, in ms; that of the JPEG counts where one was made at once."""


class StepStarted(Event):
    """The model was asked."""

    step: int
    model: str
    """The model's name, or `nobody` when there is no model."""
    pictures: int = 0


class FirstText(Event):
    """The first word of a step arrived."""

    step: int
    after_s: float


class StepEnded(Event):
    """A step is over; every started step has exactly one end. The results of its tool calls follow."""

    step: int
    kind: Literal["calls", "final", "silence", "stale", "failed", "cut"]
    """The model called tools, wrote its last words or nothing; or the step was too late, failed, or was cut."""
    after_s: float
    """The time since the model was asked."""
    calls: int = 0
    misprints: int = 0
    """The number of calls that were malformed and do not run."""
    prompt_tokens: int = 0
    """The tokens of the prompt; like the figures below 0 when the model's server does not report them."""
    answer_tokens: int = 0
    load_s: float = 0.0
    """The time in which the server loaded the model before."""
    read_s: float = 0.0
    """The time in which the server read the prompt."""
    answer_s: float = 0.0
    """The time in which the server wrote the answer."""
    mode: str = ""
    """The way of calling tools: native, soft, constrained or talk; empty when no model answered."""
    cold: bool = False
    """Whether the server read anew what it should have cached from the request before."""


class ToolCalled(Event):
    """The model called a tool; exactly one result follows: returned, refused or failed."""

    call: str
    tool: str
    arguments: Mapping[str, object] = field(default_factory=dict)
    """The arguments, masked where the guard masks them; empty when it stopped the call."""
    step: int = 0
    """The step of the turn that made the call; 0 when no step did."""
    after_s: float = 0.0
    """The time since the model was asked in that step."""
    agent: str = ""
    """The caller: empty for the show itself, else a sub-agent's id, or a program."""


class ToolProgressed(Event):
    """A running tool call reported its progress, or a part of its result."""

    call: str
    tool: str
    text: str = ""
    done: float | None = None
    """The part of `total` that is done; None when unknown."""
    total: float | None = None
    agent: str = ""

    @property
    def share(self) -> float | None:
        """The part that is done, 0 to 1, whatever numbers the tool reports; None when unknown."""
        if self.done is None or not self.total or not math.isfinite(self.done) or not math.isfinite(self.total):
            return None
        return min(max(self.done / self.total, 0.0), 1.0)


class ToolReturned(Event):
    """A tool returned a result."""

    call: str
    tool: str
    text: str
    after_s: float
    """The time since the call."""
    step: int = 0
    agent: str = ""


class ToolRefused(Event):
    """A tool call was refused by a hook or a rule, or was malformed; the model was told why."""

    call: str
    tool: str
    reason: str
    step: int = 0
    after_s: float = 0.0
    """The time since the call."""
    agent: str = ""
    misprint: Literal["none", "unread", "unfit"] = "none"
    """Whether it was malformed. unread: it was cut off, or made no sense. unfit: it was read, and does not fit."""


class ToolFailed(Event):
    """A tool failed; the model was told why, unless its turn was over by then."""

    call: str
    tool: str
    reason: str
    step: int = 0
    after_s: float = 0.0
    """The time since the call."""
    agent: str = ""


class PictureKept(Event):
    """The performer made a picture, or kept one on request; for a while its bytes can be fetched by the digest."""

    digest: str
    """First 16 hex digits of the SHA-256 of the file."""
    caption: str = ""
    channel: str = ""
    """The channel that shows the picture; empty for the stage."""


class TurnEnded(Event):
    """A turn ended; `reason` is `final`, `steps`, `loop`, `deadline`, `no model is there` or what went wrong."""

    reason: str
    steps: int
    sentences: int
    took_s: float
    prompt_tokens: int = 0
    """The tokens of all steps that came to an answer, as far as the model's server reports them."""
    answer_tokens: int = 0


class TurnCut(Event):
    """A turn was cut; readers drop the events of it that they still hold."""

    reason: str
