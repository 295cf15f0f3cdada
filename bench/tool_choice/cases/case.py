"""A case: what is said and seen, which tools are on offer, which calls are right, and why the case is there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Literal, get_args

from pydantic import ConfigDict

Group = Literal[
    "decoys",
    "arguments",
    "abstention",
    "order",
    "recovery",
    "steps",
    "still picture",
    "pictures",
    "preface",
    "languages",
    "long context",
    "gestures",
    "custom",
]
GROUPS: Final[tuple[Group, ...]] = get_args(Group)
Language = Literal["en", "de", "fr", "es", "ja", "pt"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
Speaker = Literal["streamer", "viewer"]
Order = Literal["exact", "any"]
_STRICT: Final = ConfigDict(extra="forbid", strict=True, revalidate_instances="always")


@dataclass(frozen=True, kw_only=True)
class ArgumentRule:
    """The values that are right for one argument, where more than one is; exactly one field is given."""

    __pydantic_config__: ClassVar = _STRICT

    one_of: tuple[object, ...] = ()
    """Any of these, each compared as a single right value is."""
    between: tuple[float, float] | None = None
    """A number of this range, both ends included."""
    contains: str = ""
    """A text with these words in it, whatever their case."""
    matches: str = ""
    """A text that this regular expression finds something in, whatever the case."""
    is_free: bool = False
    """Anything, as long as it is there."""


@dataclass(frozen=True, kw_only=True)
class ExpectedCall:
    """A call that is right; optional arguments that it does not name may be left out or be anything."""

    __pydantic_config__: ClassVar = _STRICT

    tool: str
    arguments: Mapping[str, object] = field(default_factory=dict)
    """The arguments with one right value each; see `equality` for what counts as the same."""
    rules: Mapping[str, ArgumentRule] = field(default_factory=dict)
    """The arguments with more than one right value."""
    without: tuple[str, ...] = ()
    """Optional arguments that must be left out, or have their schema's default; an empty text is left out too."""
    is_optional: bool = False
    """Whether it may be left out: then no call is right too, and only another one is wrong."""


@dataclass(frozen=True, kw_only=True)
class ScriptedResult:
    """What a tool answers to a call; exactly one field is given."""

    __pydantic_config__: ClassVar = _STRICT

    says: str | None = None
    """The result, which the model reads."""
    refuses: str | None = None
    """A hook's no, with its reason."""
    fails: str | None = None
    """The error of a tool that tried and could not."""


DONE: Final = ScriptedResult(says="Done.")


@dataclass(frozen=True, kw_only=True)
class SeenPicture:
    """A picture, drawn by code: its kind and what the kind needs; see `picture`."""

    __pydantic_config__: ClassVar = _STRICT

    kind: str
    """The name of a drawing: `blank`, `dots`, `hearts`, `text`, `squares`, `bar`, `scene`."""
    details: Mapping[str, Any] = field(default_factory=dict)
    words: str = ""
    """What a model that does not see is told of it; empty: what the drawing says of itself."""


@dataclass(frozen=True, kw_only=True)
class Case:
    """One case."""

    __pydantic_config__: ClassVar = _STRICT

    id: str
    """Unique over all groups: small letters, digits and hyphens."""
    group: Group
    why: str
    """A sentence: what a model is shown to do or not to do by it."""
    language: Language = "en"
    says: str = ""
    """What somebody says to the performer; empty: nobody does, and it reacts to the picture."""
    speaker: Speaker = "streamer"
    before: tuple[str, ...] = ()
    """What was said before in the same chat, oldest first: `NAME: words`; its own lines are `you: words`."""
    padding: tuple[int, float] | None = None
    """Long context: so many tokens of chat, 1 to 7500, with `fact` at this share of them, 0 to 1."""
    fact: str = ""
    """The chat line that `padding` hides: `NAME: words`."""
    sees: SeenPicture | None = None
    offers: tuple[str, ...] = ()
    """Names of tools of the catalogue, and `fillers:N` for N of its others."""
    expects: tuple[ExpectedCall, ...] = ()
    """The calls that are right; none: every call is wrong."""
    order: Order = "exact"
    """Whether they have to come in this order."""
    forbids: tuple[str, ...] = ()
    """Tools that must not be called, whatever else is right; `*` is every tool that is not expected."""
    results: Mapping[str, tuple[ScriptedResult, ...]] = field(default_factory=dict)
    """What each tool answers to its first call, its second one and so on; the last for ever; `Done.` without."""
    keeps: str = ""
    """A regular expression: words that must be heard beside the calls."""
    most_steps: int = 4
    """How often the model may be asked in one turn; a turn that needs all of them, and calls in each, is a spiral."""
    turns: int = 1
    """How often the same is seen, one turn after the other: the calls of all turns are judged together."""
    tags: tuple[str, ...] = ()

    @property
    def abstains(self) -> bool:
        """Whether every call is wrong."""
        return not self.expects

    @property
    def may_abstain(self) -> bool:
        """Whether it is right to make no call: none is expected, or none that has to come."""
        return all(each.is_optional for each in self.expects)


USUAL_AGENT: Final = "pip"


@dataclass(frozen=True, kw_only=True)
class Benchmark:
    """A set of cases that is played by one performer."""

    name: str
    agent: str = USUAL_AGENT
    """The persona that plays, by the name of its file."""
    cases: tuple[Case, ...] = field(repr=False)
