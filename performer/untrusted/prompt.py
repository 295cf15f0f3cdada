"""A prompt: a text that a model may read. It has a type of its own, so that no `str` becomes one by oversight."""

from typing import Final, NewType

Prompt = NewType("Prompt", str)
"""Made by `prompts.prompt` of our own files, by `Quotes.quote` of others' words, and by `stated` of the house's."""


NONE: Final = Prompt("")


def joined(*parts: Prompt, by: str = "\n\n") -> Prompt:
    """Put prompts one behind the other; empty ones are left out."""
    return Prompt(by.join(filter(None, parts)))
