"""A model asked again and again, in virtual time."""

import pytest

from performer.core.clock import VirtualClock
from tests.performer.models.load.card import Show


@pytest.fixture
def show(virtual_clock: VirtualClock) -> Show:
    return Show(virtual_clock)
