"""The open windows, for the list of programs that the show looks away from."""

import pytest

from performer.agent.pause_triggers.operations import WindowOperations
from performer.core.clock import SystemClock
from performer.core.errors import ServiceError
from performer.guard.guard import Guard
from tests.performer.agent.pause_triggers.test_desktop_watch import WrittenDesktop

pytestmark = pytest.mark.anyio


async def test_programs_are_told_and_the_desktop_is_left(clock: SystemClock) -> None:
    desktop = WrittenDesktop()

    told = await WindowOperations(clock, Guard(words=["keepassxc"]), desktop=lambda: desktop).list_programs({})

    assert told == ["game"]
    assert desktop.closed.is_set()


async def test_a_desktop_that_does_not_tell_is_refused_with_its_reason(clock: SystemClock) -> None:
    desktop = WrittenDesktop()
    desktop.trouble = ServiceError("a Wayland session tells no program about the others", retry=False)

    with pytest.raises(ServiceError, match="Wayland"):
        await WindowOperations(clock, Guard(), desktop=lambda: desktop).list_programs({})
