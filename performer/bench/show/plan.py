"""The plan: what is asked of one run of the bench."""

from dataclasses import dataclass

from performer.bench.show.thinking import THINK_S
from performer.pacing.talkativeness import Talkativeness


@dataclass(frozen=True, kw_only=True)
class Plan:
    """Who performs, for how long, and beside what; the same plan gives the same takes, with a model of our own."""

    model: str = "understudy"
    """As the settings write it: understudy, scripted:FILE or ollama[:NAME[@URL]]."""
    minutes: float = 10.0
    seed: int = 1
    talkativeness: Talkativeness = "medium"
    think_s: float = THINK_S
    """Until the first token of a model that would answer at once."""
    microphone: bool = True
    """Whether a streamer speaks beside the show."""

    @property
    def seconds(self) -> float:
        """How long each take lasts."""
        return self.minutes * 60
