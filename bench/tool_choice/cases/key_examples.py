"""A short example of each key of a file of cases, for whoever wrote something into it that it does not take."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Final

from bench.tool_choice.cases.case import ArgumentRule, Case, ExpectedCall, ScriptedResult, SeenPicture

_EXAMPLES: Final[Mapping[type, Mapping[str, str]]] = {
    Case: {
        "id": 'id = "custom-gg"',
        "group": 'group = "custom"',
        "why": 'why = "It has to call the newer of two tools."',
        "language": 'language = "en"',
        "says": 'says = "Pip, a heart, please."',
        "speaker": 'speaker = "viewer"',
        "before": 'before = ["mira: hi", "you: hello"]',
        "padding": "padding = [6000, 0.5]",
        "fact": 'fact = "mira: the code is 7"',
        "sees": 'sees = { kind = "hearts", details = { count = 3 } }',
        "offers": 'offers = ["overlay_text", "fillers:10"]',
        "expects": 'expects = [{ tool = "overlay_text", arguments = { text = "GG" } }]',
        "order": 'order = "any"',
        "forbids": 'forbids = ["overlay-text"]',
        "results": 'results = { overlay_text = [{ fails = "no screen" }, { says = "Done." }] }',
        "keeps": 'keeps = "well (done|played)"',
        "most_steps": "most_steps = 3",
        "turns": "turns = 2",
        "tags": 'tags = ["mine"]',
    },
    ExpectedCall: {
        "tool": 'tool = "overlay_text"',
        "arguments": 'arguments = { text = "GG" }',
        "rules": "rules = { duration_s = { between = [2, 8] } }",
        "without": 'without = ["duration_s"]',
        "is_optional": "is_optional = true",
    },
    ArgumentRule: {
        "one_of": 'one_of = ["GG", "Good game"]',
        "between": "between = [2, 8]",
        "contains": 'contains = "good game"',
        "matches": 'matches = "good (game|run)"',
        "is_free": "is_free = true",
    },
    ScriptedResult: {
        "says": 'says = "Done."',
        "refuses": 'refuses = "too soon"',
        "fails": 'fails = "no screen"',
    },
    SeenPicture: {
        "kind": 'kind = "hearts"',
        "details": "details = { count = 3 }",
        "words": 'words = "Three hearts."',
    },
}
_PARTS: Final[Mapping[str, type]] = {
    "expects": ExpectedCall,
    "rules": ArgumentRule,
    "results": ScriptedResult,
    "sees": SeenPicture,
}
"""By the key that holds it: what a case is made of."""


def list_known_keys(path: Sequence[str]) -> Sequence[str]:
    """Return the keys of the innermost part of a case that a path leads into."""
    return [each.name for each in fields(_walk(path[:-1])[0])]


def find_example(path: Sequence[str]) -> str:
    """Return an example of the innermost key on a path, as it stands in TOML; empty where there is none."""
    return _walk(path)[1]


def _walk(path: Sequence[str]) -> tuple[type, str]:
    """Return the part that a path ends in, and the example of the last key that is one; names of tools are none."""
    owner: type = Case
    example = ""
    for name in path:
        if found := _EXAMPLES[owner].get(name, ""):
            owner, example = _PARTS.get(name, owner), found
    return owner, example
