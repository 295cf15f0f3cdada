"""What a step of the setup of a chat finds, for the page."""

from performer.core.finding_notes import FindingNotes, FindingState
from performer.core.own_text import OwnText
from performer.core.values import dataclass


@dataclass(frozen=True, kw_only=True)
class SetupFinding:
    """One thing that was found."""

    name: str
    state: FindingState
    found: OwnText
    remedy: OwnText


class SetupFindings(FindingNotes):
    """The findings of one step."""

    def __init__(self) -> None:
        self.all: list[SetupFinding] = []

    @property
    def failed(self) -> SetupFinding | None:
        """The first thing that does not work."""
        return next((each for each in self.all if each.state == "failed"), None)

    def _add(self, name: str, state: FindingState, found: str, remedy: str = "") -> None:
        said, mend = OwnText.of(found), OwnText.of(remedy)
        self.all.append(SetupFinding(name=name, state=state, found=said, remedy=mend))
