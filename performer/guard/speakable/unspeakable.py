"""What is wrong with a sentence that no performer would say."""

from dataclasses import dataclass
from typing import Final, Literal, get_args

Label = Literal["prompt", "meta", "tool", "quote", "stage", "refusal", "role", "garbage"]
"""Kinds of sentences that are not spoken: parts of the prompt, talk about the task or the text, calls and code, quotes
around the whole, stage directions, refusals, names of roles, and what is no sentence."""

LABELS: Final[tuple[Label, ...]] = get_args(Label)


@dataclass(frozen=True, kw_only=True)
class Unspeakable:
    """An objection to a sentence."""

    label: Label
    why: str
    """A short clause for the journal; it holds nothing of the sentence."""
