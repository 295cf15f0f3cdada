"""A model asked again and again, in virtual time."""

import pytest

from performer.clock import VirtualClock
from tests.performer.cadence.card import Show


@pytest.fixture
def show(virtual_clock: VirtualClock) -> Show:
    return Show(virtual_clock)
