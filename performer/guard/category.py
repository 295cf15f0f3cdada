"""Categories: what a text can be stopped for. Actions: what becomes of it then. Levels: how strict a show is."""

from collections.abc import Mapping
from typing import Final, Literal, get_args

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


def action_at(action: Action, where: str, category: Category) -> Action:
    """Give what an action comes to there: a text that is not spoken cannot be replaced or held, so it is dropped."""
    if where in READ and action != "pass":
        return "drop" if category in UNREAD else "mask"
    return action if where in _SPOKEN or action not in {"replace", "hold"} else "drop"
