"""The health of an endpoint, as the panel shows it."""

from performer.core.status import Health, State
from performer.models.endpoint.endpoint import Endpoint


def read_health(endpoint: Endpoint, state: State) -> Health:
    """Return the health of an endpoint that may lead."""
    figures = endpoint.figures
    return Health(
        name=endpoint.name,
        place=endpoint.place,
        state=state,
        reason=endpoint.reason,
        last_error=figures.last_error,
        answers=figures.answers,
        failures=figures.failures,
        answer_s=figures.answer_s,
        load_s=figures.load_s,
        tokens_per_s=figures.tokens_per_s,
        cold_reads=endpoint.warmth.cold_reads,
    )


def read_helper_health(endpoint: Endpoint, does: State) -> Health:
    """Return the health of an endpoint that never leads; `does` is its state while it can be asked."""
    return read_health(endpoint, does if endpoint.is_up else "down" if endpoint.trouble else "loading")
