"""Who performs: the lead model, the understudy, or nobody.

The understudy plays until a lead was first reached. When a lead that once answered fails, the show keeps quiet, says so
once, and takes the lead back as soon as it is there again.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

import anyio
from anyio.abc import TaskStatus

from performer.clock import Clock
from performer.errors import ServiceError
from performer.events import EventStream, ServiceDown, ServiceUp
from performer.models.model import Final, Model, OnText, Step, StepRequest
from performer.models.settings import UnderstudyPolicy

SERVICE = "brain"
BACK_OFF_S: Sequence[float] = (5.0, 10.0, 20.0, 40.0, 80.0)
"""Waits between tries; the last one repeats, and stands for what only a person can mend."""


class Candidate(Model, Protocol):
    """A lead that is there, but perhaps not loaded yet."""

    @property
    def reason(self) -> str:
        """Why it was chosen, and once it is ready how it was loaded, for the start-up table."""
        ...

    async def warm_up(self) -> None:
        """Be ready for the first step; raises ServiceError."""
        ...


class Lead:
    """A Model that is whoever performs now; one request is in flight at a time, in the order they were made."""

    def __init__(
        self,
        choose: Callable[[], Awaitable[Candidate]],
        understudy: Model,
        *,
        policy: UnderstudyPolicy,
        clock: Clock,
        events: EventStream,
    ) -> None:
        self._choose = choose
        self._understudy = understudy
        self._policy = policy
        self._clock = clock
        self._events = events
        self._turn = anyio.Lock()
        self._lost = anyio.Event()
        self._model: Candidate | None = None
        self._reached = False
        self._failures = 0
        self._pause_s = 0.0
        self._said = ""
        self.coming = ""
        """The name of a lead that is being loaded."""
        self.reason = "not asked yet"
        """Why the lead is who it is, or why there is none, for the start-up table."""

    @property
    def name(self) -> str:
        """Name who performs now; `nobody` while a lead that once answered is down."""
        performer = self._performer()
        return performer.name if performer else "nobody"

    @property
    def sees(self) -> bool:
        """Tell whether who performs now takes pictures."""
        performer = self._performer()
        return performer is not None and performer.sees

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Ask who performs now; nobody answers with silence.

        Raises:
            ServiceError: when the lead fails in this step; from then on it is down.
        """
        async with self._turn:
            if self._model is not None:
                return await self._led(self._model, request, on_text)
            performer = self._performer()
            return await performer.step(request, on_text) if performer else Final(text="")

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Look for the lead until it is there, wait until it fails, and begin again; for ever.

        It has started, and `reason` is there for the start-up table, once it is known whether there is one; loading it
        may take minutes more.
        """
        candidate = await self._chosen()
        task_status.started()
        while True:
            if candidate is not None and await self._taken(candidate):
                await self._lost.wait()
            await self._clock.sleep(self._pause_s)
            candidate = await self._chosen()

    async def _led(self, lead: Candidate, request: StepRequest, on_text: OnText) -> Step:
        try:
            step = await lead.step(request, on_text)
        except ServiceError as error:
            self._down(error)
            raise
        self._failures = 0
        return step

    def _performer(self) -> Model | None:
        if self._model is not None:
            return self._model
        plays = self._policy == "always" or (self._policy == "auto" and not self._reached)
        return self._understudy if plays else None

    async def _chosen(self) -> Candidate | None:
        try:
            candidate = await self._choose()
        except ServiceError as error:
            self._down(error)
            return None
        self.reason = candidate.reason
        self.coming = candidate.name
        return candidate

    async def _taken(self, candidate: Candidate) -> bool:
        """Load the lead and let it perform from the next step on."""
        try:
            await candidate.warm_up()
        except ServiceError as error:
            self._down(error)
            return False
        self._model = candidate
        self.reason = candidate.reason
        self.coming = ""
        self._reached = True
        self._lost = anyio.Event()
        self._said = ""
        self._events.publish(ServiceUp(service=SERVICE, reason=f"{candidate.name}: {candidate.reason}"))
        return True

    def _down(self, error: ServiceError) -> None:
        """Take the lead off, say so once, and decide when to look again.

        What only a person can mend is said even when something else was said before, for it names the remedy.
        """
        self._model = None
        self.coming = ""
        self._pause_s = BACK_OFF_S[min(self._failures, len(BACK_OFF_S) - 1)] if error.retry else BACK_OFF_S[-1]
        self._failures += 1
        self.reason = str(error)
        if not self._said or (not error.retry and self._said != self.reason):
            self._said = self.reason
            self._events.publish(ServiceDown(service=SERVICE, reason=self.reason))
        self._lost.set()
