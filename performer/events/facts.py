"""The facts: frozen, in the past tense, each with the turn that it belongs to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal


@dataclass(frozen=True, kw_only=True)
class Event:
    """A fact; `turn` is the number of the turn it belongs to, if any."""

    turn: int | None = None


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


NOBODY: Final = "nobody"


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
    """How tools were to be called: native, soft or constrained; empty when no model answered."""


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


@dataclass(frozen=True, kw_only=True)
class ToolReturned(Event):
    """A tool answered."""

    call: str
    tool: str
    text: str
    after_s: float
    """Since the call."""
    step: int = 0


@dataclass(frozen=True, kw_only=True)
class ToolRefused(Event):
    """A hook or a rule said no, or the call was printed wrong; the model was told why."""

    call: str
    tool: str
    reason: str
    step: int = 0
    after_s: float = 0.0
    """Since the call."""


@dataclass(frozen=True, kw_only=True)
class ToolFailed(Event):
    """A tool tried and could not; the model was told why, unless its turn was over by then."""

    call: str
    tool: str
    reason: str
    step: int = 0
    after_s: float = 0.0
    """Since the call."""


@dataclass(frozen=True, kw_only=True)
class SentenceReady(Event):
    """A finished sentence passed the guard and may be spoken and shown."""

    text: str
    fresh_until_s: float | None = None
    """Speech of this turn must have begun by this instant of the clock, or the line is stale; None: it keeps."""


@dataclass(frozen=True, kw_only=True)
class SentenceWritten(Event):
    """A finished sentence passed the guard, in a turn that is only written in its channel: nobody speaks it."""

    text: str


@dataclass(frozen=True, kw_only=True)
class ApprovalAsked(Event):
    """A call waits for a person's yes; its text arguments have passed the guard."""

    approval: int
    """Its number, by which it is answered."""
    call: str
    tool: str
    server: str
    """Whose tool it is: an MCP server's name, `discord`, or empty for our own."""
    arguments: Mapping[str, object]
    why: str
    """What the turn that asks is about, in short."""
    within_s: float
    """How long it waits; then it is denied."""
    channel: str = ""
    """Where the turn is answered, if in a channel."""


@dataclass(frozen=True, kw_only=True)
class ApprovalSettled(Event):
    """A waiting call was approved, cancelled or denied by time; once each."""

    approval: int
    outcome: Literal["approved", "cancelled", "expired"]
    who: str = ""
    """Who decided, as they are called there."""
    where: str = ""
    """discord, console or control."""


@dataclass(frozen=True, kw_only=True)
class ApprovalEnded(Event):
    """An approved call has run, or nobody knows whether it did."""

    approval: int
    tool: str
    came: Literal["done", "failed", "lost"]
    """lost: the performer ended meanwhile; it is not tried again."""
    text: str
    """What came of it: anybody's words, past the guard."""


@dataclass(frozen=True, kw_only=True)
class SendingLost(Event):
    """A message was on its way when the last run ended: nobody knows whether it was written, and it is not repeated."""

    channel: str
    text: str
    """Its first words."""


@dataclass(frozen=True, kw_only=True)
class PictureKept(Event):
    """The performer made a picture, or kept one on request; its bytes are asked for by the digest, for a while."""

    digest: str
    """First 16 hex digits of the SHA-256 of the file."""
    caption: str = ""
    channel: str = ""
    """Where it is to be shown, as a cue says it; empty: on the stage."""


@dataclass(frozen=True, kw_only=True)
class SentenceBlocked(Event):
    """A sentence will not be heard; its text is kept out of the record."""

    reason: str
    where: str = "speech"
    kind: Literal["guard", "length", "broken off", "stale", "said before"] = "guard"
    """Whose rule it was, for whoever counts."""


@dataclass(frozen=True, kw_only=True)
class TextStopped(Event):
    """The guard stopped a text, wherever it was to go; the text is kept out of the record."""

    number: int
    """By which the streamer may ask for it."""
    category: str
    rule: str
    action: str
    """What became of it: mask, drop, replace or hold."""
    where: str
    only_reported: bool = False
    """Whether it went out all the same, for it was a dry run."""


