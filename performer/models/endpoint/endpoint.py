"""An endpoint: one address with one model there, looked for, loaded, asked through its gate, and looked for again.

Figures: what is measured of one endpoint while the show runs.

One endpoint as a model, for who asks nobody else when it is gone.
"""

import logging
import math
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from statistics import median
from typing import Final, Literal

import anyio
from anyio.abc import TaskGroup, TaskStatus

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.models.driver.probe import Probe
from performer.models.endpoint.prompt_cache import PromptCacheTracker
from performer.models.endpoint.request_gate import RequestGate
from performer.models.http.lines import ServerError
from performer.models.model import Candidate, OnText, Step, StepRequest
from performer.models.model import FinalAnswer as Finished
from performer.models.probe_result import Finding

_KEPT: Final = 50
"""Answers that count: a model is as quick as it was lately."""
_FEW_TOKENS: Final = 4
"""An answer of fewer tells little of how quick the others were written."""


class EndpointFigures:
    """Counts answers and failures, and keeps the times of the last answers."""

    def __init__(self) -> None:
        self.answers = 0
        self.failures = 0
        """Steps that failed, and looks at it that did."""
        self.last_error = ""
        """The last failure, though it may be over."""
        self.load_s: float | None = None
        """How long it took to be ready, the last time it was not."""
        self._took_s: deque[float] = deque(maxlen=_KEPT)
        self._tokens_per_s: deque[float] = deque(maxlen=_KEPT)

    @property
    def answer_s(self) -> float | None:
        """How long an answer takes, the median of the last ones; None before the first."""
        return round(median(self._took_s), 2) if self._took_s else None

    @property
    def tokens_per_s(self) -> float | None:
        """How fast it writes, likewise; None where the server does not say."""
        return round(median(self._tokens_per_s), 1) if self._tokens_per_s else None

    def answered(self, step: Step, took_s: float) -> None:
        """Count an answer that came whole."""
        self.answers += 1
        self._took_s.append(took_s)
        usage = step.usage
        if usage.answer_s > 0 and usage.answer_tokens >= _FEW_TOKENS:
            self._tokens_per_s.append(usage.answer_tokens / usage.answer_s)

    def loaded(self, took_s: float) -> None:
        """Note how long it took to be ready."""
        self.load_s = round(took_s, 2)

    def failed(self, why: str) -> None:
        """Count a failure."""
        self.failures += 1
        self.last_error = why


BACK_OFF_S: Final[Sequence[float]] = (5.0, 10.0, 20.0, 40.0, 80.0)
"""Waits between tries; the last one repeats, and stands for what only a person can mend."""
STAND_BY_S: Final = 80.0
"""How often one that stands by is looked at, so that it is there, and loaded, when it is needed."""

PAUSE_S: Final = 2.5
"""Seconds of a pause in which a model is probed: a line sounds for so long, and a breath follows before the next."""
PROBE_S: Final = 12.0
"""The most that an answer to a probe may take: one that takes longer is a miss."""
_COLD_READS: Final = 3.0
"""Times a cold reading that it may take all the same, where that is longer."""
QUIET_S: Final = 20.0
"""After so long without a turn it is probed all the same."""

Part = Literal["leads", "stands by", "in reserve"]
"""What an endpoint is for at the moment; one in reserve is not loaded: its server has another model to keep."""

_log = logging.getLogger(__name__)


