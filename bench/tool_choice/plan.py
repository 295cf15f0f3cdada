"""What is to be measured, and what does not go together in it."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bench.tool_choice.cases.selection import SHORT, Selection
from bench.tool_choice.playing.models import PLAYER
from bench.tool_choice.trial import AskedMode
from performer.core.errors import ConfigError

LEAST_LIMIT: Final = 60
"""The fewest cases, drawn over all groups, of which a score may be shown as the model's: those of a `--fit`."""


@dataclass(frozen=True, kw_only=True)
class MeasurePlan:
    """What is to be measured."""

    model: str = ""
    """A spec, the bare name of an Ollama's model, or `player:NAME`; empty: the configured one."""
    selection: Selection = field(default_factory=Selection)
    modes: tuple[AskedMode, ...] = ()
    """Empty: all that the model can be asked in."""
    repeats: int = 1
    seed: int = 1
    jobs: int = 1
    folder: Path | None = None
    record: Path | None = None
    replay: Path | None = None
    is_resumed: bool = False
    within_s: float | None = None
    """Seconds for all of it, loading and the probe too, shared out evenly over the modes; None: until all is done."""
    probes: bool = True
    """Whether the product's probe is made first, for the report and for mode auto."""

    @property
    def is_fair(self) -> bool:
        """Whether its cases are a fair share of all groups, so that a score may be shown as the model's."""
        chosen = self.selection
        is_cut_anywhere = self.within_s is not None and not chosen.is_in_rounds
        is_part = chosen.files or chosen.groups or set(chosen.tags) - {SHORT}
        is_small = chosen.limit is not None and chosen.limit < LEAST_LIMIT
        return not (is_part or is_small or is_cut_anywhere or self.replay)

    def check(self) -> None:
        """Raise ConfigError for what does not go together, before the long work."""
        if self.record and self.model.startswith(PLAYER):
            raise ConfigError("--record keeps what a model answers, and a player is none. Leave it out.")
