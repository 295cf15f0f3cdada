"""Windows' own libraries, played: what was called stands in a list, and what a test has set is answered, else 1.

Its registry is played too: values by the path of their key and their name.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from performer.core.platform import (
    windows_access,
    windows_alarm,
    windows_api,
    windows_desktop,
    windows_display,
    windows_end,
    windows_jobs,
    windows_message,
    windows_paths,
    windows_privacy,
    windows_shortcut,
)
from performer.core.platform.windows_jobs import WindowsJobs
from performer.core.process import child

_CALLERS = (
    windows_access,
    windows_alarm,
    windows_desktop,
    windows_display,
    windows_end,
    windows_jobs,
    windows_message,
    windows_shortcut,
)


class PlayedLibrary:
    """One library; a function without a signature is not there, as in the product."""

    def __init__(self, name: str, calls: list[tuple[str, tuple[Any, ...]]]) -> None:
        self._known = windows_api._SIGNATURES[name]
        self._calls = calls
        self.answers: dict[str, Callable[..., Any]] = {}

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name not in self._known:
            raise AttributeError(f"{name} has no signature")

        def call(*words: Any) -> Any:
            self._calls.append((name, words))
            assert len(words) == len(self._known[name]) - 1, f"{name} takes another number of arguments"
            answer = self.answers.get(name)
            return answer(*words) if answer else 1

        return call


class PlayedWindows:
    """All libraries that the product knows."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, tuple[Any, ...]]] = []
        self._libraries = {name: PlayedLibrary(name, self.calls) for name in windows_api._SIGNATURES}
        self.registry: dict[tuple[str, str], object] = {}

    def load(self, name: str) -> PlayedLibrary:
        return self._libraries[name]

    def answer(self, library: str, **answers: Callable[..., Any]) -> None:
        """Have functions of a library answer so."""
        self._libraries[library].answers.update(answers)

    def called(self, name: str) -> list[tuple[Any, ...]]:
        """Give the arguments of each call of a function."""
        return [words for each, words in self.calls if each == name]


def play_windows(monkeypatch: pytest.MonkeyPatch) -> PlayedWindows:
    """Have all that asks Windows ask a played one."""
    played = PlayedWindows()
    for caller in _CALLERS:
        monkeypatch.setattr(caller, "load", played.load)
    for reader in (windows_paths, windows_privacy, windows_shortcut):
        monkeypatch.setattr(reader, "read_value", lambda path, name: played.registry.get((path, name)))
    monkeypatch.setattr(windows_shortcut, "remove_value", lambda path, name: played.registry.pop((path, name), None))
    monkeypatch.setattr(windows_access, "read_own_sid", cache(windows_access.read_own_sid.__wrapped__))
    return played


class JobsHere(WindowsJobs):
    """Jobs of programs that start as they do here."""

    creation_flags = 0


def play_jobs(monkeypatch: pytest.MonkeyPatch, windows: PlayedWindows) -> list[int]:
    """Have programs of ours stand in played jobs; return the list of how much memory each may have."""
    most: list[int] = []

    def set_limits(_job: int, _kind: int, limits: Any, _size: int) -> int:
        most.append(limits._obj.process_memory)
        return 1

    windows.answer("kernel32", SetInformationJobObject=set_limits)
    monkeypatch.setattr(child, "GROUPS", JobsHere())
    return most
