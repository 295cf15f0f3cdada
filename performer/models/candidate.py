"""A candidate: a model that may lead."""

from typing import Protocol

from performer.models.finding import Finding
from performer.models.model import Model


class Candidate(Model, Protocol):
    """A model that is there, but perhaps not loaded yet."""

    @property
    def reason(self) -> str:
        """Why it was chosen, for the start-up table."""
        ...

    @property
    def is_unproved(self) -> bool:
        """Whether a probe is to show how it is asked."""
        ...

    @property
    def finding(self) -> Finding | None:
        """What a probe found of it; None: none was made."""
        ...

    @property
    def calls_tools(self) -> bool:
        """Whether its server says that it calls tools."""
        ...

    async def prove(self, finding: Finding) -> None:
        """Go by what a probe found, from now on and at the next starts."""
        ...

    async def warm_up(self) -> None:
        """Be ready for the first step, at once if it is already; raises ServiceError."""
        ...
