"""A model under a stopwatch."""

from collections.abc import Callable

from performer.cadence.call import Call, call_of, goes_on, pictures_of
from performer.clock import Clock
from performer.models.candidate import Candidate
from performer.models.model import OnText, Step, StepRequest
from performer.models.passing_on import PassingOn


class Timed(PassingOn):
    """Passes everything on to the model, and tells how long each call took.

    It belongs right around the model: what a call waits for its turn is not the model's time.
    """

    def __init__(self, clock: Clock, model: Candidate, heard: Callable[[Call], None]) -> None:
        super().__init__(model)
        self._clock = clock
        self._heard = heard
        self._pictures: tuple[bytes, ...] = ()

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Ask the model; a call that fails or is cut tells how long it took until then."""
        is_known = self._is_known(request)
        began_s = self._clock.now()
        first_s: float | None = None
        step: Step | None = None

        def note(piece: str) -> None:
            nonlocal first_s
            first_s = self._clock.now() - began_s if first_s is None else first_s
            on_text(piece)

        try:
            step = await self._model.step(request, note)
        finally:
            took_s = self._clock.now() - began_s
            call = call_of(request, step, first_s=first_s, took_s=took_s, is_known=is_known)
            if call is not None:
                self._heard(call)
        return step

    def _is_known(self, request: StepRequest) -> bool:
        """Tell whether the server has read this before: it keeps what it read as far as two questions begin alike."""
        before, self._pictures = self._pictures, pictures_of(request)
        return goes_on(request) or bool(self._pictures and self._pictures == before)
