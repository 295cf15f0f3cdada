"""Verdicts: what the guard decides of a text.

What people read of what a text was stopped for: one name for each thing, in terminal, panel, toast and answers.

Categories: what a text can be stopped for. Actions: what becomes of it then. Levels: how strict a show is.

The actions: what becomes of a text by what is in it, where the streamer wants another way than the level's.

A hit: a part of a text that a finder objects to, and why.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, Protocol, get_args

from pydantic import BaseModel, ConfigDict

from performer.guard.normalise.readings import NormalizedText

_LABELS: Final[Mapping[str, str]] = {
    "own": "your list",
    "private": "private data",
    "unsafe": "judge model",
    "denial": "denial of a genocide",
    "minors": "sexual, about minors",
}
_KINDS: Final = ("topic: ", "the judge: ")
"""So a rule begins that names who found it, which the label says already or nobody asked."""


def format_label(category: str) -> str:
    """Name a category."""
    return _LABELS.get(category, category)


def format_rule_detail(category: str, rule: str) -> str:
    """Give what a rule adds to the label of its category; empty when it says the same again."""
    said = strip_finder(rule)
    for name in (format_label(category), category):
        if said in {name, name.removesuffix("s")}:
            return ""
        if said.startswith(f"{name}, "):
            return said.removeprefix(f"{name}, ")
    return said


def format_full_label(category: str, rule: str) -> str:
    """Name a category, and the rule where it adds something: `private data: e-mail address`."""
    more = format_rule_detail(category, rule)
    return f"{format_label(category)}: {more}" if more else format_label(category)


def strip_finder(rule: str) -> str:
    """Give a rule without who found it: `e-mail address`, `threat`."""
    for kind in _KINDS:
        rule = rule.removeprefix(kind)
    return rule


Category = Literal[
    "own",
    "slurs",
    "sexual",
    "profanity",
    "mild",
    "minors",
    "self-harm",
    "denial",
    "threats",
    "doxxing",
    "private",
    "unsafe",
]
"""own: the streamer's list; denial: of genocide; minors: sexual content about them; private: data of somebody's;
unsafe: what the judge model objected to."""

CATEGORIES: Final[tuple[Category, ...]] = get_args(Category)

Action = Literal["pass", "mask", "drop", "replace", "hold"]
"""pass it; mask the hit; drop the text; say a line of the persona instead; hold it for the streamer's yes."""

Level = Literal["family", "standard", "loose"]
"""family: children watch, so nothing that swears or is crude goes out; standard: mild words pass, and swearing is
masked; loose: swearing passes, and sexual words are masked. Hatred, threats and the streamer's list pass at none."""

SEVERITY: Final[tuple[Action, ...]] = ("pass", "mask", "replace", "hold", "drop")
"""Of several hits in a text the most severe action counts: the further back, the more severe."""

SPEECH: Final = "speech"
"""Where a sentence goes that is spoken."""

SAY: Final = "say"
"""Where words go that the streamer wants spoken as they stand."""

_SPOKEN: Final = frozenset({SPEECH, SAY})
"""Only there a line can stand for a text, and only there it can wait for a yes."""

RETOLD: Final = frozenset({"console", "status", "toast"})
"""Where what the show tells of itself goes: one and the same text again and again, for as long as something is down."""

READ: Final = frozenset({"chat", "game"})
"""Where others' words go that a model reads: what is stopped there is masked, but for UNREAD."""

UNREAD: Final[frozenset[Category]] = frozenset({"minors", "self-harm", "denial", "threats", "doxxing"})
"""What no answer can be good to: it is not put before a model at all."""

ALWAYS: Final[frozenset[Category]] = frozenset({"private", "minors"})
"""What never passes: no setting lets it out, no allow list, no dry run and no yes."""

_STRICT: Final[Mapping[Category, Action]] = dict.fromkeys(CATEGORIES, "drop")

ACTIONS: Final[Mapping[Level, Mapping[Category, Action]]] = {
    "family": {**_STRICT, "mild": "mask", "private": "mask"},
    "standard": {**_STRICT, "profanity": "mask", "mild": "pass", "private": "mask"},
    "loose": {**_STRICT, "profanity": "pass", "mild": "pass", "sexual": "mask", "private": "mask"},
}
"""What each level does of itself; `guard.actions` says otherwise by category."""


def resolve_action(action: Action, where: str, category: Category) -> Action:
    """Give what an action comes to there: a text that is not spoken cannot be replaced or held, so it is dropped."""
    if where in READ and action != "pass":
        return "drop" if category in UNREAD else "mask"
    return action if where in _SPOKEN or action not in {"replace", "hold"} else "drop"


Stopping = Literal["level", "mask", "drop", "replace"]
Choice = Literal["level", "pass", "mask", "drop", "replace", "hold"]


class GuardActions(BaseModel):
    """What becomes of a text by what is in it: as the level has it, pass, mask, drop, replace or hold."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    own: Choice = "level"
    """Words of your own list; every level drops the text. A dry line can stand for it (replace), or it waits for your
    yes on the panel (hold); both are for what is spoken, anything else is dropped then."""
    slurs: Choice = "level"
    """Slurs, and hatred of a group without one; every level drops the text."""
    sexual: Choice = "level"
    """Sexual words; dropped at family and standard, masked at loose."""
    profanity: Choice = "level"
    """Swearing; dropped at family, masked at standard, passed at loose."""
    mild: Choice = "level"
    """Mild words, and those that are harmless in another sense; masked at family, passed else."""
    minors: Stopping = "level"
    """Anything sexual about minors; every level drops the text; nothing passes it, a dry run neither."""
    self_harm: Choice = "level"
    """Suicide and self-harm, as advice or encouragement; every level drops the text."""
    denial: Choice = "level"
    """Denial or praise of a genocide; every level drops the text."""
    threats: Choice = "level"
    """Threats against people outside the game; every level drops the text."""
    doxxing: Choice = "level"
    """Asking for, or announcing, where somebody lives or who somebody is; every level drops the text."""
    private: Stopping = "level"
    """Addresses, numbers, keys and the like; every level masks them; nothing passes them, a dry run neither."""
    unsafe: Choice = "level"
    """What the judge model objects to; every level drops the text."""

    def of(self, category: Category) -> Choice:
        """Tell what was chosen for a category."""
        chosen: Choice = getattr(self, category.replace("-", "_"), "level")
        return chosen


@dataclass(frozen=True, kw_only=True)
class GuardHit:
    """A part of a written text, from `start` to `end` (exclusive), characters of `Reading.written`."""

    start: int
    end: int
    category: Category
    rule: str
    """What it is, for the log and the panel: `e-mail address`, `your list`. Never the text itself."""


class Finder(Protocol):
    """Looks for one kind of thing: words, topics, private data."""

    def find(self, reading: NormalizedText) -> Iterable[GuardHit]:
        """Find all that there is of it in a text, in any order; hits may overlap. Linear in the text's length."""
        ...


@dataclass(frozen=True, kw_only=True)
class Pass:
    """Say it, in this spelling: cleaned of invisible characters and cut to length."""

    text: str


@dataclass(frozen=True, kw_only=True)
class Masked:
    """Say it in this spelling: the hits are masked, or a line of the persona stands for it."""

    text: str
    reason: str
    is_replaced: bool = False
    """Whether a line stands for all of it."""


@dataclass(frozen=True, kw_only=True)
class Dropped:
    """Do not say it."""

    reason: str


@dataclass(frozen=True, kw_only=True)
class HeldBack(Dropped):
    """Do not say it now: the streamer may still let it go, by its number in the log."""

    number: int


Verdict = Pass | Masked | Dropped
