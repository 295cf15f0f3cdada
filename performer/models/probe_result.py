"""The finding of a probe: what it measured of one model at one server, and how that is asked since."""

from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from performer.core.own_text import join_own, own
from performer.models.settings import Way

VERSION: Final = 2
"""The version of the probe; a model with a finding of another one is probed anew."""


class TrialCount(BaseModel):
    """The count of right answers to questions of one kind."""

    model_config = ConfigDict(frozen=True)

    right: int = 0
    asked: int = 0

    @property
    def is_sure(self) -> bool:
        """Whether it was asked and never wrong."""
        return self.asked > 0 and self.right == self.asked

    def __str__(self) -> str:
        return f"{self.right} of {self.asked}"


class Finding(BaseModel):
    """The measures of a model, by asking it."""

    model_config = ConfigDict(frozen=True)

    version: int = VERSION
    way: Way = "talk"
    """The way in which it is asked in mode auto."""
    lines: TrialCount = Field(default_factory=TrialCount)
    """Lines that a performer may say."""
    constrained: TrialCount = Field(default_factory=TrialCount)
    """Answers as JSON whose gesture fitted."""
    native: TrialCount = Field(default_factory=TrialCount)
    """Calls that its server read and that fitted."""
    soft: TrialCount = Field(default_factory=TrialCount)
    """Calls printed behind the line that fitted."""
    cold_s: float = 0.0
    """Seconds in which it read the opening of a reaction that it did not know."""
    reads_per_s: float = 0.0
    """Tokens a second of that reading."""
    writes_per_s: float = 0.0
    """Tokens a second."""
    line_s: float = 0.0
    """Seconds from the question to the whole line, with the opening known: the median."""

    @property
    def _says_little(self) -> bool:
        """Whether it can hardly talk: 0.5 B models had two of three lines right in nine tries of ten."""
        return self.lines.asked > 0 and self.lines.right * 3 < self.lines.asked * 2

    def in_words(self) -> str:
        """Format in a clause how it is asked and why, for the start-up table; what a line takes may change since."""
        tried = {own("JSON"): self.constrained, own("native calls"): self.native, own("printed calls"): self.soft}
        told = join_own(
            ", ", (own("{name} right in {right}", name=name, right=each) for name, each in tried.items() if each.asked)
        )
        few = (
            own("only {lines} lines could be said, so another model is better", lines=self.lines)
            if self._says_little
            else ""
        )
        how = (
            _HOW[self.way]
            if self.way != "talk"
            else own("it only talks, for its tool calls fail: {told}", told=told)
            if told
            else own("it only talks")
        )
        shown = own("{how} ({told})", how=how, told=told) if told and self.way != "talk" else how
        return join_own("; ", [shown, few])


_HOW: Final = {
    "native": own("calls tools natively"),
    "constrained": own("answers in JSON with a gesture"),
    "soft": own("prints its tool calls"),
}
