"""Categories: what a text can be held back for. Actions: what becomes of it then. Levels: how strict a show is."""

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
"""own: the streamer's list; denial: of genocide; minors: sexual content about them; private: data of somebody's; unsafe:
what the judge model objected to."""

CATEGORIES: Final[tuple[Category, ...]] = get_args(Category)

Action = Literal["pass", "mask", "drop", "replace", "hold"]
"""pass it; mask the hit; drop the text; say a line of the persona instead; hold it for the streamer's yes."""

Level = Literal["family", "standard", "loose"]

SEVERITY: Final[tuple[Action, ...]] = ("pass", "mask", "replace", "hold", "drop")
"""Of several hits in a text the most severe action counts: the further back, the more severe."""

_STRICT: Final[Mapping[Category, Action]] = dict.fromkeys(CATEGORIES, "drop")

ACTIONS: Final[Mapping[Level, Mapping[Category, Action]]] = {
    "family": {**_STRICT, "mild": "mask", "private": "mask"},
    "standard": {**_STRICT, "profanity": "mask", "mild": "pass", "private": "mask"},
    "loose": {**_STRICT, "profanity": "pass", "mild": "pass", "sexual": "mask", "private": "mask"},
}
"""What each level does of itself; `guard.actions` says otherwise by category."""
