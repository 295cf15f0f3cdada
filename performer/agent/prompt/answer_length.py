"""The length of a spoken turn: the words by which its prompts ask for that, and the sentences after which it is cut."""

from typing import Final

from performer.core.prompt_files import load_prompt
from performer.core.untrusted_text import NONE, Prompt
from performer.core.values import dataclass

_FOR_CODE: Final = 4
"""Sentences and blocks of an answer that are read beyond the spoken ones where its code is shown: it comes last."""
_SPARE: Final = 2
"""Sentences that an answer may have beyond what is asked for: "Ha!" and "Good luck!" are sentences too."""


@dataclass(frozen=True, kw_only=True)
class AnswerLength:
    """The number of sentences of a turn that may go out."""

    sentences: int = 1
    """How many may be spoken; 0: it is only written."""
    written: int = 0
    """How many may be written where the cue comes from, a block of code counting as one; 0: nobody reads there."""
    shows_code: bool = False
    """Whether its code is shown there, though its sentences are only spoken."""

    @property
    def most(self) -> int:
        """The most sentences and blocks of code that may go out, in whichever way; more are not read."""
        return max(self.sentences, self.written) + (_FOR_CODE if self.shows_code else 0)

    def remind(self) -> Prompt:
        """Return a sentence that asks for this length; none where it is as short as the persona is anyway."""
        ask = self.ask()
        return NONE if ask == load_prompt("length/one") else load_prompt("length/answer", length=ask)

    def ask(self) -> Prompt:
        """Return the words by which a prompt asks for an answer of this length."""
        return load_prompt("length/written") if self.written > self.sentences else self.ask_briefly()

    def ask_briefly(self) -> Prompt:
        """Return the same for a model that only talks: its answers are as short wherever they are read."""
        asked = self.sentences - _SPARE
        return load_prompt("length/some", most=asked) if asked > 1 else load_prompt("length/one")


ONE_SENTENCE: Final = AnswerLength()
