"""The signals that end a bench."""

import signal

import pytest

from bench.speed.signals import end_as_ctrl_c
from tests.systems import posix_only

pytestmark = posix_only("Windows has no such signals")


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_that_asks_the_process_to_end_is_as_ctrl_c(name: str) -> None:
    with pytest.raises(KeyboardInterrupt), end_as_ctrl_c():
        signal.raise_signal(getattr(signal, name))


def test_a_signal_that_is_ignored_stays_so_and_one_that_is_handled_is_so_again_afterwards() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    ended_by = signal.getsignal(signal.SIGTERM)
    try:
        with end_as_ctrl_c():
            signal.raise_signal(signal.SIGHUP)

        assert signal.getsignal(signal.SIGTERM) == ended_by
    finally:
        signal.signal(signal.SIGHUP, before)
