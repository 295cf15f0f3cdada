"""The vocabulary of the guard: categories, actions, levels, hits of finders, verdicts, and the labels people read."""

from collections.abc import Iterable, Mapping
from typing import Final, Literal, Protocol, get_args

from performer.core.settings import Live, Settings
from performer.core.values import dataclass
from performer.guard.normalise.readings import NormalizedText

_LABELS: Final[Mapping[str, str]] = {
    "own": "your list",
    "private": "private data",
    "unsafe": "judge model",
    "denial": "denial of a genocide",
    "minors": "sexual, about minors",
}
_KINDS: Final = ("topic: ", "the judge: ")
"""Beginnings of rules that name the finder, which the label says already."""


def format_label(category: str) -> str:
    """Return the name of a category in terminal, panel, toast and answers."""
    return _LABELS.get(category, category)


def format_rule_detail(category: str, rule: str) -> str:
    """Return the part of a rule that adds to the label of its category; empty when the rule adds nothing."""
    said = strip_finder(rule)
    for name in (format_label(category), category):
        if said in {name, name.removesuffix("s")}:
            return ""
        if said.startswith(f"{name}, "):
            return said.removeprefix(f"{name}, ")
    return said


def format_full_label(category: str, rule: str) -> str:
    """Return a category's label with the rule's detail, if there is one: `private data: e-mail address`."""
    more = format_rule_detail(category, rule)
    return f"{format_label(category)}: {more}" if more else format_label(category)


def strip_finder(rule: str) -> str:
    """Return a rule without the name of its finder: `e-mail address`, `threat`."""
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
    "too long",
]
"""The reasons to stop a text. own: the streamer's list; denial: of genocide; minors: sexual content about them;
private: personal data; unsafe: what the judge model objected to; too long: dropped unread."""

CATEGORIES: Final[tuple[Category, ...]] = tuple(each for each in get_args(Category) if each != "too long")
"""Those of which the streamer chooses what becomes of them."""

Action = Literal["pass", "mask", "drop", "replace", "hold"]
"""The fate of a text: it passes; its hits are masked; it is dropped; a line of the persona replaces it; it is held for
the streamer's approval."""

Level = Literal["family", "standard", "loose"]
"""family: children watch, so nothing that swears or is crude goes out; standard: mild words pass, and swearing is
masked; loose: swearing passes, and sexual words are masked. Hatred, threats and the streamer's list pass at none."""

SEVERITY: Final[tuple[Action, ...]] = ("pass", "mask", "replace", "hold", "drop")
"""The actions, the most severe last: of several hits in a text the most severe action counts."""

SPEECH: Final = "speech"
"""The place of sentences that are spoken."""

SAY: Final = "say"
"""The place of words that the streamer wants spoken as they stand."""

_SPOKEN: Final = frozenset({SPEECH, SAY})
"""The only places where a line can replace a text, and where a text can be held."""

RETOLD: Final = frozenset({"console", "status", "toast"})
"""The places of the show's own messages, which repeat the same text for as long as something is down."""

READ: Final = frozenset({"chat", "game"})
"""The places of others' words that a model reads: stopped words are masked there, except those of UNREAD."""

UNREAD: Final[frozenset[Category]] = frozenset({"minors", "self-harm", "denial", "threats", "doxxing"})
"""The categories to which no answer can be good: such a text is kept from models."""

ALWAYS: Final[frozenset[Category]] = frozenset({"private", "minors"})
"""The categories that never pass: no setting, allow list, dry run or approval lets them out."""

_STRICT: Final[Mapping[Category, Action]] = dict.fromkeys(CATEGORIES, "drop")

ACTIONS: Final[Mapping[Level, Mapping[Category, Action]]] = {
    "family": {**_STRICT, "mild": "mask", "private": "mask"},
    "standard": {**_STRICT, "profanity": "mask", "mild": "pass", "private": "mask"},
    "loose": {**_STRICT, "profanity": "pass", "mild": "pass", "sexual": "mask", "private": "mask"},
}
"""The actions of each level; `guard.actions` changes them by category."""


def resolve_action(action: Action, where: str, category: Category) -> Action:
    """Return an action as it is possible at a place: a text that is not spoken is dropped, not replaced or held."""
    if where in READ and action != "pass":
        return "drop" if category in UNREAD else "mask"
    return action if where in _SPOKEN or action not in {"replace", "hold"} else "drop"


Stopping = Literal["level", "mask", "drop", "replace"]
Choice = Literal["level", "pass", "mask", "drop", "replace", "hold"]


class GuardActions(Settings):
    """The action on a text, by what is in it: as the level has it, pass, mask, drop, replace or hold."""

    own: Live[Choice] = "level"
    """Words of your own list; every level drops the text. A dry line can stand for it (replace), or it waits for your
    yes on the panel (hold); both are for what is spoken, anything else is dropped then."""
    slurs: Live[Choice] = "level"
    """Slurs, and hatred of a group without one; every level drops the text."""
    sexual: Live[Choice] = "level"
    """Sexual words; dropped at family and standard, masked at loose."""
    profanity: Live[Choice] = "level"
    """Swearing; dropped at family, masked at standard, passed at loose."""
    mild: Live[Choice] = "level"
    """Mild words, and those that are harmless in another sense; masked at family, passed else."""
    minors: Live[Stopping] = "level"
    """Anything sexual about minors; every level drops the text; nothing passes it, a dry run neither."""
    self_harm: Live[Choice] = "level"
    """Suicide and self-harm, as advice or encouragement; every level drops the text."""
    denial: Live[Choice] = "level"
    """Denial or praise of a genocide; every level drops the text."""
    threats: Live[Choice] = "level"
    """Threats against people outside the game; every level drops the text."""
    doxxing: Live[Choice] = "level"
    """Asking for, or announcing, where somebody lives or who somebody is; every level drops the text."""
    private: Live[Stopping] = "level"
    """Addresses, numbers, keys and the like; every level masks them; nothing passes them, a dry run neither."""
    unsafe: Live[Choice] = "level"
    """Texts that the judge model objects to; every level drops them."""

    def of(self, category: Category) -> Choice:
        """Return the chosen action of a category."""
        chosen: Choice = getattr(self, category.replace("-", "_"), "level")
        return chosen


@dataclass(frozen=True, kw_only=True)
class GuardHit:
    """A part of a written text that a finder objects to, from `start` to `end` (exclusive)."""

    start: int
    end: int
    category: Category
    rule: str
    """The kind of hit, for the log and the panel: `e-mail address`, `your list`. Never the text itself."""


class Finder(Protocol):
    """A finder of one kind of hits: words, topics, private data."""

    def find(self, reading: NormalizedText) -> Iterable[GuardHit]:
        """Find all hits in a text, in any order; they may overlap. The time must be linear in the text's length."""
        ...


@dataclass(frozen=True, kw_only=True)
class Pass:
    """The verdict that a text may go out in this spelling: without invisible characters, and cut to length."""

    text: str


@dataclass(frozen=True, kw_only=True)
class Masked:
    """The verdict that a text may go out in this spelling: its hits are masked, or a persona's line replaces it."""

    text: str
    reason: str
    is_replaced: bool = False
    """Whether a line replaces the whole text."""


@dataclass(frozen=True, kw_only=True)
class Dropped:
    """The verdict that a text may not go out."""

    reason: str


@dataclass(frozen=True, kw_only=True)
class HeldBack(Dropped):
    """The verdict that a text may not go out now; the streamer may release it by its number in the log."""

    number: int


Verdict = Pass | Masked | Dropped
