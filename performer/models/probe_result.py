"""The finding of a probe: what it measured of one model at one server, and how that is asked since."""

from typing import Final

from pydantic import BaseModel, ConfigDict, Field

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
        """Format in a clause how it is asked and why, for the start-up table."""
        tried = {"JSON": self.constrained, "native calls": self.native, "printed calls": self.soft}
        told = ", ".join(f"{name} right in {each}" for name, each in tried.items() if each.asked)
        few = f"only {self.lines} lines could be said, so another model is better" if self._says_little else ""
        speed = f"a line takes it {self.line_s:.1f} s" if self.line_s else ""
        how = _HOW[self.way] if self.way != "talk" else f"talk only: its {told}" if told else "talk only"
        shown = f"{how} ({told})" if told and self.way != "talk" else how
        return "; ".join(filter(None, [shown, few, speed]))


_HOW: Final = {
    "native": "calls tools natively",
    "constrained": "answers in JSON with a gesture",
    "soft": "prints its tool calls",
}
