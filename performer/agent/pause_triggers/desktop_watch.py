"""The watch over the desktop: it pauses while a listed program is in front, or while nobody is there."""

import logging
from collections.abc import Callable
from dataclasses import KW_ONLY
from functools import partial
from typing import Final, TypeVar

import anyio
from anyio.abc import TaskStatus

from performer.agent.pause_triggers.desktop import Desktop, find_matching, open_desktop
from performer.agent.pause_triggers.settings import CanPause, PausesSettings
from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.core.process.backoff import generate_delays_s
from performer.core.process.thread import WorkerThread
from performer.core.values import dataclass

_log = logging.getLogger(__name__)

_ANSWERS_WITHIN_S: Final = 2.0
"""A desktop that hangs longer is taken for gone: the show does not wait for it."""
_delays_s: Final = partial(generate_delays_s, 2.0, 60.0)

T = TypeVar("T")


@dataclass(eq=False)
class DesktopWatch:
    """Looks at the desktop every `poll_s`, and whenever it is asked to.

    One that can never be asked pauses nothing; one that could and cannot now may have a listed program in front.
    """

    clock: Clock
    settings: PausesSettings
    pausing: CanPause
    _: KW_ONLY
    desktop: Callable[[], Desktop] = open_desktop
    """Opens the desktop, in the thread that will ask it."""

    def __post_init__(self) -> None:
        self._desktop: Desktop | None = None
        self._thread = WorkerThread("desktop")
        self._first_look = anyio.Event()
        self._delays = _delays_s()
        self._is_relied_on = False
        self.hides = False
        """Whether a listed program may be in front: it stays unseen whatever becomes of the pause."""
        self.trouble = ""
        """Why the desktop cannot be watched; empty while it can."""

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Watch until cancelled, or until it is clear that only a person could make it possible."""
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._watch)
                with self.clock.move_on_after(_ANSWERS_WITHIN_S):
                    await self._first_look.wait()
                task_status.started()
        finally:
            if self._desktop is not None:
                self._thread.close(self._desktop.close)
                self._desktop = None

    async def look(self) -> None:
        """Look now, if the desktop is open."""
        if self._desktop is None:
            return
        try:
            await self._look(self._desktop)
        except ServiceError as gone:
            await self._lose(gone)

    async def _watch(self) -> None:
        while True:
            try:
                await self._look_for_ever()
            except ServiceError as gone:
                await self._lose(gone)
                if not gone.retry:
                    return
            await self.clock.sleep(next(self._delays))

    async def _look_for_ever(self) -> None:
        desktop = await self._asked(self.desktop)
        self._desktop, self.trouble = desktop, ""
        while self._desktop is desktop:
            await self._look(desktop)
            self._is_relied_on = True
            self._delays = _delays_s()
            self._first_look.set()
            await self.clock.sleep(self.settings.poll_s)

    async def _look(self, desktop: Desktop) -> None:
        if self.settings.programs:
            await self._look_in_front(desktop)
        if self.settings.away_s:
            await self._look_for_people(desktop)

    async def _look_in_front(self, desktop: Desktop) -> None:
        window = await self._asked(desktop.foreground)
        if desktop is not self._desktop:
            return
        names = [*window.program.splitlines(), window.title] if window else []
        found = find_matching(self.settings.programs, names)
        # The reason names what was listed, never the title: that may be anything.
        await self._hold("program", f"a listed program is in front: {found}" if found else "")

    async def _look_for_people(self, desktop: Desktop) -> None:
        away_s = self.settings.away_s
        idle_s = await self._asked(desktop.idle_s)
        await self._hold("away", f"nobody at the keyboard for {away_s:g} s" if idle_s >= away_s else "")

    async def _hold(self, by: str, reason: str) -> None:
        if by == "program":
            self.hides = bool(reason)
        if reason:
            await self.pausing.pause(by, reason)
        else:
            self.pausing.resume(by)

    async def _asked(self, question: Callable[[], T]) -> T:
        """Ask in the desktop's own thread; one that hangs is left to its own, and the next is asked in a new one."""
        with self.clock.move_on_after(_ANSWERS_WITHIN_S):
            return await self._thread.run(question)
        self._thread.close()
        self._thread = WorkerThread("desktop")
        raise ServiceError(
            own("the desktop does not answer within {answers_within_s:g} s", answers_within_s=_ANSWERS_WITHIN_S)
        )

    async def _lose(self, why: ServiceError) -> None:
        """Go on without the desktop: nobody counts as away, and a show that looked for programs is blind."""
        desktop, self._desktop = self._desktop, None
        if desktop is not None:
            self._is_relied_on |= why.retry
            self._thread.close(desktop.close)
            self._thread = WorkerThread("desktop")
        if self.trouble != str(why):
            _log.warning("The desktop cannot be watched: %s.", why)
        self.trouble = str(why)
        self.pausing.resume("away")
        is_blind = self._is_relied_on and self.settings.programs
        await self._hold("program", "the desktop does not tell which program is in front" if is_blind else "")
        self._first_look.set()
