"""A candidate: a model that may lead."""

from typing import Protocol

from performer.models.model import Model


class Candidate(Model, Protocol):
    """A model that is there, but perhaps not loaded yet."""

    @property
    def reason(self) -> str:
        """Why it was chosen, for the start-up table."""
        ...

    async def warm_up(self) -> None:
        """Be ready for the first step, at once if it is already; raises ServiceError."""
        ...
