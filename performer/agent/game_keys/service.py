"""The keys of the game: held while the show is on, taken anew when the settings change, and each does what it says."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.agent.game_keys.keyboard import Keyboard, open_keyboard
from performer.agent.game_keys.settings import GAME_KEYS, NAMES, GameKey, KeySettings
from performer.agent.pause_triggers.settings import Shortcut
from performer.core.clock import Clock
from performer.core.errors import PerformerError, ServiceError
from performer.core.events.parts import ServiceProgressed
from performer.core.events.stream import EventStream
from performer.core.operations import LiveSettings
from performer.core.own_text import join_own, own
from performer.core.process.thread import WorkerThread
from performer.core.status import Role

_log = logging.getLogger(__name__)

_RETRY_S: Final = 15.0
_LET_GO_S: Final = 1.0

Press = Callable[[GameKey, bool], Awaitable[object]]
"""Does what a key of the game does, when it goes down (True) or up."""


class GameKeys:
    """Holds the keys of the settings, and `pause_too`, an older setting's key, which pauses as well."""

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        settings: KeySettings,
        press: Press,
        *,
        pause_too: Shortcut | None = None,
        off: str = "",
        opens: Callable[[], Keyboard] = open_keyboard,
    ) -> None:
        self.off = off
        """Why no key is held at all; empty while they are."""
        self._clock = clock
        self._stream = stream
        self._settings = settings
        self._press = press
        self._pause_too = pause_too
        self._opens = opens
        self._refused: Mapping[Shortcut, str] = {}
        self._trouble = ""
        """Why no key can be had at all; empty while some are held."""
        self._is_talking = False
        """Whether push to talk is down."""
        self._changed = anyio.Event()
        self._known = anyio.Event()

    @property
    def live(self) -> LiveSettings:
        """The settings that can be changed while it runs."""
        return {f"keys.{name}": partial(self._change, name) for name in GAME_KEYS}

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Hold the keys until cancelled; they are taken once the show is on, which waits for none of them."""
        task_status.started()
        while not self.off:
            changed = self._changed = anyio.Event()
            async with anyio.create_task_group() as holding:
                holding.start_soon(self._hold, self._list_wanted())
                await changed.wait()
                holding.cancel_scope.cancel()

    async def wait_until_known(self) -> None:
        """Return when it is known which keys are held, or that none can be."""
        await self._known.wait()

    def list(self) -> list[dict[str, str]]:
        """Return each key: its `key`, `name`, `shortcut` (empty: none) and, where it is not held, `why`."""
        chosen = self._settings.list_shortcuts()
        return [
            {
                "key": key,
                "name": NAMES[key],
                "shortcut": str(chosen.get(key, "")),
                "why": self._explain(chosen.get(key)),
            }
            for key in GAME_KEYS
        ]

    def roles(self) -> tuple[Role, ...]:
        """Return which keys are held, and why others are not; nothing where no key is wanted."""
        wanted = self._list_wanted()
        if self.off or not wanted:
            return ()
        why = self._trouble or join_own("; ", dict.fromkeys(self._refused.values()))
        if self._trouble or len(self._refused) == len(wanted):
            return (Role(part="keys", plays=own("none"), why=why, state="down"),)
        held = (own("{name} {shortcut}", name=NAMES[key], shortcut=str(each)) for each, key in wanted.items())
        return (Role(part="keys", plays=join_own(", ", held), why=why, state="partly" if why else "works"),)

    def _explain(self, shortcut: Shortcut | None) -> str:
        if shortcut is None:
            return ""
        return self.off or self._trouble or self._refused.get(shortcut, "")

    async def _change(self, key: GameKey, value: object) -> None:
        self._settings = KeySettings.model_validate({**self._settings.model_dump(), key: value})
        self._known = anyio.Event()
        self._changed.set()

    def _list_wanted(self) -> dict[Shortcut, GameKey]:
        older: dict[Shortcut, GameKey] = {self._pause_too: "pause"} if self._pause_too else {}
        return older | {shortcut: key for key, shortcut in self._settings.list_shortcuts().items()}

    async def _hold(self, wanted: Mapping[Shortcut, GameKey]) -> None:
        """Hold the keys for as long as there is a session that gives any."""
        if not wanted:
            self._note({})
        while wanted:
            try:
                await self._hold_once(wanted)
            except ServiceError as no:
                self._note({}, str(no))
                if not no.retry:
                    return
            await self._clock.sleep(_RETRY_S)

    async def _hold_once(self, wanted: Mapping[Shortcut, GameKey]) -> None:
        """Hold the keys in a thread of their own, for the waits are blocking ones; none is held when this returns."""
        thread = WorkerThread("keys")
        keyboard: Keyboard | None = None
        try:
            keyboard = await thread.run(self._opens)
            self._note(await thread.run(partial(keyboard.hold, list(wanted))))
            while event := await thread.run(keyboard.next_event):
                await self._obey(wanted[event.shortcut], is_down=event.is_down)
        finally:
            if keyboard is not None:
                keyboard.close()
                with anyio.move_on_after(_LET_GO_S, shield=True), suppress(ServiceError):
                    await thread.run(keyboard.next_event)
            thread.close()
            if self._is_talking:  # nobody is told any more when the key goes up
                with anyio.CancelScope(shield=True):
                    await self._obey("talk", is_down=False)

    async def _obey(self, key: GameKey, *, is_down: bool) -> None:
        if key == "talk":
            self._is_talking = is_down
        elif not is_down:
            return
        try:
            await self._press(key, is_down)
        except PerformerError as no:
            _log.info("The key for %s did nothing: %s", NAMES[key], no)

    def _note(self, refused: Mapping[Shortcut, str], trouble: str = "") -> None:
        """Note which keys are held; what is new about those that are not is logged once."""
        for why in {trouble, *refused.values()} - {"", self._trouble, *self._refused.values()}:
            _log.warning("A key of the game is not held: %s.", why)
        self._refused, self._trouble = refused, trouble
        self._known.set()
        self._stream.publish(ServiceProgressed(service="keys", doing="holds the keys of the game"))
