"""Everything outside the show that may have it keep quiet, and see nothing: scenes of OBS, programs, absence, a key."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import KW_ONLY
from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.agent.pause_triggers.desktop import Desktop, find_matching, open_desktop
from performer.agent.pause_triggers.desktop_watch import DesktopWatch
from performer.agent.pause_triggers.settings import CanPause, PausesSettings
from performer.core.clock import Clock
from performer.core.own_text import join_own, own
from performer.core.process.supervisor import FirstReady
from performer.core.status import Role, RoleState
from performer.core.values import dataclass

_BLINDING: Final = frozenset({"program", "scene", "key", "asked"})
"""Reasons that may be on the screen: while one holds, no picture is taken in."""


_SETTLES_WITHIN_S: Final = 0.2
"""A page may tell of thousands of scenes a second; between two looks at what it says, so much time passes."""


@dataclass(eq=False)
class ScenePause:
    """Follows the name of the scene that is on air."""

    clock: Clock
    scenes: Callable[[], Sequence[str]]
    """Returns the names to keep quiet in; `*` stands for anything."""
    pausing: CanPause

    def __post_init__(self) -> None:
        self._scene = ""
        self._changed = anyio.Event()

    def show(self, name: str) -> None:
        """Note which scene is on air now; empty when that is not known any more."""
        self._scene = name
        self._changed.set()

    def look_again(self) -> None:
        """Compare the scene with the names again: they have changed."""
        self._changed.set()

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Pause and let go until cancelled; a pause takes as long as it takes to be silent."""
        task_status.started()
        while True:
            await self._changed.wait()
            self._changed = anyio.Event()
            found = find_matching(self.scenes(), [self._scene])
            if found:
                await self.pausing.pause("scene", f"OBS shows a scene that is listed: {found}")
            else:
                self.pausing.resume("scene")
            await self.clock.sleep(_SETTLES_WITHIN_S)


@dataclass(eq=False)
class PauseTriggers:
    """Keeps every watch that was asked for."""

    clock: Clock
    settings: PausesSettings
    pausing: CanPause
    _: KW_ONLY
    holding: Callable[[], Mapping[str, str]]
    """Returns the reasons that hold now, by who gave them."""
    wait_for_end: Callable[[], Awaitable[None]]
    """Returns when a reason is gone."""
    desktop: Callable[[], Desktop] = open_desktop
    """Opens the desktop, in the thread that asks it."""

    def __post_init__(self) -> None:
        self._was_blind = False
        self._scenes = ScenePause(self.clock, lambda: self.settings.scenes, self.pausing)
        self._desktop: DesktopWatch | None = None
        self._changed = anyio.Event()
        self._make_watch()

    def _make_watch(self) -> None:
        """Make the watch over the desktop where the settings ask for it; one that is there stays."""
        if not (self.settings.programs or self.settings.away_s):
            self._desktop = None
        elif self._desktop is None:
            self._desktop = DesktopWatch(self.clock, self.settings, self.pausing, desktop=self.desktop)

    async def follow_settings(self, _value: object = None) -> None:
        """Watch for what the settings name now; a pause for what they name no more ends."""
        before = self._desktop
        self._make_watch()
        self._scenes.look_again()
        if self._desktop and self._desktop is before:
            await self._desktop.look()
        if not self.settings.programs:
            if before:
                before.hides = False
            self.pausing.resume("program")
        if not self.settings.away_s:
            self.pausing.resume("away")
        if self._desktop is not before:
            self._changed.set()

    def show_scene(self, name: str) -> None:
        """Note which of OBS's scenes is on air; empty when that is not known any more."""
        self._scenes.show(name)

    async def is_blind(self) -> bool:
        """Return whether a picture taken just now is none of our business; listed programs are looked for at once.

        A reason that is gone since it was asked last, or by this very look, may have held while the picture was taken.
        """
        was_blind = self._was_blind or self._holds_blinding
        if self._desktop is not None and self.settings.programs:
            await self._desktop.look()
        self._was_blind = self._holds_blinding
        return was_blind or self._was_blind

    async def wait_for_sight(self) -> None:
        """Return when no reason forbids looking any more; only the watch looks for listed programs meanwhile."""
        while self._holds_blinding:
            await self.wait_for_end()

    def why_blind(self) -> str:
        """Return why nothing may be seen now, as it was last known; empty when it may."""
        reasons = [why for by, why in self.holding().items() if by in _BLINDING]
        if not reasons and self._desktop is not None and self._desktop.hides:
            return own("a listed program may be in front")
        return join_own("; ", reasons)

    def roles(self) -> tuple[Role, ...]:
        """Return what is watched for, and what cannot be; nothing when nothing was asked for."""
        settings = self.settings
        watched = [
            *(own("OBS scene {name}", name=name) for name in settings.scenes),
            *(own("program {name}", name=name) for name in settings.programs),
            *([own("{away_s:g} s away", away_s=settings.away_s)] if settings.away_s else []),
        ]
        trouble = self._desktop.trouble if self._desktop else ""
        troubles = [own("not watched: {trouble}", trouble=trouble)] if trouble else []
        if not watched:
            return ()
        state: RoleState = "partly" if troubles else "works"
        return (Role(part="pauses", plays=join_own(", ", watched), why=join_own("; ", troubles), state=state),)

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Watch until cancelled; ready when it is known what can be watched."""
        ready = FirstReady(task_status)
        async with anyio.create_task_group() as lasting:
            await lasting.start(self._scenes.run)
            while True:
                self._changed = anyio.Event()
                async with anyio.create_task_group() as watching:
                    if self._desktop:
                        await watching.start(self._desktop.run)
                    ready.started()
                    await self._changed.wait()
                    watching.cancel_scope.cancel()

    @property
    def _holds_blinding(self) -> bool:
        if self._desktop is not None and self._desktop.hides:
            return True
        return not _BLINDING.isdisjoint(self.holding())
