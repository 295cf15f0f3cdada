"""The operations about the guard, on a real guard, director and status."""

import json
from typing import Any

import pytest

from performer.agent.operations import ShowOperations
from performer.core.clock import VirtualClock
from performer.core.cues import OperatorCue, SayCue
from performer.core.errors import ConfigError, ServiceError
from performer.core.events.speech import GuardChanged, HeldTextSettled, TextStopped
from performer.core.events.stream import Event, EventStream
from performer.guard.guard import Guard
from performer.guard.live import LiveGuard
from performer.guard.operations import GuardOperations, list_guard_roles, publish_stops
from performer.guard.settings import GuardSettings
from performer.stage.server.status import Status
from tests.performer.agent.director.scripted_show import Rehearsal

pytestmark = pytest.mark.anyio


class Scene:
    """A guard whose operations give a director what is let go."""

    def __init__(self, clock: VirtualClock, **settings: Any) -> None:
        self.it = Rehearsal(clock)
        self.stream = EventStream(clock)
        self.guard = Guard(GuardSettings.model_validate(settings), ["plonk"], clock=clock)
        publish_stops(self.guard, self.stream)
        self.status = Status(self.stream, self.guard)
        of_show = ShowOperations(clock, self.it.director, self.guard, show_scene=lambda _name: None)
        self.ops = GuardOperations(self.guard, self.stream, of_show.say_next)
        self.reader = self.stream.whole("test")

    def told(self) -> list[Event]:
        return [published.event for published in self.reader.taken()]


async def test_a_stop_is_stated_and_told_without_a_word_of_it(virtual_clock: VirtualClock) -> None:
    it = Scene(virtual_clock)
    it.guard.sentence("What a plonk.")
    it.guard.check("Oh, plonk.", limit=50, where="toast")
    it.guard.check("Oh, plonk.", limit=50, where="toast")

    log = await it.ops.log({})
    assert [(each["number"], each["where"], each["category"], each["times"]) for each in log] == [
        (2, "toast", "own", 2),
        (1, "speech", "own", 1),
    ]
    assert log[1]["at"] == "2026-01-01T00:00:00Z"
    assert [each.number for each in it.told() if isinstance(each, TextStopped)] == [1, 2]
    assert it.status.value()["guard"] == {
        "level": "standard",
        "dry_run": False,
        "counts": {"own": {"drop": 2}},
        "newest": 2,
        "changes": 2,
        "held": 0,
    }
    assert "plonk" not in json.dumps([log, it.status.value()])


async def test_one_text_is_told_when_it_is_asked_for(virtual_clock: VirtualClock) -> None:
    it = Scene(virtual_clock)
    it.guard.sentence("What a plonk.")

    assert await it.ops.text({"number": 1}) == "What a plonk."
    with pytest.raises(ConfigError, match=r"There is no stopped text 2\. Kept are 1 to 1\."):
        await it.ops.text({"number": 2})
    for wrong in (0, "1", True, None, 1.0):
        with pytest.raises(ConfigError, match=f"'number' has value {wrong!r}. Expected a whole number from 1 on"):
            await it.ops.text({"number": wrong})


async def test_a_held_text_that_is_let_go_is_said_as_the_streamers_own(virtual_clock: VirtualClock) -> None:
    it = Scene(virtual_clock, actions={"own": "hold"})
    it.guard.sentence("What a plonk.")

    assert await it.ops.release({"number": 1}) == "it will be said next"
    assert it.it.director.inbox.waiting() == [SayCue(text="What a plonk.")]
    assert it.told()[1:] == [HeldTextSettled(number=1, is_said=True)]
    assert (await it.ops.log({}))[0]["fate"] == "said"
    with pytest.raises(ConfigError, match="it was let go already"):
        await it.ops.drop({"number": 1})


async def test_a_held_text_that_is_dropped_is_never_said(virtual_clock: VirtualClock) -> None:
    it = Scene(virtual_clock, actions={"own": "hold"})
    it.guard.sentence("What a plonk.")

    assert await it.ops.drop({"number": 1}) == "dropped"
    assert it.told()[1:] == [HeldTextSettled(number=1, is_said=False)]
    with pytest.raises(ConfigError, match="it was dropped already"):
        await it.ops.release({"number": 1})
    assert it.it.director.inbox.waiting() == []


async def test_a_held_text_waits_on_when_too_much_is_to_be_said(virtual_clock: VirtualClock) -> None:
    it = Scene(virtual_clock, actions={"own": "hold"})
    it.guard.sentence("What a plonk.")
    for _ in range(16):
        it.it.inbox.put(OperatorCue())

    with pytest.raises(ServiceError, match="16 requests are waiting already"):
        await it.ops.release({"number": 1})
    assert it.guard.log.held == 1


async def test_what_is_stopped_for_another_reason_by_now_is_not_let_go(virtual_clock: VirtualClock) -> None:
    it = Scene(virtual_clock, actions={"own": "hold"})
    it.guard.sentence("What a plonk.")
    await LiveGuard(it.guard, it.stream).live["guard.actions.own"]("drop")

    with pytest.raises(ConfigError, match="now has the guard drop what number 1 was held for"):
        await it.ops.release({"number": 1})


async def test_level_dry_run_and_actions_change_at_once_and_that_is_stated(virtual_clock: VirtualClock) -> None:
    it = Scene(virtual_clock)
    await LiveGuard(it.guard, it.stream).live["guard.level"]("family")
    await LiveGuard(it.guard, it.stream).live["guard.dry_run"](True)
    await LiveGuard(it.guard, it.stream).live["guard.actions.own"]("mask")

    assert it.told()[-1] == GuardChanged(level="family", dry_run=True, actions=("your list: mask",))
    assert (it.guard.settings.level, it.guard.settings.action("own")) == ("family", "mask")
    assert it.status.value()["guard"]["dry_run"]


def test_a_name_that_masks_everyday_words_is_counted_in_the_table_of_the_start() -> None:
    (role,) = list_guard_roles(Guard(GuardSettings(own_names=("Jane Roe", "the")), finders=[]))

    assert (role.plays, role.state) == ("masks everyday words, or finds nothing", "partly")
    assert role.why == "name 2 of guard.own_names: write more of it, such as the whole name"
