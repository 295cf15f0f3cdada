"""The turns that are going on: at most one is heard, and at most one is written or waits behind it."""

from dataclasses import dataclass, field

import anyio

from performer.cues import Cue, Rank, rank


@dataclass(kw_only=True, eq=False)
class Going:
    """A turn, from the moment its cue was taken until it has been heard."""

    turn: int
    cue: Cue
    scope: anyio.CancelScope = field(default_factory=anyio.CancelScope)
    is_written: bool = False
    """Whether its last step is over."""
    has_words: bool = False
    """Whether anything of it may be heard."""
    has_begun: bool = False
    """Whether anything of it was heard."""
    is_cut: bool = False

    @property
    def rank(self) -> Rank:
        """Whose turn it is."""
        return rank(self.cue)

    @property
    def is_operators(self) -> bool:
        """Whether the streamer asked for it."""
        return self.rank is Rank.OPERATOR

    @property
    def only_sounds(self) -> bool:
        """Whether nothing is left of it but to be heard to its end: the next turn can be written meanwhile."""
        return self.is_written and self.has_begun
