"""The store of the errands, as these see it."""

from collections.abc import Sequence
from typing import Protocol

from performer.errands.errand import Came, Errand


class ErrandStore(Protocol):
    """Keeps errands over restarts and power cuts: what has returned is on the disk."""

    async def add(self, errand: Errand) -> int:
        """Keep one that goes on, and give its number; no other errand ever had it in this store.

        Raises:
            ServiceError: when the disk has failed.
        """
        ...

    async def finish(self, number: int, came: Came) -> None:
        """Keep what one came to.

        Raises:
            ServiceError: when the disk has failed.
        """
        ...

    async def came(self, number: int) -> Came | None:
        """Tell what one came to; None when it goes on, or is not known."""
        ...

    async def going(self) -> Sequence[Errand]:
        """Give those of which it is not known what they came to, the oldest first."""
        ...
