"""The marks: which of the arcade's events are worth a line, gathered into moments."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from performer.frames.arcade.chronicle import ArcadeEvent, EventName

TOLERANCE_S: Final = 2.5
"""A line that starts so long after an event, or sooner, is about it. The papers that score triggers take 2 to 3 s."""

MARKED: Final[frozenset[EventName]] = frozenset(
    {
        "level_start",
        "treasure",
        "score_milestone",
        "low_health",
        "death",
        "boss_appears",
        "boss_enraged",
        "boss_defeated",
        "victory",
        "game_over",
    }
)
"""What a spectator would turn their head for; hits and ordinary enemies are not among it."""


@dataclass(frozen=True, kw_only=True)
class Moment:
    """Marked events that are one occasion for a line: each follows the one before within TOLERANCE_S."""

    events: tuple[ArcadeEvent, ...]
    """In order; at least one."""

    @property
    def begin_s(self) -> float:
        """When its first event happens."""
        return self.events[0].at_s

    @property
    def end_s(self) -> float:
        """Until when a line may start that is about it."""
        return self.events[-1].at_s + TOLERANCE_S

    @property
    def name(self) -> str:
        """Its events' names, for people."""
        return " + ".join(event.name.replace("_", " ") for event in self.events)

    def is_met_by(self, start_s: float) -> bool:
        """Tell whether a line that starts then is about it: within TOLERANCE_S after one of its events."""
        return any(0.0 <= start_s - event.at_s <= TOLERANCE_S for event in self.events)


def moments_of(events: Iterable[ArcadeEvent]) -> tuple[Moment, ...]:
    """Gather the marked ones of some events, which are in order, into moments; no instant belongs to two of them."""
    gathered: list[list[ArcadeEvent]] = []
    for event in events:
        if event.name not in MARKED:
            continue
        if gathered and event.at_s - gathered[-1][-1].at_s <= TOLERANCE_S:
            gathered[-1].append(event)
        else:
            gathered.append([event])
    return tuple(Moment(events=tuple(each)) for each in gathered)
