"""Passing on: what stands before a model, and is called, sees and is loaded as that one is."""

from performer.models.candidate import Candidate


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

    async def warm_up(self) -> None:
        """Have the model be ready, as it is without anybody before it."""
        await self._model.warm_up()
