"""The keys of the game, on a keyboard that the test plays."""

import queue
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager

import anyio
import pytest

from performer.agent.game_keys.keyboard import KeyEvent
from performer.agent.game_keys.service import GameKeys
from performer.agent.game_keys.settings import GameKey, KeySettings
from performer.agent.pause_triggers.settings import Shortcut
from performer.core.clock import SystemClock
from performer.core.errors import ServiceError
from performer.core.events.stream import EventStream

pytestmark = pytest.mark.anyio
F7, F9, F10 = (Shortcut.read(name) for name in ("F7", "F9", "F10"))


class PlayedKeyboard:
    """A keyboard on which F7 belongs to somebody else."""

    def __init__(self) -> None:
        self.held: list[Shortcut] = []
        self._events: queue.SimpleQueue[KeyEvent | None] = queue.SimpleQueue()

    def hold(self, shortcuts: Sequence[Shortcut]) -> Mapping[Shortcut, str]:
        self.held = [each for each in shortcuts if each != F7]
        return {F7: "another program has F7"} if F7 in shortcuts else {}

    def next_event(self) -> KeyEvent | None:
        return self._events.get()

    def close(self) -> None:
        self.held = []
        self._events.put(None)
        self._events.put(None)

    def play(self, shortcut: Shortcut, *, is_down: bool = True) -> None:
        self._events.put(KeyEvent(shortcut, is_down))


class Pressed:
    """What the keys did, to be waited for."""

    def __init__(self) -> None:
        self.keys: list[tuple[GameKey, bool]] = []
        self._news = anyio.Event()

    async def take(self, key: GameKey, is_down: bool) -> None:
        self.keys.append((key, is_down))
        self._news.set()

    async def until(self, many: int) -> None:
        with anyio.fail_after(60):
            while len(self.keys) < many:
                await self._news.wait()
                self._news = anyio.Event()


@asynccontextmanager
async def playing(
    keyboard: PlayedKeyboard, settings: KeySettings, pause_too: Shortcut | None = None
) -> AsyncIterator[tuple[GameKeys, Pressed]]:
    clock, pressed = SystemClock(), Pressed()
    keys = GameKeys(clock, EventStream(clock), settings, pressed.take, pause_too=pause_too, opens=lambda: keyboard)
    async with anyio.create_task_group() as tasks:
        await tasks.start(keys.run)
        await keys.wait_until_known()
        yield keys, pressed
        tasks.cancel_scope.cancel()


async def test_each_key_does_its_own_and_only_push_to_talk_is_let_go() -> None:
    keyboard, talk = PlayedKeyboard(), Shortcut.read("Insert")
    async with playing(keyboard, KeySettings(react="", talk="Insert"), Shortcut.read("Ctrl+P")) as (_, pressed):
        for shortcut in (F9, talk, Shortcut.read("Ctrl+P")):
            keyboard.play(shortcut)
            keyboard.play(shortcut, is_down=False)
        await pressed.until(4)

    assert pressed.keys == [("hush", True), ("talk", True), ("talk", False), ("pause", True)]
    assert keyboard.held == []


@pytest.mark.expects_log
async def test_a_key_that_another_program_has_is_named_and_the_others_are_held() -> None:
    keyboard = PlayedKeyboard()
    async with playing(keyboard, KeySettings()) as (keys, _):
        assert keyboard.held == [F9, F10]

    (role,) = keys.roles()
    assert (role.state, role.why) == ("partly", "another program has F7")
    assert role.plays == "Hush F9, Pause F10, React F7"
    assert [each["why"] for each in keys.list()] == ["", "", "another program has F7", ""]


async def test_a_change_of_the_settings_takes_the_other_key_at_once() -> None:
    keyboard = PlayedKeyboard()
    async with playing(keyboard, KeySettings(react="")) as (keys, _):
        await keys.live["keys.hush"]("Ctrl+Alt+H")
        await keys.wait_until_known()

        assert keyboard.held == [Shortcut.read("Ctrl+Alt+H"), F10]
        assert keys.list()[0]["shortcut"] == "Ctrl+Alt+H"


async def test_push_to_talk_ends_when_its_key_is_held_by_nobody_any_more() -> None:
    keyboard = PlayedKeyboard()
    async with playing(keyboard, KeySettings(react="", talk="Insert")) as (keys, pressed):
        keyboard.play(Shortcut.read("Insert"))
        await pressed.until(1)
        await keys.live["keys.talk"]("End")
        await pressed.until(2)

    assert pressed.keys == [("talk", True), ("talk", False)]


@pytest.mark.expects_log
async def test_a_system_that_gives_no_key_is_named_in_the_role_with_the_remedy() -> None:
    def refuse() -> PlayedKeyboard:
        raise ServiceError("macOS gives none: use a Stream Deck", retry=False)

    clock = SystemClock()
    keys = GameKeys(clock, EventStream(clock), KeySettings(), Pressed().take, opens=refuse)
    async with anyio.create_task_group() as tasks:
        await tasks.start(keys.run)
        await keys.wait_until_known()
        tasks.cancel_scope.cancel()

    (role,) = keys.roles()
    assert (role.plays, role.state, role.why) == ("none", "down", "macOS gives none: use a Stream Deck")


async def test_without_a_desktop_no_key_is_taken_and_each_says_why() -> None:
    clock = SystemClock()
    keys = GameKeys(clock, EventStream(clock), KeySettings(), Pressed().take, off="there is no display")
    await keys.run()

    assert keys.roles() == ()
    assert {each["why"] for each in keys.list() if each["shortcut"]} == {"there is no display"}
