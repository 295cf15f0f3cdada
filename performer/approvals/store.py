"""The store of the approvals, as the desk sees it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from performer.approvals.parked import Came, Decision, Fate, Parked, Press, Who


class ApprovalStore(Protocol):
    """Keeps parked calls and who pressed what over restarts and power cuts: what has returned is on the disk."""

    async def add(self, parked: Parked) -> int:
        """Keep a call that waits, and give its number; no other call ever had it in this store."""
        ...

    async def asked(self, number: int, channel: str, message: str) -> None:
        """Keep which message of Discord's asks about it."""
        ...

    async def settle(self, number: int, decision: Decision, who: Who | None, at: datetime) -> bool:
        """Decide of a call that waits and whose time is not over, and tell whether it was this that decided.

        Of all who try one wins. `expired` decides whatever the time is.
        """
        ...

    async def finish(self, number: int, came: Came, at: datetime) -> None:
        """Keep what an approved call came to."""
        ...

    async def refuse(self, number: int, who: Who, at: datetime) -> None:
        """Keep that somebody pressed in vain."""
        ...

    async def fate(self, number: int) -> Fate | None:
        """Tell how it stands with a call; None when it is not known."""
        ...

    async def waiting(self) -> Sequence[Parked]:
        """Give those that wait, the oldest first."""
        ...

    async def unfinished(self) -> Sequence[Parked]:
        """Give those that were approved, and of which it is not known what they came to."""
        ...

    async def audit(self, most: int) -> Sequence[Press]:
        """Give the newest lines of the audit, the newest first."""
        ...
