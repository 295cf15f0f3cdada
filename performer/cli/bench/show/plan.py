"""The plan: what is asked of one run of the bench."""

from dataclasses import dataclass

from performer.agent.pacing.talkativeness import Talkativeness
from performer.cli.bench.show.slow_model import THINK_S


@dataclass(frozen=True, kw_only=True)
class ShowPlan:
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
