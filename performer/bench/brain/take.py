"""A take of the brain bench: what happened while a model performed, and what it had been told."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from performer.bench.brain.turns import Turn
from performer.bench.show.take import Take


@dataclass(frozen=True, kw_only=True)
class BrainTake:
    """One performance of a model."""

    take: Take
    turns: tuple[Turn, ...]
    """In the order of their cues."""
    prompts: tuple[str, ...] = ()
    """The texts of ours that the model was given: none of them is a line."""
    questions: int = 0
    """How many a viewer asked."""
    model: str = ""
    """Who performed."""
    why: str = ""
    """What is said of it at the end of the show: why it is this one, and how it is asked."""
    load_s: float = 0.0
    """How long it took until it could be asked."""
    missing: Mapping[str, int] = field(default_factory=dict)
    """In a replay: how many of what was asked the recording does not hold, by kind."""
    asked: Mapping[str, int] = field(default_factory=dict)
    """In a replay: how much was asked, by kind."""

    @property
    def understudys(self) -> frozenset[int]:
        """The turns in which the understudy spoke instead of the model."""
        return frozenset(turn.turn for turn in self.turns if turn.is_by_understudy)
