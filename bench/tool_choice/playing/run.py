"""A run: all trials of some cases, in one mode after the other, each kept as it is done, so that a run can go on."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, Protocol

import anyio

from bench.tool_choice.cases.case import Case
from bench.tool_choice.grading.grade import grade
from bench.tool_choice.playing.answers import AnswerPlace, KeptAnswer
from bench.tool_choice.playing.models import Measured
from bench.tool_choice.playing.play import Table, TrialPlan
from bench.tool_choice.trial import AskedMode, GradedTrial, Trial
from performer.core.errors import ConfigError

MOST_ERRORS: Final = 5
"""Errors in a row after which the server is taken for gone, and the run stops."""
TrialKey = tuple[str, str, int]
"""A trial by its mode, case and repeat."""


@dataclass(frozen=True, kw_only=True)
class RunPlan:
    """What is run."""

    cases: tuple[Case, ...]
    repeats: int = 1
    seed: int = 1
    jobs: int = 1
    """Trials at once; more than one only where the server answers so many."""
    mode_within_s: float | None = None
    """Seconds after which a mode's trial is cut and the next mode begins; None: when all its trials are done."""
    only: frozenset[TrialKey] | None = None
    """The trials that are played; None: all."""

    def list_trials(self, measured: Measured) -> Iterator[TrialPlan]:
        """Yield all trials by mode, repeat and case: a run that is broken off has whole rounds."""
        for mode in measured.modes:
            yield from self.list_mode_trials(mode)

    def list_mode_trials(self, mode: AskedMode) -> Iterator[TrialPlan]:
        """Yield the trials of one mode."""
        for repeat in range(self.repeats):
            for case in self.cases:
                trial = TrialPlan(case=case, mode=mode, repeat=repeat, seed=self.seed)
                if self.only is None or _key(trial) in self.only:
                    yield trial


class AnswerKeeper(Protocol):
    """Keeps raw answers as they come."""

    def add(self, kept: Iterable[tuple[AnswerPlace, KeptAnswer]]) -> None:
        """Add the answers of a trial; raise ConfigError when they cannot be kept."""
        ...


class ServerGoneError(Exception):
    """Raised, with a sentence that says so, when so many trials in a row failed at the server that it must be gone."""

    def __init__(self, said: str) -> None:
        super().__init__(f"{MOST_ERRORS} cases in a row failed at the server: {said.rstrip('.')}.")


@dataclass(eq=False)
class Run:
    """A run that goes on, and what it came to."""

    measured: Measured
    table: Table
    plan: RunPlan
    on_done: Callable[[GradedTrial], None] = field(default=lambda _graded: None)
    """Called after each trial."""
    on_begin: Callable[[TrialPlan], None] = field(default=lambda _trial: None)
    """Called before each trial."""
    answers: AnswerKeeper | None = None
    """Where the raw answers are kept."""
    done: dict[TrialKey, Trial] = field(default_factory=dict)
    """Trials by mode, case and repeat; those of an earlier run are not played again."""

    def __post_init__(self) -> None:
        self._errors_in_a_row = 0

    async def play(self) -> tuple[GradedTrial, ...]:
        """Play what is left; all that was done is in `done`, whatever ends it.

        Raises:
            ServerGoneError: when the server is gone.
            ConfigError: when a trial cannot be kept.
        """
        try:
            for mode in self.measured.modes:
                with anyio.move_on_after(self.plan.mode_within_s):
                    await self._play_all(self.plan.list_mode_trials(mode))
        except* (ServerGoneError, ConfigError) as ended:
            raise ended.exceptions[0] from None
        return self.graded

    async def _play_all(self, trials: Iterable[TrialPlan]) -> None:
        limiter = anyio.CapacityLimiter(self.plan.jobs)
        async with anyio.create_task_group() as tasks:
            for trial in trials:
                if _key(trial) not in self.done:
                    await limiter.acquire_on_behalf_of(_key(trial))
                    tasks.start_soon(self._play_one, trial, limiter)

    @property
    def graded(self) -> tuple[GradedTrial, ...]:
        """All trials that are done, graded, in the order of the plan."""
        return tuple(
            self._grade(trial.case, self.done[_key(trial)])
            for trial in self.plan.list_trials(self.measured)
            if _key(trial) in self.done
        )

    async def _play_one(self, plan: TrialPlan, limiter: anyio.CapacityLimiter) -> None:
        try:
            self.on_begin(plan)
            player = self.measured.make(plan)
            trial = await self.table.play(plan, player)
        finally:
            limiter.release_on_behalf_of(_key(plan))
        self._count_error(trial)
        if self.answers is not None and player.watch:
            self.answers.add(player.watch.list_kept())
        self.done[_key(plan)] = trial
        self.on_done(self._grade(plan.case, trial))

    def _count_error(self, trial: Trial) -> None:
        """Stop the run before it fills with errors, which are then played again when it goes on.

        Kept answers have no server that could be gone: one that is missing is an error of its own trial.
        """
        self._errors_in_a_row = self._errors_in_a_row + 1 if trial.error else 0
        if self._errors_in_a_row >= MOST_ERRORS and self.measured.kept is None:
            raise ServerGoneError(trial.error)

    @staticmethod
    def _grade(case: Case, trial: Trial) -> GradedTrial:
        return GradedTrial(case=case, trial=trial, verdict=grade(case, trial))


def _key(plan: TrialPlan) -> TrialKey:
    return plan.mode, plan.case.id, plan.repeat
