"""Requests to end on Windows, by a played console and session: each is heard, and Windows is held off meanwhile."""

import queue
import signal
import threading
from collections.abc import Callable, Iterator
from typing import Any

import anyio
import anyio.to_thread
import pytest

from performer.core.events.stream import EventStream
from performer.core.platform import windows_end
from performer.core.process import lifetime
from performer.core.process.lifetime import ShowEnd, run_whole_show
from tests.performer.core.platform.played_windows import PlayedWindows, play_windows

pytestmark = pytest.mark.anyio

CTRL_C, CTRL_BREAK, CLOSE, LOG_OFF, SHUT_DOWN = 0, 1, 2, 5, 6
WM_CLOSE, WM_QUERYENDSESSION, WM_ENDSESSION, WM_PAINT = 0x10, 0x11, 0x16, 0x0F


class PlayedSession:
    """A session of Windows with a console; `process_ends` once Windows may end the process."""

    def __init__(self, windows: PlayedWindows) -> None:
        self.process_ends = threading.Event()
        self._messages: queue.SimpleQueue[int] = queue.SimpleQueue()
        self._handlers: list[Callable[[int], int]] = []
        self._procedures: list[Callable[..., int]] = []
        windows.answer("kernel32", SetConsoleCtrlHandler=self._set_handler)
        windows.answer(
            "user32",
            GetMessageW=lambda *_: self._messages.get(),
            PostThreadMessageW=lambda *_: self._messages.put(0),
            RegisterClassW=lambda told: self._procedures.append(told._obj.procedure),
            DefWindowProcW=lambda *_: 77,
        )

    def _set_handler(self, handler: Callable[[int], int], is_added: bool) -> int:
        (self._handlers.append if is_added else self._handlers.remove)(handler)
        return 1

    def send_console(self, event: int) -> int:
        """Send an event of the console, as Windows does: in a thread of its own, to the newest handler."""
        return self._handlers[-1](event)

    def send(self, message: int, wide: int = 0) -> int:
        """Send the hidden window a message."""
        return self._procedures[-1](None, message, wide, 0)


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> PlayedWindows:
    return play_windows(monkeypatch)


@pytest.fixture
def session(windows: PlayedWindows, monkeypatch: pytest.MonkeyPatch) -> Iterator[PlayedSession]:
    session = PlayedSession(windows)
    monkeypatch.setattr(windows_end, "_stay", session.process_ends.wait)
    monkeypatch.setattr(lifetime, "watch_end_requests", windows_end.watch_end_requests)
    yield session
    session.process_ends.set()


ASKS: dict[str, Callable[[PlayedSession], Any]] = {
    "the console is closed": lambda session: session.send_console(CLOSE),
    "its person logs off": lambda session: session.send_console(LOG_OFF),
    "the machine is shut down": lambda session: session.send_console(SHUT_DOWN),
    "the session ends": lambda session: session.send(WM_ENDSESSION, 1),
    "taskkill asks": lambda session: session.send(WM_CLOSE),
}


@pytest.mark.parametrize("how", ASKS)
async def test_a_show_ends_with_its_farewell(how: str, session: PlayedSession, events: EventStream) -> None:
    ending, said = ShowEnd(), []

    async def begin(_readers: object, _playing: object) -> None:
        await anyio.sleep_forever()

    async def farewell() -> None:
        said.append("goodbye")

    with ending.end_on_signal():
        asks = threading.Thread(target=ASKS[how], args=(session,))
        asks.start()
        await run_whole_show(begin, stream=events, ending=ending, farewell=farewell)

    assert said == ["goodbye"]
    assert asks.is_alive() or how == "taskkill asks"  # Windows ends the process as soon as it is answered
    session.process_ends.set()
    await anyio.to_thread.run_sync(asks.join)


async def test_the_process_sees_every_pixel_before_its_first_window_settles_it(
    windows: PlayedWindows, session: PlayedSession
) -> None:
    with ShowEnd().end_on_signal():
        names = [name for name, _ in windows.calls]

    assert names.index("SetProcessDpiAwarenessContext") < names.index("CreateWindowExW")


@pytest.mark.parametrize("pressed", ["SIGINT", "SIGBREAK"])
async def test_ctrl_c_and_ctrl_break_are_pythons_to_handle_and_end_the_show(
    session: PlayedSession, pressed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not hasattr(signal, "SIGBREAK"):  # a signal that ends nothing stands for it elsewhere
        monkeypatch.setattr(signal, "SIGBREAK", signal.SIGURG, raising=False)
    ending = ShowEnd()
    with ending.end_on_signal(), anyio.fail_after(5):
        assert [session.send_console(event) for event in (CTRL_C, CTRL_BREAK)] == [0, 0]
        signal.raise_signal(getattr(signal, pressed))
        await ending.wait()


async def test_a_session_that_does_not_end_after_all_ends_no_show(session: PlayedSession) -> None:
    ending = ShowEnd()
    with ending.end_on_signal():
        assert session.send(WM_QUERYENDSESSION) == 1
        assert session.send(WM_ENDSESSION, 0) == 0
        assert session.send(WM_PAINT) == 77
        await anyio.lowlevel.checkpoint()

    assert not ending.has_come


async def test_afterwards_everything_is_the_systems_again(session: PlayedSession) -> None:
    before = signal.getsignal(signal.SIGINT)
    threads = set(threading.enumerate())
    with ShowEnd().end_on_signal():
        window = set(threading.enumerate()) - threads

    assert signal.getsignal(signal.SIGINT) == before
    assert not session._handlers
    for each in window:
        await anyio.to_thread.run_sync(each.join)
