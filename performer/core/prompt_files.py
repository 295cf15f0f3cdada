"""The prompt files: every text that a model reads is a Markdown file under `prompts/`; none is hidden in code."""

from functools import cache
from string import Template

from performer.core.files.home import PROMPTS
from performer.core.untrusted_text import Prompt


def load_prompt(name: str, **fields: Prompt | int) -> Prompt:
    """Read `prompts/NAME.md` and fill its `$fields`, which take only text that a model may read.

    Raises:
        KeyError: when a field of the text is not given, which is a bug.
    """
    return Prompt(Template(_read(name)).substitute({key: str(value) for key, value in fields.items()}).strip())


@cache
def load_prompt_lines(name: str) -> tuple[str, ...]:
    """Read the list items (`- …`) of `prompts/NAME.md`."""
    return tuple(line[2:].strip() for line in _read(name).splitlines() if line.startswith("- "))


@cache
def _read(name: str) -> str:
    return (PROMPTS / f"{name}.md").read_text(encoding="utf-8")
