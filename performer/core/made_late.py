"""Values that are made late: when they are first needed, or by a thread before that."""

import re
from collections.abc import Callable
from functools import wraps
from threading import RLock, Thread
from typing import Any, Final, TypeVar, cast

V = TypeVar("V")


def once(make: Callable[[], V]) -> Callable[[], V]:
    """Return a function that makes a value at its first call; whoever calls meanwhile in another thread waits for it.

    What `make` raises, the next call tries anew.
    """
    made: list[V] = []
    lock = RLock()

    @wraps(make)
    def get() -> V:
        if not made:
            with lock:
                if not made:
                    made.append(make())
        return made[0]

    return get


def make_beside(*makers: Callable[[], object]) -> None:
    """Make values in a thread, one after the other, before anybody waits for them."""

    def make_all() -> None:
        for make in makers:
            make()

    Thread(target=make_all, name="made beside", daemon=True).start()


class _LatePattern:
    """A pattern that is compiled when one of its methods is first asked for."""

    def __init__(self, written: str, flags: int) -> None:
        self._written = written
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        # From now on the name is found before this is asked: a search costs what that of any pattern costs.
        pattern = self.__dict__.setdefault("_pattern", None) or re.compile(self._written, self._flags)
        self.__dict__["_pattern"] = pattern
        value = self.__dict__[name] = getattr(pattern, name)
        return value


_PATTERNS: Final[list[_LatePattern]] = []


def compile_late(written: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern that is compiled when it is first needed: one with wide ranges of letters takes milliseconds."""
    pattern = _LatePattern(written, flags)
    _PATTERNS.append(pattern)
    return cast("re.Pattern[str]", pattern)


def compile_late_patterns() -> None:
    """Compile all patterns of `compile_late` that are not compiled yet, so that no text has to wait for it."""
    for pattern in _PATTERNS:
        _ = pattern.pattern