@dataclass(frozen=True, kw_only=True)
class GuardChanged(Event):
    """The streamer changed how the guard decides, while the show goes on."""

    level: str
    dry_run: bool
    actions: tuple[str, ...] = ()
    """What the streamer wants otherwise than the level has it, such as `profanity: hold`."""


@dataclass(frozen=True, kw_only=True)
class HeldTextSettled(Event):
    """The streamer decided of a text that the guard held."""

    number: int
    is_said: bool


@dataclass(frozen=True, kw_only=True)
class SpeechStarted(Event):
    """A sentence began to sound, or its paced silence began."""

    sentence: str
    """The sentence's id."""
    text: str
    duration_s: float
    """As far as it is known; a streamed voice may go on after it (SpeechGrew)."""
    audible: bool
    """False when no client sounds: the time passes all the same."""
    envelope: tuple[float, ...] = ()
    """Loudness from 0 to 1, one value every 20 ms; empty when there is no sound."""


@dataclass(frozen=True, kw_only=True)
class SpeechGrew(Event):
    """A further piece of a streamed sentence came, to sound right after what there was."""

    sentence: str
    duration_s: float
    """Of this piece."""
    envelope: tuple[float, ...] = ()


@dataclass(frozen=True, kw_only=True)
class SpeechEnded(Event):
    """A sentence ended, whole or cut."""

    sentence: str
    text: str
    heard_s: float
    cut: bool = False
    heard: str = ""
    """The words of it that were heard: all of `text`, or what came before the cut, maybe nothing."""


@dataclass(frozen=True, kw_only=True)
class SpeechHeld(Event):
    """A sentence fell silent in its middle, for the streamer speaks; it goes on, or it will be ended as cut."""

    sentence: str
    heard_s: float


@dataclass(frozen=True, kw_only=True)
class SpeechResumed(Event):
    """A held sentence goes on."""

    sentence: str
    after_s: float
    """How long it was silent."""
    from_s: float = 0.0
    """Where in the sentence it goes on, in seconds: a little before where it fell silent."""


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


@dataclass(frozen=True, kw_only=True)
class FloorTaken(Event):
    """The streamer began to speak: nothing begins until the floor is free."""


@dataclass(frozen=True, kw_only=True)
class FloorFreed(Event):
    """The streamer has been silent for long enough."""

    after_s: float
    """How long the floor was taken."""


@dataclass(frozen=True, kw_only=True)
class Paused(Event):
    """The performer keeps quiet until the reason is gone; several may hold at once."""

    by: str
    """Who asked for it: asked, key, scene, program or away."""
    reason: str


@dataclass(frozen=True, kw_only=True)
class Resumed(Event):
    """A reason for a pause is gone; the show goes on when it was the last."""

    by: str


@dataclass(frozen=True, kw_only=True)
class CadenceChanged(Event):
    """The model takes longer than usual, or no longer: the graphics card belongs to the game first."""

    step: int
    """How many steps down; 0 is the usual pace."""
    slowness: float
    """How many times as long as usual a call takes."""
    interval: float
    """What the time between lines is multiplied by."""
    shrink: int
    """What the width of pictures is divided by."""


@dataclass(frozen=True, kw_only=True)
class Hushed(Event):
    """The streamer wanted silence at once: everything was cut, and what waited was let go."""


@dataclass(frozen=True, kw_only=True)
class ServiceDown(Event):
    """A part is not there; said once, until it is back."""

    service: str
    reason: str


@dataclass(frozen=True, kw_only=True)
class ServiceUp(Event):
    """A part is there (again)."""

    service: str
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class FileRefused(Event):
    """A file of the streamer's was left out, or a line of one."""

    file: str
    """Its name, without its folder; `line 3 of blocklist.txt`."""
    reason: str
