"""The facts of a turn: why it began, what the model and its tools did, and how it ended."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from performer.core.events.stream import Event

NOBODY: Final = "nobody"
KEPT_BACK: Final = "nothing that may be said"
"""Why a turn is over whose model spoke, but said nothing that may be heard."""


@dataclass(frozen=True, kw_only=True)
class CueTaken(Event):
    """A cue became a turn."""

    kind: str
    text: str = ""
    waited_s: float = 0.0
    importance: float | None = None
    """Of a change or a game's event, 0 to 1."""
    channel: str = ""
    """Where it is answered in writing, if anywhere: a chat's own name for the place."""
    message: str = ""
    """The message there that is answered, if it is one."""
    cue: str = ""
    """By which it was kept until now; empty: it was not."""


@dataclass(frozen=True, kw_only=True)
class CueDropped(Event):
    """A cue will never become a turn."""

    kind: str
    reason: str
    text: str = ""
    count: int = 1
    """How many lines of a chat; of anything else one cue."""
    cue: str = ""
    """By which it was kept until now; empty: it was not."""


@dataclass(frozen=True, kw_only=True)
class FrameSeen(Event):
    """A picture was taken in; its pixels stay in memory."""

    source: str
    width: int
    height: int
    """Of the reduced picture, in pixels."""
    digest: str
    """First 16 hex digits of the SHA-256 of the JPEG."""
    change: float
    """Mean luma difference to the picture before, 0 to 255."""
    cost_ms: float
    """From the start of the grab to the finished JPEG."""


@dataclass(frozen=True, kw_only=True)
class StepStarted(Event):
    """The model was asked."""

    step: int
    model: str
    """Its name, or NOBODY when there is none to ask."""
    pictures: int = 0


@dataclass(frozen=True, kw_only=True)
class FirstText(Event):
    """The first word of a step arrived."""

    step: int
    after_s: float


@dataclass(frozen=True, kw_only=True)
class StepEnded(Event):
    """A step is over; each that was started has one end, whatever happened. What its calls come to follows."""

    step: int
    kind: Literal["calls", "final", "silence", "stale", "failed", "cut"]
    """Tools wanted, last words, none; or ended for its late words, by the model's failure, or with its turn."""
    after_s: float
    """Since the model was asked."""
    calls: int = 0
    misprints: int = 0
    """Calls that were printed wrong, and do not run."""
    prompt_tokens: int = 0
    """This and what follows: as far as the model's server said; 0 when it did not."""
    answer_tokens: int = 0
    load_s: float = 0.0
    """How long the model had to be loaded before."""
    read_s: float = 0.0
    """How long the server read the question."""
    answer_s: float = 0.0
    """How long it wrote."""
    mode: str = ""
    """How tools were to be called: native, soft, constrained or talk; empty when no model answered."""
    cold: bool = False
    """Whether the server read anew what it should have known from the request before."""


@dataclass(frozen=True, kw_only=True)
class ToolCalled(Event):
    """The model called a tool; what became of it follows, once: returned, refused or failed."""

    call: str
    tool: str
    arguments: Mapping[str, object] = field(default_factory=dict)
    """Empty when the guard blocked them."""
    step: int = 0
    """The step of its turn that made the call; 0 when none did."""
    after_s: float = 0.0
    """Since the model was asked in that step."""
    agent: str = ""
    """Whose call: empty: the show itself; else a sub-agent by its id, or a program."""


@dataclass(frozen=True, kw_only=True)
class ToolProgressed(Event):
    """A call told how far it is, or a part of what it will come to."""

    call: str
    tool: str
    text: str = ""
    done: float | None = None
    """Of `total`; None where nobody knows."""
    total: float | None = None
    agent: str = ""

    @property
    def share(self) -> float | None:
        """How much of it is done, 0 to 1, whatever a tool tells; None where nobody knows."""
        if self.done is None or not self.total or not math.isfinite(self.done) or not math.isfinite(self.total):
            return None
        return min(max(self.done / self.total, 0.0), 1.0)


@dataclass(frozen=True, kw_only=True)
class ToolReturned(Event):
    """A tool answered."""

    call: str
    tool: str
    text: str
    after_s: float
    """Since the call."""
    step: int = 0
    agent: str = ""


@dataclass(frozen=True, kw_only=True)
class ToolRefused(Event):
    """A hook or a rule said no, or the call was printed wrong; the model was told why."""

    call: str
    tool: str
    reason: str
    step: int = 0
    after_s: float = 0.0
    """Since the call."""
    agent: str = ""


@dataclass(frozen=True, kw_only=True)
class ToolFailed(Event):
    """A tool tried and could not; the model was told why, unless its turn was over by then."""

    call: str
    tool: str
    reason: str
    step: int = 0
    after_s: float = 0.0
    """Since the call."""
    agent: str = ""


@dataclass(frozen=True, kw_only=True)
class PictureKept(Event):
    """The performer made a picture, or kept one on request; its bytes are asked for by the digest, for a while."""

    digest: str
    """First 16 hex digits of the SHA-256 of the file."""
    caption: str = ""
    channel: str = ""
    """Where it is to be shown, as a cue says it; empty: on the stage."""


@dataclass(frozen=True, kw_only=True)
class TurnEnded(Event):
    """A turn came to its end; `reason` is `final`, `steps`, `loop`, `deadline` or what went wrong."""

    reason: str
    steps: int
    sentences: int
    took_s: float
    prompt_tokens: int = 0
    """Of all its steps that came to an answer, as far as the model's server said."""
    answer_tokens: int = 0


@dataclass(frozen=True, kw_only=True)
class TurnCut(Event):
    """A turn was cut: readers drop what they still hold of it."""

    reason: str
