"""The progress of a download for people: bars on a terminal, plain lines into a file or a pipe."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Console
from rich.filesize import decimal
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)

from performer.core.clock import Clock
from performer.core.own_text import OwnText
from performer.core.text import make_printable
from performer.models.ollama.download import PullWatcher
from performer.models.ollama.pull import PullLayer, PullProgress

_TOTAL: Final = "together"
_ROOMY: Final = 60
"""The columns from which on there is room for speed and time."""
_SMALL: Final = 1_000_000
"""The bytes below which a layer is metadata, and not worth a line at every tenth."""


class ProgressBars:
    """A bar for the whole download, and one for each layer, while `bars` is open."""

    def __init__(self, console: Console, clock: Clock) -> None:
        speed = (TransferSpeedColumn(), TimeRemainingColumn(compact=True)) if console.width >= _ROOMY else ()
        self.bars = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=None),
            DownloadColumn(),
            *speed,
            console=console,
            get_time=clock.now,
            expand=True,
        )
        self._tasks: dict[str, TaskID] = {}
        self._printed = ""

    def show(self, progress: PullProgress) -> None:
        """Move the bars, and print above them what the server does besides."""
        if _is_news(progress, self._printed):
            self._printed = progress.status
            self.bars.console.print(make_printable(progress.status), style="dim")
        if progress.layers:
            self._move(_TOTAL, _TOTAL, progress.completed, progress.total, visible=len(progress.layers) > 1)
        for digest, layer in progress.layers.items():
            self._move(digest, make_printable(layer.name), layer.completed, layer.total)

    def stalled(self, seconds: float, doing: str) -> None:
        """Print above the bars that nothing comes."""
        self.bars.console.print(_describe_stall(seconds, doing), style="yellow")

    def _move(self, key: str, name: str, completed: int, total: int, *, visible: bool = True) -> None:
        """Move a bar; the bytes that are there when the bar is added did not come just now, and count for no speed."""
        if key in self._tasks:
            self.bars.update(self._tasks[key], completed=completed, total=total, visible=visible)
        else:
            self._tasks[key] = self.bars.add_task(name, completed=completed, total=total, visible=visible)


class ProgressLines:
    """A line at every tenth of a layer, and one for whatever else the server does."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._tenths: dict[str, int] = {}
        self._printed = ""

    def show(self, progress: PullProgress) -> None:
        """Print what is new and worth a line."""
        for digest, layer in progress.layers.items():
            self._show_layer(digest, layer)
        if _is_news(progress, self._printed):
            self._printed = progress.status
            print_sentence(self._console, progress.status)

    def stalled(self, seconds: float, doing: str) -> None:
        """Print that nothing comes."""
        print_sentence(self._console, _describe_stall(seconds, doing))

    def _show_layer(self, digest: str, layer: PullLayer) -> None:
        tenths = 10 * layer.completed // layer.total
        if tenths <= self._tenths.get(digest, -1) or (layer.total < _SMALL and tenths < 10):
            return
        self._tenths[digest] = tenths
        of = f"{decimal(layer.completed)} of {decimal(layer.total)}"
        print_sentence(self._console, f"{layer.name} {10 * tenths:3d} %  {of}")


@contextmanager
def open_progress_view(console: Console, clock: Clock) -> Iterator[PullWatcher]:
    """Open the view that the terminal can show; bars leave the terminal as it was."""
    if console.is_terminal and not console.is_dumb_terminal:
        view = ProgressBars(console, clock)
        with view.bars:
            yield view
    else:
        yield ProgressLines(console)


class FileProgress:
    """Shows the download of a file as that of a model's layer is shown."""

    def __init__(self, console: Console, view: PullWatcher, name: str) -> None:
        self._console, self._view, self._name = console, view, name

    def show(self, done: int, total: int) -> None:
        """Move the bar."""
        layer = PullLayer(name=self._name, total=total, completed=done)
        self._view.show(PullProgress(status=f"pulling {self._name}", layers={self._name: layer}))

    def note(self, said: OwnText) -> None:
        """Print a sentence."""
        print_sentence(self._console, said)


@contextmanager
def open_file_progress(console: Console, clock: Clock, name: str) -> Iterator[FileProgress]:
    """Open the view of a file's download."""
    with open_progress_view(console, clock) as view:
        yield FileProgress(console, view, name)


def _is_news(progress: PullProgress, printed: str) -> bool:
    """Return whether the server does something else than pulling a layer, which was not printed yet."""
    is_about_layer = progress.status.startswith("pulling ") and bool(progress.layers)
    return not is_about_layer and progress.status not in (printed, "success")


def print_sentence(console: Console, sentence: str, style: str = "") -> None:
    """Print a sentence that the terminal wraps by itself, and that cannot steer it."""
    console.print(make_printable(sentence), style=style, soft_wrap=True)


def _describe_stall(seconds: float, doing: str) -> str:
    if doing.startswith("verifying"):
        return f"It has been {make_printable(doing)} for {seconds:g} s; of a large model that takes minutes."
    return f"Nothing has come for {seconds:g} s. It goes on by itself; or press Ctrl+C, and start again later."
