"""Tool use: how often it plays with the stage, and whether it does the same thing again and again."""

from dataclasses import dataclass
from typing import Final

from performer.bench.show.measures.share import share
from performer.bench.show.take import Take

_SOON_S: Final = 30.0


@dataclass(frozen=True, kw_only=True)
class ToolUse:
    """What was called."""

    calls_per_min: float | None
    identical: int
    """Calls with the tool and arguments of one in the 30 s before."""


def tool_use(take: Take) -> ToolUse:
    """Count a take's calls."""
    return ToolUse(
        calls_per_min=share(len(take.calls), take.minutes),
        identical=sum(
            any(
                (before.tool, before.arguments) == (call.tool, call.arguments) and call.at_s - before.at_s <= _SOON_S
                for before in take.calls[:number]
            )
            for number, call in enumerate(take.calls)
        ),
    )
