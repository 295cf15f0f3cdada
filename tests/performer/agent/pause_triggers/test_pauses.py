"""Whether a picture is any of the show's business."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import anyio
import pytest

from performer.agent.pause_triggers.desktop import Desktop, ForegroundWindow, open_desktop
from performer.agent.pause_triggers.pauses import PauseTriggers
from performer.agent.pause_triggers.settings import PausesSettings
from performer.core.clock import SystemClock
from tests.performer.agent.pause_triggers.asked import Asked
from tests.performer.agent.pause_triggers.test_desktop_watch import WrittenDesktop


def make_triggers(
    clock: SystemClock,
    asked: Asked,
    settings: PausesSettings = PausesSettings(),  # noqa: B008  it cannot be changed
    desktop: Callable[[], Desktop] = open_desktop,
) -> PauseTriggers:
    return PauseTriggers(
        clock, settings, asked, holding=lambda: asked.reasons, wait_for_end=asked.wait_for_end, desktop=desktop
    )


@asynccontextmanager
async def watching(clock: SystemClock, desktop: WrittenDesktop, asked: Asked) -> AsyncIterator[PauseTriggers]:
    settings = PausesSettings(programs=("vault*",), poll_s=60)
    triggers = make_triggers(clock, asked, settings, lambda: desktop)
    async with anyio.create_task_group() as tasks:
        await tasks.start(triggers.run)
        yield triggers
        tasks.cancel_scope.cancel()


@pytest.mark.anyio
async def test_a_picture_taken_before_a_listed_program_went_away_is_not_shown(clock: SystemClock) -> None:
    desktop, asked = WrittenDesktop(), Asked()
    async with watching(clock, desktop, asked) as triggers:
        desktop.window = ForegroundWindow(program="vault")
        in_front = await triggers.is_blind()
        desktop.window = ForegroundWindow(program="game")
        just_gone = await triggers.is_blind()
        long_gone = await triggers.is_blind()

    assert (in_front, just_gone, long_gone) == (True, True, False)


@pytest.mark.anyio
async def test_a_listed_program_stays_unseen_though_the_pause_is_overruled(clock: SystemClock) -> None:
    desktop, asked = WrittenDesktop(), Asked()
    async with watching(clock, desktop, asked) as triggers:
        desktop.window = ForegroundWindow(program="vault")
        await triggers.is_blind()
        asked.reasons.clear()

        assert await triggers.is_blind()


def test_one_name_alone_is_a_list_of_one() -> None:
    assert PausesSettings.model_validate({"programs": "vault*", "scenes": "BRB"}) == PausesSettings(
        programs=("vault*",), scenes=("BRB",)
    )


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("by", "blind"), [("asked", True), ("key", True), ("scene", True), ("program", True), ("away", False)]
)
async def test_whoever_pauses_by_hand_shows_nothing_either(clock: SystemClock, by: str, blind: bool) -> None:
    asked = Asked()
    triggers = make_triggers(clock, asked)

    await asked.pause(by, "for a reason")

    assert await triggers.is_blind() is blind


@pytest.mark.anyio
async def test_a_pause_that_ends_while_a_picture_is_on_its_way_still_hides_it(clock: SystemClock) -> None:
    asked = Asked()
    triggers = make_triggers(clock, asked)

    await asked.pause("program", "for a reason")
    held = await triggers.is_blind()
    asked.resume("program")

    assert [held, await triggers.is_blind(), await triggers.is_blind()] == [True, True, False]


@pytest.mark.anyio
async def test_the_next_picture_is_waited_for_until_the_last_reason_that_blinds_is_gone(clock: SystemClock) -> None:
    asked, seen = Asked(), anyio.Event()
    triggers = make_triggers(clock, asked)
    for by in ("asked", "key", "away"):
        await asked.pause(by, "for a reason")

    async def wait() -> None:
        await triggers.wait_for_sight()
        seen.set()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(wait)
        await anyio.wait_all_tasks_blocked()
        asked.resume("asked")
        await anyio.wait_all_tasks_blocked()
        too_early = seen.is_set()
        asked.resume("key")

    assert not too_early
