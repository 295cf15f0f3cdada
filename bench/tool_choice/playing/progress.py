"""The progress of a run for people: a bar on a terminal, a line every 20 cases or 10 s into a file or a pipe."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, Protocol

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn
from rich.table import Column

from bench.tool_choice.trial import AskedMode, GradedTrial
from performer.core.clock import Clock
from performer.core.text import make_printable

_EVERY: Final = 20
"""The trials after which there is a line."""
_EVERY_S: Final = 10.0
"""The seconds after which there is a line anyway: a slow model takes minutes for so many trials."""
_ROOMY: Final = 70
"""The columns from which on there is room for the present case."""


class RunProgress(Protocol):
    """A view of how far a run is."""

    def begin(self, case: str, mode: AskedMode) -> None:
        """Show that a case is played now."""
        ...

    def finish(self, graded: GradedTrial) -> None:
        """Count a trial that was played."""
        ...


@dataclass(kw_only=True)
class RunCount:
    """How much of a run is done, how much of that is right, and how long the rest will take."""

    total: int
    """The trials of the whole run."""
    kept: int = 0
    """Those that an earlier run left to go on with."""
    began_s: float
    played: int = 0
    right: int = 0
    errors: int = 0
    """The trials that say nothing about the model."""

    @property
    def done(self) -> int:
        """The trials that are done, earlier ones included."""
        return self.kept + self.played

    def add(self, graded: GradedTrial) -> None:
        """Count a trial that was played."""
        self.played += 1
        self.right += graded.verdict.label == "right"
        self.errors += graded.verdict.label == "error"

    def estimate_left_s(self, now_s: float) -> float | None:
        """Estimate the seconds that the rest takes; None before the first trial."""
        if not self.played:
            return None
        return (now_s - self.began_s) / self.played * max(0, self.total - self.done)

    def format_rate(self) -> str:
        """Format the share that was right, of the trials of this run that say something about the model."""
        graded = self.played - self.errors
        return f"{self.right / graded:.0%} right".replace("%", " %") if graded else "none graded"


class RunBar:
    """A bar with the cases done, the rate, the time left and the present case, while `bar` is open."""

    def __init__(self, console: Console, clock: Clock, count: RunCount) -> None:
        now = TextColumn("{task.fields[now]}", style="dim", table_column=Column(no_wrap=True, overflow="ellipsis"))
        self.bar = Progress(
            SpinnerColumn(),
            TextColumn("{task.completed}/{task.total}"),
            BarColumn(bar_width=None),
            TextColumn("{task.fields[rate]}"),
            TextColumn("{task.fields[left]}"),
            *((now,) if console.width >= _ROOMY else ()),
            console=console,
            get_time=clock.now,
            expand=True,
        )
        self._clock = clock
        self._count = count
        self._task = self.bar.add_task("", total=count.total, completed=count.kept, rate="", left="", now="")

    def begin(self, case: str, mode: AskedMode) -> None:
        """Show the case that is played now."""
        self.bar.update(self._task, now=escape(_name_trial(case, mode)))

    def finish(self, graded: GradedTrial) -> None:
        """Move the bar."""
        self._count.add(graded)
        left = _format_left(self._count.estimate_left_s(self._clock.now()))
        self.bar.update(self._task, completed=self._count.done, rate=self._count.format_rate(), left=left)


class RunLines:
    """A line every 20 cases or 10 s, and one at the end."""

    def __init__(self, console: Console, clock: Clock, count: RunCount) -> None:
        self._console = console
        self._clock = clock
        self._count = count
        self._told_s = count.began_s

    def begin(self, case: str, mode: AskedMode) -> None:
        """Print nothing: a case begins too often."""

    def finish(self, graded: GradedTrial) -> None:
        """Print a line when it is due."""
        count = self._count
        count.add(graded)
        now_s = self._clock.now()
        if count.played % _EVERY and count.done < count.total and now_s - self._told_s < _EVERY_S:
            return
        self._told_s = now_s
        words = [f"{count.done} of {count.total} done", count.format_rate()]
        if count.done < count.total:
            words.append(_format_left(count.estimate_left_s(self._clock.now())))
        line = f"{', '.join(words)}; last: {_name_trial(graded.case.id, graded.trial.mode)}."
        self._console.print(line, soft_wrap=True, markup=False, highlight=False)


@contextmanager
def open_run_progress(console: Console, clock: Clock, *, total: int, kept: int = 0) -> Iterator[RunProgress]:
    """Open the view that the terminal can show; the bar leaves the terminal as it was.

    Args:
        console: of standard error, so that a report on standard output stays clean.
        clock: for the time that is left.
        total: the trials of the whole run, all modes and repeats.
        kept: those of them that an earlier run has left.
    """
    count = RunCount(total=total, kept=kept, began_s=clock.now())
    if console.is_terminal and not console.is_dumb_terminal:
        view = RunBar(console, clock, count)
        with view.bar:
            yield view
    else:
        yield RunLines(console, clock, count)


def make_say(console: Console) -> Callable[[str], None]:
    """Make what prints a line for whoever waits, which is not wrapped or coloured."""
    return lambda line: console.print(make_printable(line), soft_wrap=True, markup=False, highlight=False)


def _name_trial(case: str, mode: AskedMode) -> str:
    return make_printable(f"{case} ({mode})" if mode else case)


def _format_left(left_s: float | None) -> str:
    if left_s is None:
        return ""
    minutes = round(left_s / 60)
    if left_s < 100:
        return f"{left_s:.0f} s left"
    return f"{minutes} min left" if minutes < 100 else f"{minutes / 60:.1f} h left"
