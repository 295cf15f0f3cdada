"""The score of a model at calling tools, as the tool-choice bench measured it here, and its words for the streamer."""

from datetime import datetime
from typing import Final

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from performer.core.own_text import own
from performer.models.settings import Way

_DAY_S: Final = 86_400


class ToolScore(BaseModel):
    """What a run of the tool-choice bench came to, for one model in the mode that suits it best."""

    model_config = ConfigDict(frozen=True)

    mode: Way
    right: float = Field(ge=0, le=1)
    """The share of turns that need a tool in which every needed tool was called, and no other in its place."""
    low: float = Field(ge=0, le=1)
    """The lower end of that share's 95 % interval."""
    high: float = Field(ge=0, le=1)
    false_calls: float = Field(ge=0, le=1)
    """The share of all turns with a call that nobody wanted."""
    cases: int = Field(ge=1)
    """How many cases need a tool, of which `right` is a share."""
    at: AwareDatetime
    """When it was measured."""

    def in_words(self, now: datetime) -> str:
        """Format in a clause: `right tool 71 % [66–76], false calls 4 %, soft mode, measured 2 days ago`."""
        share = own("{low:.0f}–{high:.0f}", low=100 * self.low, high=100 * self.high)
        return own(
            "right tool {right:.0f} % [{share}], false calls {false_calls:.0f} %, {mode} mode, measured {ago}",
            right=100 * self.right,
            share=share,
            false_calls=100 * self.false_calls,
            mode=self.mode,
            ago=_format_ago((now - self.at).total_seconds() / _DAY_S),
        )


def _format_ago(days: float) -> str:
    if days < 1:
        return own("today")
    return own("yesterday") if days < 2 else own("{days} days ago", days=int(days))
