"""An endpoint: one address with one model there, which is looked for, loaded, and asked through its gate."""

import logging
import math
from collections.abc import Awaitable, Callable, Sequence
from contextlib import nullcontext
from dataclasses import field
from functools import partial
from typing import Final, Literal

import anyio
from anyio.abc import TaskGroup, TaskStatus

from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.core.status import Health, State
from performer.core.values import dataclass
from performer.models.call_meter import CallMeter
from performer.models.driver.driver import Driver
from performer.models.endpoint.access import EndpointFigures, ModelAccess
from performer.models.endpoint.upkeep import ModelUpkeep
from performer.models.model import OnText, Step, StepRequest
from performer.models.probe_result import Finding

BACK_OFF_S: Final[Sequence[float]] = (5.0, 10.0, 20.0, 40.0, 80.0)
"""Waits between tries; the last one repeats, and stands for what only a person can mend."""
STAND_BY_S: Final = 80.0
"""How often one that stands by is looked at, so that it is there, and loaded, when it is needed."""

Part = Literal["leads", "stands by", "in reserve"]
"""The use of an endpoint at the moment; one in reserve is not loaded: its server has another model to keep."""

_log = logging.getLogger(__name__)


class EndpointGone(ServiceError):
    """Raised when an endpoint was down by the time it was a request's turn, or nobody waits for that any more."""


