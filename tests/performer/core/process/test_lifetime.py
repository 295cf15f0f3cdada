"""The end of a show: whoever asks for it is heard, also while it is being prepared."""

import os
import signal

import anyio
import pytest

from performer.core.errors import ServiceError
from performer.core.events.stream import EventStream
from performer.core.process.lifetime import ShowEnd, run_whole_show
from tests.systems import posix_only

pytestmark = [pytest.mark.anyio, posix_only("signals; what Windows has instead is tried in core/platform")]
REQUESTS = [getattr(signal, each) for each in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, each)]


@pytest.mark.parametrize("request_", REQUESTS)
async def test_what_is_being_prepared_is_cancelled_when_the_end_is_asked_for(request_: signal.Signals) -> None:
    ending, cleaned_up = ShowEnd(), False

    with ending.end_on_signal(), ending.cancel_at_end():
        try:
            os.kill(os.getpid(), request_)
            await anyio.sleep_forever()
        finally:
            cleaned_up = True

    assert ending.has_come
    assert cleaned_up


async def test_what_is_prepared_in_time_stays_and_its_errors_go_up() -> None:
    ending = ShowEnd()
    with pytest.raises(ServiceError, match="no voice"), ending.end_on_signal(), ending.cancel_at_end():
        raise ServiceError("no voice")

    assert not ending.has_come


async def test_a_request_between_preparation_and_show_ends_the_show(events: EventStream) -> None:
    ending, said = ShowEnd(), []

    async def begin(_readers: object, _playing: object) -> None:
        await anyio.sleep_forever()

    async def farewell() -> None:
        said.append("goodbye")

    with ending.end_on_signal():
        with ending.cancel_at_end():
            pass
        os.kill(os.getpid(), signal.SIGTERM)
        await run_whole_show(begin, stream=events, ending=ending, farewell=farewell)

    assert said == ["goodbye"]


async def test_afterwards_requests_are_the_systems_again() -> None:
    before = signal.getsignal(signal.SIGTERM)

    with ShowEnd().end_on_signal():
        assert signal.getsignal(signal.SIGTERM) != before

    assert signal.getsignal(signal.SIGTERM) == before
