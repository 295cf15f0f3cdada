"""A trial: one case played once by a model, with all that it was asked, answered and called; and the verdict on it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, get_args

from bench.tool_choice.cases.case import Case

Label = Literal[
    "right",
    "wrong tool",
    "wrong argument",
    "missing call",
    "false call",
    "extra call",
    "wrong order",
    "not readable",
    "spiral",
    "error",
    "timeout",
]
"""right: every expected call, and nothing else. wrong tool: another one in the place of an expected one, or a forbidden
one. wrong argument: the right tool with other arguments, or with such as do not fit it. missing call: fewer calls than
expected. false call: a call where none is right. extra call: more than expected. wrong order: the right calls, one
before its time. not readable: a call, or the words that had to go with it, did not arrive, or an answer was longer than
may be read. spiral: cut by the step limit while it still called. error: the server failed, which is not counted as the
model's fault. timeout: no end in time."""
LABELS: Final[tuple[Label, ...]] = get_args(Label)
AskedMode = Literal["native", "soft", "constrained", "talk", "auto", ""]
"""How the model was asked to call tools; auto: as its probe found; empty: a player that is no model."""


@dataclass(frozen=True, kw_only=True)
class MadeCall:
    """A call that the model made, and what came of it."""

    tool: str
    arguments: Mapping[str, object]
    """As the performer's tools got them: read, and fitted to the schema."""
    step: int
    """The step that made it, counted from 1 over all turns of the trial."""
    came: Literal["returned", "refused", "failed"]
    """refused: it did not run, for a hook said no, its tool is not there, or it was printed wrong."""
    told: str = ""
    """What the model was told of it."""
    is_misprint: bool = False
    """Whether it was refused because its arguments were cut off, or did not fit the tool."""
    is_unfit: bool = False
    """Whether it is a misprint that was read: its arguments only do not fit the tool."""
    turn: int = 1
    """The turn of the trial that made it, counted from 1."""


@dataclass(frozen=True, kw_only=True)
class RawAnswer:
    """A model's answer, before any reader of ours."""

    text: str
    calls: tuple[tuple[str, object], ...] = ()
    """Native calls as the server gave them: the name, and the arguments as an object or as text that holds one."""
    thinking: str = ""
    is_cut: bool = False
    """Whether the server ended it for its length."""
    is_overlong: bool = False
    """Whether the performer cut it off, for it went on beyond what its limit of tokens can hold."""


@dataclass(frozen=True, kw_only=True)
class AskedStep:
    """One question to the model and its answer."""

    kind: str
    """How it ended: calls, final, silence, stale, failed or cut, as `StepEnded` has it."""
    number: int = 0
    """Which step it is, counted from 1 over all turns of the trial; 0: a question that was asked again in doubt."""
    body: Mapping[str, Any] = field(default_factory=dict)
    """The exact question as it was sent, with digests in the place of pictures; empty for a player."""
    answer: RawAnswer | None = None
    """None for a player, and where none came."""
    parsed: tuple[str, ...] = ()
    """The calls that were read out of it, for people: `overlay_text {"text": "GG"}`."""
    unmade: int = 0
    """Calls that were read and not made: gestures whose line was dropped, and what an earlier step had called."""
    is_search: bool = False
    """Whether it did nothing but look for tools, of which a turn is told of a dozen at most."""
    first_s: float | None = None
    """Seconds from the question to the first sign of an answer."""
    call_s: float | None = None
    """Seconds until a call of it ran, which is when its answer was whole; None: it made none that ran."""
    took_s: float = 0.0
    """Seconds from the question to the end of the answer."""
    prompt_tokens: int = 0
    answer_tokens: int = 0


@dataclass(frozen=True, kw_only=True)
class Trial:
    """One case played once."""

    case: str
    mode: AskedMode
    repeat: int = 0
    """Which time it is, from 0: each has its own order of tools and its own chance."""
    calls: tuple[MadeCall, ...] = ()
    steps: tuple[AskedStep, ...] = ()
    said: str = ""
    """All that was let through of its words."""
    ended: str = "final"
    """Why its last turn ended, as `TurnEnded` has it."""
    is_spiral: bool = False
    """Whether a turn reached its step limit and still called."""
    is_late: bool = False
    """Whether a turn was ended by its deadline, or an answer by its own."""
    error: str = ""
    """Why it could not be played: the server is gone, or answered nonsense."""
    took_s: float = 0.0


@dataclass(frozen=True, kw_only=True)
class TrialVerdict:
    """The label of a trial, in words why, and whether the reader's help was needed for it."""

    label: Label
    why: str = ""
    called: str = ""
    """The tool that was called in the place of the expected one, for the confusion; empty: none."""
    expected: str = ""
    is_readable: bool | None = None
    """Whether every call that was meant could be read; None: none was meant."""
    is_repaired: bool = False
    """Whether it is right, and the same answers, read strictly and without schema repair, would not be."""
    strict_label: Label = "right"
    """The label that the same answers have when they are read strictly; in talk mode, which reads no call, the same."""
    false_turns: int = 0
    """Turns with at least one call that no expectation covers, whatever the label."""


@dataclass(frozen=True, kw_only=True)
class GradedTrial:
    """A trial with its case and its verdict."""

    case: Case
    trial: Trial
    verdict: TrialVerdict