def _ignore_text(_piece: str) -> None:
    """Let words pass that are not for anybody."""


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
        gate: RequestGate,
        clock: Clock,
        *,
        kept_s: float = math.inf,
        shares_memory: bool = True,
    ) -> None:
        self.place = place
        self.gate = gate
        self.shares_memory = shares_memory
        self.figures = EndpointFigures()
        self.trouble = ""
        """Why it is down; empty while it is not."""
        self.is_up = False
        """Whether it can be asked: it is there, and loaded."""
        self.part: Callable[[], Part] = lambda: "leads"
        """What it is for at the moment; set by who casts it."""
        self.tell: Callable[[ServiceError | None], None] = lambda _: None
        """Told whenever it has become up (None) or down (why); set likewise."""
        self.progress: Callable[[str], None] = lambda _: None
        """Told what it does before it is up, and what that took; set likewise."""
        self.prober: Callable[[], Probe | None] = lambda: None
        """Makes what shows how a model is asked of which nothing is known; set likewise."""
        self.warmth = PromptCacheTracker(clock)
        self.doing = ""
        """What it does besides answering, for people; empty: nothing."""
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
        self._rested = anyio.Event()
        self._asked_again = anyio.Event()
        self._pause_ends_s = 0.0
        self._is_probing = False

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
        if request.phase == "react" and request.enough():  # it waited so long that nobody waits for it
            return None
        began_s = self._clock.now()
        first_s: float | None = None

        def hear(piece: str) -> None:
            nonlocal first_s
            first_s = self._clock.now() - began_s if first_s is None else first_s
            on_text(piece)

        knew = self._knows_opening
        self._is_asked(self._model)
        try:
            step = await self._model.step(request, hear)
        except ServiceError as error:
            self._down(error)
            raise
        self._in_a_row = 0
        self._used_s = self._clock.now()
        if request.tokens != 1:
            self.figures.answered(step, self._used_s - began_s)
        return self.warmth.judged(request, step, first_s, knew=knew)

    @property
    def finding(self) -> Finding | None:
        """What a probe found of its model; None: none was made."""
        return self._model.finding if self._model else None

    def rest(self) -> None:
        """Take in that nobody performs now: a good moment to read again how a reaction begins."""
        self._rested.set()
        self._rested = anyio.Event()

    def wake(self) -> None:
        """Have it see whether it is needed now."""
        self._woken.set()

    @property
    def _knows_opening(self) -> bool:
        """Whether its server still knows how a reaction begins: nobody else has asked the same model since."""
        return self.warmth.knows and self.gate.asked_last.get(self.name) is self

    def _is_asked(self, model: Candidate) -> None:
        """Take in that a model is asked something now, which its server reads in the place of what it knew."""
        self.warmth.knows = False
        self.gate.asked_last[model.name] = self
        self._asked_again.set()

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Look for the model, load it, and see to it that it is there; for ever.

        It has started once it is known whether it is there; loading it may take minutes more.
        """
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._keep_warm)
            await self._look()
            task_status.started()
            await self._keep_there(tasks)

    async def _keep_there(self, tasks: TaskGroup) -> None:
        while True:
            if self._model is not None:
                await self._get_ready(self._model)
            self._ready.set()
            if self._to_be_probed and not self._is_probing:
                tasks.start_soon(self._prove)
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
                if not self.is_up:
                    await self._read_opening(model)
        except ServiceError as error:
            if model is self._model:
                self._down(error)
            return
        if model is self._model:
            self._up(self._clock.now() - began_s)

    async def _read_opening(self, model: Candidate) -> None:
        """Have the model read how each reaction begins, before the first one waits for it; it leads without, too."""
        self.warmth.lost()
        if self.warmth.opening is None:
            return
        self.doing = "reading its part"
        known_s = model.finding.cold_s if model.finding else 0.0
        self.progress(f"{self.doing}, about {known_s:.0f} s" if known_s >= 1 else self.doing)
        began_s = self._clock.now()

        async def ask(request: StepRequest) -> Step:
            self._is_asked(model)
            return await model.step(request, _ignore_text)

        try:
            await self.warmth.read(ask)
        except ServerError as error:
            _log.info("%s refused to read how a reaction begins: %s", model.name, error)
            return
        finally:
            self.doing = ""
        self.progress(f"read its part in {self._clock.now() - began_s:.1f} s")

    async def _keep_warm(self) -> None:
        """Have it read again how a reaction begins, in a pause after it was asked something else.

        That is not cut off, and whoever comes meanwhile waits for it: so it begins only when nobody has asked for as
        long as it takes. A hosted server is never asked for its own sake, for it wants to be paid.
        """
        while True:
            await self._rested.wait()
            if not self._should_read_again:
                continue
            self._asked_again = anyio.Event()
            with self._clock.move_on_after(max(PAUSE_S, self.warmth.cold_s)) as quiet:
                await self._asked_again.wait()
            if quiet.cancelled_caught and self._should_read_again:
                with suppress(ServiceError):
                    await self.warmth.read(self._asked_beside)

    @property
    def _should_read_again(self) -> bool:
        is_idle = self.is_up and self.gate.is_free and not self.doing
        return is_idle and self.shares_memory and not self._knows_opening

    @property
    def _to_be_probed(self) -> Candidate | None:
        """The model, if it can be asked and nobody knows how; None: there is nothing to find out."""
        return self._model if self.is_up and self._model and self._model.is_unproved else None

    async def _prove(self) -> None:
        """Find out how the model is asked, in the pauses of the show; a failure leaves it as it is."""
        self._is_probing = True
        try:
            while model := self._to_be_probed:
                self.doing = "being probed"
                await self._prove_one(model)
                if model is self._model:
                    break
        finally:
            self.doing, self._is_probing = "", False
        self.rest()

    async def _prove_one(self, model: Candidate) -> None:
        probe = self.prober()
        if probe is None:
            return
        warmth = self.warmth
        try:
            finding = await probe.run(
                self._asked_in_a_pause,
                calls_tools=model.calls_tools,
                cold_s=warmth.cold_s,
                cold_tokens=warmth.cold_tokens,
            )
        except ServiceError as error:
            _log.info("%s could not be probed: %s", model.name, error)
            return
        if model is self._model:  # else the last answers were another one's
            await model.prove(finding)
            self.progress(f"was probed: {finding.in_words()}")

    async def _asked_in_a_pause(self, request: StepRequest) -> tuple[Step, float]:
        """Ask once nobody performs; when the pause has been used, it is read again how a reaction begins.

        An answer that takes too long is an empty one.
        """
        if self._clock.now() >= self._pause_ends_s:
            if not self._knows_opening:
                with suppress(ServerError):
                    await self.warmth.read(self._asked_beside)
            with self._clock.move_on_after(QUIET_S):
                await self._rested.wait()
            self._pause_ends_s = self._clock.now() + PAUSE_S
        step, took_s = await self._timed_beside(request, max(PROBE_S, _COLD_READS * self.warmth.cold_s))
        return step, (step.usage.read_s + step.usage.answer_s) or took_s

    async def _asked_beside(self, request: StepRequest) -> Step:
        """Ask below the show, for nobody's ears; raises ServiceError when that fails, or its model is another now."""
        step, _ = await self._timed_beside(request, math.inf)
        return step

    async def _timed_beside(self, request: StepRequest, within_s: float) -> tuple[Step, float]:
        """Ask so, and return the answer, empty when it took longer than that, with its seconds behind the gate.

        A failure here says nothing of what the show would get: the endpoint stays up.
        """
        model = self._model

        async def ask() -> tuple[Step, float]:
            if model is None or model is not self._model or not self.is_up:
                raise ServiceError(f"{self.place} is gone.")
            self._is_asked(model)
            began_s = self._clock.now()
            step: Step = Finished(text="")
            with self._clock.move_on_after(within_s):
                step = await model.step(request, _ignore_text)
            return step, self._clock.now() - began_s

        return await self.gate.let(request, ask)

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


class SingleEndpoint:
    """Asks an endpoint; what is not there raises, at once."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint

    @property
    def name(self) -> str:
        """Name its model, or where it would be."""
        return self._endpoint.name or self._endpoint.place

    @property
    def sees(self) -> bool:
        """Tell whether its model takes pictures."""
        return self._endpoint.sees

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Ask the model once.

        Raises:
            ServiceError: when it is gone or fails.
        """
        step = await self._endpoint.step(request, on_text)
        if step is None:
            raise ServiceError(f"{self._endpoint.place} is gone.")
        return step
