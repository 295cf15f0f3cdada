"""Who gives the order that is being carried out, for what is told of it later: every way in says so of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, Literal

Asker = Literal["", "page", "program", "discord", "console", "voice"]
"""A control page, a program or command of this machine, a command at Discord, a line in the terminal, or an order by
voice; empty: it is not known."""
_ASKER: Final[ContextVar[Asker]] = ContextVar("asker", default="")


@contextmanager
def asked_by(asker: Asker) -> Iterator[None]:
    """Count all that runs in the block, and the tasks that are begun in it, as asked for by somebody."""
    before = _ASKER.set(asker)
    try:
        yield
    finally:
        _ASKER.reset(before)


def find_asker() -> Asker:
    """Return who has asked for what runs now."""
    return _ASKER.get()
