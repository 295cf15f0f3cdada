"""The texts a model reads: Markdown files under `prompts/`, one a role; none is hidden in code."""

from functools import cache
from string import Template

from performer.core.files.home import PROMPTS
from performer.core.untrusted_text import Prompt


def load_prompt(name: str, **fields: Prompt | int) -> Prompt:
    """Read `prompts/NAME.md` and fill its `$fields`, which take no text but what a model may read.

    Raises:
        KeyError: when a field of the text is not given: that is a bug of ours.
    """
    return Prompt(Template(_text(name)).substitute({key: str(value) for key, value in fields.items()}).strip())


@cache
def _text(name: str) -> str:
    return (PROMPTS / f"{name}.md").read_text(encoding="utf-8")


@cache
def load_prompt_lines(name: str) -> tuple[str, ...]:
    """Read the list items (`- …`) of `prompts/NAME.md`."""
    lines = _text(name).splitlines()
    return tuple(line[2:].strip() for line in lines if line.startswith("- "))