@dataclass(eq=False, kw_only=True)
class Endpoint(ModelAccess):
    """Asks the model of one address, one request at a time, and knows whether it can be asked."""

    choose: Callable[[], Awaitable[Driver]]
    """Finds the model that is there; raises ServiceError when there is none."""
    kept_s: float = math.inf
    """Seconds for which its server keeps a model loaded after an answer."""
    figures: EndpointFigures = field(default_factory=EndpointFigures, init=False)
    trouble: str = field(default="", init=False)
    """Why it is down; empty while it is not."""
    _used_s: float = field(default=0.0, init=False)
    """When it was loaded or answered last."""
    _in_a_row: int = field(default=0, init=False)
    _pause_s: float = field(default=0.0, init=False)
    _woken: anyio.Event = field(default_factory=anyio.Event, init=False)
    _ready: anyio.Event = field(default_factory=anyio.Event, init=False)
    _sought: anyio.Event = field(default_factory=anyio.Event, init=False)
    _is_outdated: bool = field(default=False, init=False)
    """Whether its model is asked in a way that the settings do not want any more."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.upkeep = ModelUpkeep(self)
        self._part: Callable[[], Part] = lambda: "leads"
        self._on_change: Callable[[ServiceError | None], None] = lambda _: None
        self._on_found: Callable[[], None] = lambda: None

    def watch(
        self,
        on_change: Callable[[ServiceError | None], None],
        part: Callable[[], Part] | None = None,
        on_found: Callable[[], None] | None = None,
    ) -> None:
        """Set what is called whenever it has become up (None) or down (why), and when its model is found and loaded.

        `part` returns its part; None: it leads.
        """
        self._on_change = on_change
        self._part = part or self._part
        self._on_found = on_found or self._on_found

    @property
    def name(self) -> str:
        """The name of its model; empty while it is not known."""
        return self.model.name if self.model else ""

    @property
    def reason(self) -> str:
        """The reason why it is this model, or why there is none."""
        return self.model.reason if self.model else self.trouble or "not asked yet"

    @property
    def sees(self) -> bool:
        """Whether its model takes pictures."""
        return self.model is not None and self.model.sees

    @property
    def finding(self) -> Finding | None:
        """The finding of a probe of its model; None: none was made."""
        return self.model.finding if self.model else None

    @property
    def is_coming(self) -> bool:
        """Whether its model is there and being loaded."""
        return self.model is not None and not self.is_up and self._part() != "in reserve"

    def health(self, state: State) -> Health:
        """Return its health, as the panel shows it."""
        figures = self.figures
        return Health(
            name=self.name,
            place=self.place,
            state=state,
            reason=self.reason,
            last_error=figures.last_error,
            answers=figures.answers,
            failures=figures.failures,
            answer_s=figures.answer_s,
            load_s=figures.load_s,
            tokens_per_s=figures.tokens_per_s,
            cold_reads=self.warmth.cold_reads,
        )

    def helper_health(self, does: State) -> Health:
        """Return its health as of one that never leads; `does` is its state while it can be asked."""
        return self.health(does if self.is_up else "down" if self.trouble else "loading")

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Ask the model once, when it is the turn of this request's cue.

        Raises:
            EndpointGone: when it was down by then.
            ServiceError: when it fails in this step; from then on it is down.
            RequestPreempted: when the request yields, and the show came.
        """
        if self.is_up and self.clock.now() - self._used_s > self.kept_s:
            await self._reload()
        return await self.gate.let(request, partial(self._ask, request, CallMeter.of(self.clock, on_text)))

    async def _ask(self, request: StepRequest, meter: CallMeter) -> Step:
        has_waited_too_long = request.phase == "react" and request.enough()
        if self.model is None or not self.is_up or has_waited_too_long:
            raise EndpointGone(own("{place} is gone.", place=self.place))
        knew = self.knows_opening
        try:
            step = await self.ask(self.model, request, meter)
        except ServiceError as error:
            self._go_down(error)
            raise
        self._in_a_row = 0
        self._used_s = self.clock.now()
        if request.tokens != 1:
            self.figures.count_answer(step, meter.took_s)
        return self.warmth.mark_cold(request, step, meter.first_s, knew=knew)

    def wake(self) -> None:
        """Start to check whether it is needed now."""
        self._woken.set()

    async def is_reached(self) -> bool:
        """Return whether its server tells which models it has; it may take for ever."""
        try:
            await self.choose()
        except ServiceError:
            return False
        return True

    def seek(self) -> None:
        """Look for the model now, should it be down: somebody waits for it."""
        self._sought.set()

    def renew(self) -> None:
        """Find the model anew and load it, for it is to be asked in another way; meanwhile it can be asked."""
        self._is_outdated = True
        self.wake()
        self.seek()

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Find the model, load it, and keep it there; for ever.

        It has started once it is known whether the model is there; loading it may take minutes more.
        """
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self.upkeep.keep_warm)
            await self._look()
            task_status.started()
            await self._keep_there(tasks)

    async def _keep_there(self, tasks: TaskGroup) -> None:
        while True:
            if self.model is not None:
                await self._get_ready(self.model)
            self._ready.set()
            if self.upkeep.has_to_probe:
                tasks.start_soon(self.upkeep.prove)
            await self._wait_until_due()
            await self._look()

    async def _look(self) -> None:
        """Find out which model is there; one that is up and still there stays the one it is."""
        is_outdated, self._is_outdated = self._is_outdated, False
        try:
            found = await self.choose()
        except ServiceError as error:
            self._go_down(error)
            return
        if is_outdated:
            self.warmth.knows = False
            self.is_up = self.is_up and self.name == found.name
        if is_outdated or not self.is_up or self.name != found.name:
            self.model = found
        if self.is_coming:
            self._on_found()

    async def _get_ready(self, model: Driver) -> None:
        """Load the model, if it is needed; a step of it that fails meanwhile has the last word."""
        if self._part() == "in reserve":
            self.trouble = ""
            return
        try:
            async with self.gate.loading if self.shares_memory else nullcontext():
                began_s = self.clock.now()
                await model.warm_up()
                if not self.is_up:
                    await self.upkeep.read_opening(model)
        except ServiceError as error:
            if model is self.model:
                self._go_down(error)
            return
        if model is self.model:
            self._go_up(self.clock.now() - began_s)

    async def _reload(self) -> None:
        """Wait until `run` has loaded what its server may have unloaded; the wait may be cut off, the load is not."""
        self.is_up = False
        self.wake()
        if self.is_coming:
            self._ready = anyio.Event()
            await self._ready.wait()

    async def _wait_until_due(self) -> None:
        """Wait until it should be looked for again, or is needed after all, or has stood by for long."""
        while not self.trouble:
            if self._is_outdated:
                return
            self._woken = anyio.Event()
            with self.clock.move_on_after(math.inf if self._part() == "leads" else STAND_BY_S) as standing_by:
                await self._woken.wait()
            if standing_by.cancelled_caught or self.is_coming:
                return
        self._sought = anyio.Event()
        with self.clock.move_on_after(0 if self._is_outdated else self._pause_s):
            await self._sought.wait()

    def _go_up(self, load_s: float) -> None:
        self._used_s = self.clock.now()
        if self.is_up:
            return
        self.is_up = True
        self.trouble = ""
        self.figures.load_s = round(load_s, 2)
        self._on_change(None)

    def _go_down(self, error: ServiceError) -> None:
        """Stop asking the model, and decide when to look again."""
        _log.info("%s is out: %s", self.name or self.place, error)
        self.model = None
        self.is_up = False
        self._pause_s = BACK_OFF_S[min(self._in_a_row, len(BACK_OFF_S) - 1)] if error.retry else BACK_OFF_S[-1]
        self._in_a_row += 1
        self.figures.count_failure(str(error))
        self.trouble = str(error)
        self._woken.set()
        self._on_change(error)
