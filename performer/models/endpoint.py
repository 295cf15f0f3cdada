"""An endpoint: one address with one model there, looked for, loaded, asked through its gate, and looked for again."""

import logging
import math
from collections.abc import Awaitable, Callable, Sequence
from contextlib import nullcontext
from functools import partial
from typing import Final, Literal

import anyio
from anyio.abc import TaskStatus

from performer.clock import Clock
from performer.errors import ServiceError
from performer.models.candidate import Candidate
from performer.models.figures import Figures
from performer.models.gate import Gate
from performer.models.model import OnText, Step, StepRequest

BACK_OFF_S: Final[Sequence[float]] = (5.0, 10.0, 20.0, 40.0, 80.0)
"""Waits between tries; the last one repeats, and stands for what only a person can mend."""
STAND_BY_S: Final = 80.0
"""How often one that stands by is looked at, so that it is there, and loaded, when it is needed."""

Part = Literal["leads", "stands by", "in reserve"]
"""What an endpoint is for at the moment; one in reserve is not loaded: its server has another model to keep."""

_log = logging.getLogger(__name__)


class Endpoint:
    """Knows whether its model can be asked, and asks it, one request at a time.

    Args:
        place: Where it is, for people: an address without its password.
        choose: Finds the model there; raises ServiceError.
        gate: The address's; whatever else asks there shares it.
        clock: Whose seconds count.
        kept_s: How long its server keeps a model loaded after an answer.
        shares_memory: Whether the models of its server take each other's memory, as those of a hosted one do not.
    """

    def __init__(
        self,
        place: str,
        choose: Callable[[], Awaitable[Candidate]],
        gate: Gate,
        clock: Clock,
        *,
        kept_s: float = math.inf,
        shares_memory: bool = True,
    ) -> None:
        self.place = place
        self.gate = gate
        self.shares_memory = shares_memory
        self.figures = Figures()
        self.trouble = ""
        """Why it is down; empty while it is not."""
        self.is_up = False
        """Whether it can be asked: it is there, and loaded."""
        self.part: Callable[[], Part] = lambda: "leads"
        """What it is for at the moment; set by who casts it."""
        self.tell: Callable[[ServiceError | None], None] = lambda _: None
        """Told whenever it has become up (None) or down (why); set likewise."""
        self._choose = choose
        self._clock = clock
        self._kept_s = kept_s
        self._used_s = 0.0
        """When it was loaded or answered last."""
        self._model: Candidate | None = None
        self._in_a_row = 0
        self._pause_s = 0.0
        self._woken = anyio.Event()
        self._ready = anyio.Event()

    @property
    def name(self) -> str:
        """Name its model; empty while it is not known."""
        return self._model.name if self._model else ""

    @property
    def reason(self) -> str:
        """Say why it is this model, or why there is none."""
        return self._model.reason if self._model else self.trouble or "not asked yet"

    @property
    def sees(self) -> bool:
        """Tell whether its model takes pictures."""
        return self._model is not None and self._model.sees

    @property
    def is_coming(self) -> bool:
        """Tell whether its model is there and being loaded."""
        return self._model is not None and not self.is_up and self.part() != "in reserve"

    async def step(self, request: StepRequest, on_text: OnText) -> Step | None:
        """Ask the model once, when it is the turn of this request's cue; None when it was down by then.

        Raises:
            ServiceError: when it fails in this step; from then on it is down.
            GaveWay: when the request yields, and the show came.
        """
        if self.is_up and self._clock.now() - self._used_s > self._kept_s:
            await self._reloaded()
        return await self.gate.let(request, partial(self._asked, request, on_text))

    async def _asked(self, request: StepRequest, on_text: OnText) -> Step | None:
        if self._model is None or not self.is_up:
            return None
        began_s = self._clock.now()
        try:
            step = await self._model.step(request, on_text)
        except ServiceError as error:
            self._down(error)
            raise
        self._in_a_row = 0
        self._used_s = self._clock.now()
        self.figures.answered(step, self._used_s - began_s)
        return step

    def wake(self) -> None:
        """Have it see whether it is needed now."""
        self._woken.set()

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Look for the model, load it, and see to it that it is there; for ever.

        It has started once it is known whether it is there; loading it may take minutes more.
        """
        await self._look()
        task_status.started()
        while True:
            if self._model is not None:
                await self._get_ready(self._model)
            self._ready.set()
            await self._until_due()
            await self._look()

    async def _look(self) -> None:
        """Find out which model is there; one that is up and still there stays the one it is."""
        try:
            found = await self._choose()
        except ServiceError as error:
            self._down(error)
            return
        if not self.is_up or self.name != found.name:
            self._model = found

    async def _get_ready(self, model: Candidate) -> None:
        """Have the model loaded, if it is needed; a step of it that fails meanwhile has the last word."""
        if self.part() == "in reserve":
            self.trouble = ""
            return
        try:
            async with self.gate.loading if self.shares_memory else nullcontext():
                began_s = self._clock.now()
                await model.warm_up()
        except ServiceError as error:
            if model is self._model:
                self._down(error)
            return
        if model is self._model:
            self._up(self._clock.now() - began_s)

    async def _reloaded(self) -> None:
        """Have `run` load what its server may have unloaded; whoever waits for it may be cut off, the load is not."""
        self.is_up = False
        self.wake()
        if self.is_coming:
            self._ready = anyio.Event()
            await self._ready.wait()

    async def _until_due(self) -> None:
        """Wait until it should be looked for again, or is needed after all, or has stood by for long."""
        while not self.trouble:
            self._woken = anyio.Event()
            with self._clock.move_on_after(math.inf if self.part() == "leads" else STAND_BY_S) as standing_by:
                await self._woken.wait()
            if standing_by.cancelled_caught or self.is_coming:
                return
        await self._clock.sleep(self._pause_s)

    def _up(self, load_s: float) -> None:
        """Have it be asked, if it was not before."""
        self._used_s = self._clock.now()
        if self.is_up:
            return
        self.is_up = True
        self.trouble = ""
        self.figures.loaded(load_s)
        self.tell(None)

    def _down(self, error: ServiceError) -> None:
        """Take it out, and decide when to look again."""
        _log.info("%s is out: %s", self.name or self.place, error)
        self._model = None
        self.is_up = False
        self._pause_s = BACK_OFF_S[min(self._in_a_row, len(BACK_OFF_S) - 1)] if error.retry else BACK_OFF_S[-1]
        self._in_a_row += 1
        self.figures.failed(str(error))
        self.trouble = str(error)
        self._woken.set()
        self.tell(error)
