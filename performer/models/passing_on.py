"""Passing on: what stands before a model, and is called, sees and is loaded as that one is."""

from performer.models.candidate import Candidate
from performer.models.finding import Finding


class PassingOn:
    """All of a candidate but its step, which whoever stands before it does in a way of its own."""

    def __init__(self, model: Candidate) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """Name the model itself."""
        return self._model.name

    @property
    def sees(self) -> bool:
        """Tell whether the model takes pictures."""
        return self._model.sees

    @property
    def reason(self) -> str:
        """Tell why it was chosen, and how it is loaded once it is."""
        return self._model.reason

    @property
    def is_unproved(self) -> bool:
        """Whether a probe is to show how the model is asked."""
        return self._model.is_unproved

    @property
    def finding(self) -> Finding | None:
        """What a probe found of the model."""
        return self._model.finding

    @property
    def calls_tools(self) -> bool:
        """Whether its server says that the model calls tools."""
        return self._model.calls_tools

    async def prove(self, finding: Finding) -> None:
        """Have the model go by what a probe found."""
        await self._model.prove(finding)

    async def warm_up(self) -> None:
        """Have the model be ready, as it is without anybody before it."""
        await self._model.warm_up()
