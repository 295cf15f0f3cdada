"""The keys of a case of the tool-choice bench, from the fields that it is read into."""

from collections.abc import Iterator
from dataclasses import MISSING, fields
from typing import Final

from bench.tool_choice.cases.case import ArgumentRule, Case, ExpectedCall, ScriptedResult, SeenPicture
from docs.generate.markdown import code, table
from docs.generate.source import field_strings

_OWN: Final = {
    "id": "Unique over all cases: small letters, digits and hyphens.",
    "group": "The group of this case, where it is another than its file's.",
    "speaker": "`streamer` or `viewer`.",
    "language": "`en`, `de`, `fr`, `es`, `ja` or `pt`.",
    "sees": "What is on the screen; see below.",
    "tags": "`short` for the quick set, `unseen` for cases that are held back while prompts are mended, or your own.",
    "tool": "Its name; it has to be offered.",
    "details": "What the drawing needs, such as `count` and `colour`.",
}
_PARTS: Final = (
    ("A case", Case),
    ("`expects`: a call that is right", ExpectedCall),
    ("`rules`: an argument with more than one right value; exactly one key", ArgumentRule),
    ("`results`: what a tool answers; exactly one key", ScriptedResult),
    ("`sees`: a picture, drawn by code", SeenPicture),
)


def cases() -> str:
    """Return a table of keys for a case and for each table inside it."""
    return "\n".join(f"**{title}**\n\n{table(('key', 'what it says'), _list_rows(kind))}\n" for title, kind in _PARTS)


def _list_rows(kind: type) -> Iterator[tuple[str, str]]:
    about = field_strings(kind)
    for field in fields(kind):
        needed = field.default is MISSING and field.default_factory is MISSING and field.name != "group"
        text = _OWN.get(field.name) or about[field.name]
        yield code(field.name), f"{text} (needed)" if needed else text
