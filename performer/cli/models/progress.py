"""How far a pull is, for a person: bars on a terminal, plain lines into a file or a pipe."""

from contextlib import ExitStack
from types import TracebackType
from typing import Final, Self

from rich.console import Console
from rich.filesize import decimal
from rich.progress import (
    BarColumn,
    DownloadColumn,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)
from rich.progress import (
    Progress as Bars,
)

from performer.core.clock import Clock
from performer.core.text import make_printable
from performer.models.ollama.pull import PullLayer, PullProgress

_TOTAL: Final = "together"
_ROOMY: Final = 60
"""Columns from which on there is room for speed and time."""
_SMALL: Final = 1_000_000
"""Bytes below which a layer is metadata, and not worth a line at every tenth."""


class ProgressBars:
    """A bar for all together, and one a layer; a context manager that leaves the terminal as it was."""

    def __init__(self, console: Console, clock: Clock) -> None:
        speed = (TransferSpeedColumn(), TimeRemainingColumn(compact=True)) if console.width >= _ROOMY else ()
        self._bars = Bars(
            TextColumn("{task.description}"),
            BarColumn(bar_width=None),
            DownloadColumn(),
            *speed,
            console=console,
            get_time=clock.now,
            expand=True,
        )
        self._tasks: dict[str, TaskID] = {}
        self._said = ""
        self._open = ExitStack()

    def __enter__(self) -> Self:
        self._open.enter_context(self._bars)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    def show(self, progress: PullProgress) -> None:
        """Move the bars; what the server does besides is said above them."""
        if not progress.status.startswith("pulling ") or not progress.layers:
            self._say(progress.status)
        if progress.layers:
            self._move(_TOTAL, _TOTAL, progress.completed, progress.total, visible=len(progress.layers) > 1)
        for digest, layer in progress.layers.items():
            self._move(digest, make_printable(layer.name), layer.completed, layer.total)

    def stalled(self, seconds: float, doing: str) -> None:
        """Say it above the bars."""
        self._bars.console.print(_stalled(seconds, doing), style="yellow")

    def _say(self, status: str) -> None:
        if status != self._said and status != "success":
            self._said = status
            self._bars.console.print(make_printable(status), style="dim")

    def _move(self, key: str, name: str, completed: int, total: int, *, visible: bool = True) -> None:
        """Move a bar; what is there as it begins did not come just now, and so counts for no speed."""
        if key in self._tasks:
            self._bars.update(self._tasks[key], completed=completed, total=total, visible=visible)
        else:
            self._tasks[key] = self._bars.add_task(name, completed=completed, total=total, visible=visible)


class ProgressLines:
    """A line at every tenth of a layer, and one for whatever else the server does."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._tenths: dict[str, int] = {}
        self._said = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return

    def show(self, progress: PullProgress) -> None:
        """Say what is new and worth a line."""
        for digest, layer in progress.layers.items():
            self._tell(digest, layer)
        about_a_layer = progress.status.startswith("pulling ") and bool(progress.layers)
        if progress.status not in (self._said, "success") and not about_a_layer:
            self._said = progress.status
            self._print(make_printable(progress.status))

    def stalled(self, seconds: float, doing: str) -> None:
        """Say it in a line."""
        self._print(_stalled(seconds, doing))

    def _tell(self, digest: str, layer: PullLayer) -> None:
        tenths = 10 * layer.completed // layer.total
        told = self._tenths.get(digest, -1)
        if tenths <= told or (layer.total < _SMALL and tenths < 10):
            return
        self._tenths[digest] = tenths
        of = f"{decimal(layer.completed)} of {decimal(layer.total)}"
        self._print(f"{make_printable(layer.name)} {10 * tenths:3d} %  {of}")

    def _print(self, line: str) -> None:
        self._console.print(line, soft_wrap=True)


def choose_progress_view(console: Console, clock: Clock) -> ProgressBars | ProgressLines:
    """Choose what the terminal can show."""
    can_move = console.is_terminal and not console.is_dumb_terminal
    return ProgressBars(console, clock) if can_move else ProgressLines(console)


def _stalled(seconds: float, doing: str) -> str:
    if doing.startswith("verifying"):
        return f"It has been {make_printable(doing)} for {seconds:g} s; of a large model that takes minutes."
    return f"Nothing has come for {seconds:g} s. It goes on by itself; or press Ctrl+C, and start again later."
