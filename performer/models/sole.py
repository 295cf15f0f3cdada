"""One endpoint as a model, for who asks nobody else when it is gone."""

from performer.errors import ServiceError
from performer.models.endpoint import Endpoint
from performer.models.model import OnText, Step, StepRequest


class Sole:
    """Asks an endpoint; what is not there raises, at once."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint

    @property
    def name(self) -> str:
        """Name its model, or where it would be."""
        return self._endpoint.name or self._endpoint.place

    @property
    def sees(self) -> bool:
        """Tell whether its model takes pictures."""
        return self._endpoint.sees

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Ask the model once.

        Raises:
            ServiceError: when it is gone or fails.
        """
        step = await self._endpoint.step(request, on_text)
        if step is None:
            raise ServiceError(f"{self._endpoint.place} is gone.")
        return step
