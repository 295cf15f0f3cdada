"""The upkeep of an endpoint's model: its server reads how a reaction begins, and a probe shows how it is asked."""

import logging
import math
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

import anyio

from performer.core.errors import ServiceError
from performer.core.own_text import own
from performer.guard.speakable.speakable import Speakable
from performer.models.call_meter import CallMeter
from performer.models.driver.driver import Driver
from performer.models.driver.probe import Probe
from performer.models.endpoint.access import ModelAccess
from performer.models.endpoint.request_gate import RequestPreempted
from performer.models.http.lines import ServerError
from performer.models.model import Step, StepRequest

PAUSE_S: Final = 2.5
"""Seconds of a pause in which a model is probed: a line sounds for so long, and a breath follows before the next."""
PROBE_S: Final = 12.0
"""The most that an answer to a probe may take: one that takes longer is a miss."""
_COLD_READS: Final = 3.0
"""Times a cold reading that it may take all the same, where that is longer."""
QUIET_S: Final = 20.0
"""After so long without a turn the model is probed all the same."""

_log = logging.getLogger(__name__)


class ModelUpkeep:
    """Reads openings and probes the model, once it is loaded and in the pauses of the show.

    A model that shares no memory is on a hosted server, which wants to be paid: it is not read to again.
    """

    def __init__(self, access: ModelAccess) -> None:
        self.doing = ""
        """The work that goes on, for people; empty: none."""
        self._on_progress: Callable[[str], None] = lambda _: None
        self._opening: Callable[[], StepRequest] | None = None
        self._speakable: Speakable | None = None
        self._access = access
        self._clock = access.clock
        self._rested = anyio.Event()
        self._pause_ends_s = 0.0
        self._is_probing = False

    def watch(self, on_progress: Callable[[str], None]) -> None:
        """Set who is told what is done besides the show, and what that took."""
        self._on_progress = on_progress

    def prepare(self, opening: Callable[[], StepRequest], speakable: Speakable) -> None:
        """Set how the shortest of reactions is made, for reading and probes, and which lines a probe lets count."""
        self._opening, self._speakable = opening, speakable
        self._access.warmth.knows = False

    async def read_opening(self, model: Driver) -> None:
        """Read how a reaction begins before the first one waits for it; the model leads without that, too."""
        self._access.warmth.forget()
        if self._opening is None:
            return
        self.doing = own("reading the prompt for the first time")
        known_s = model.finding.cold_s if model.finding else 0.0
        self._on_progress(
            own("{doing}, about {known_s:.0f} s", doing=self.doing, known_s=known_s) if known_s >= 1 else self.doing
        )
        meter = CallMeter(self._clock)
        try:
            await self._read(lambda request: self._access.ask(model, request, meter))
        except ServerError as error:
            _log.info("%s refused to read how a reaction begins: %s", model.name, error)
            return
        finally:
            self.doing = ""
        self._on_progress(own("read the prompt in {took_s:.1f} s", took_s=meter.took_s))

    def rest(self) -> None:
        """Note that nobody performs now: a good moment to read again how a reaction begins."""
        self._rested.set()
        self._rested = anyio.Event()

    async def keep_warm(self) -> None:
        """Read again how a reaction begins, in a pause after the model was asked something else; for ever.

        Only somebody's question cuts that off, and a reaction that comes meanwhile waits for it: so it begins only when
        nobody has asked for as long as it takes.
        """
        while True:
            await self._rested.wait()
            if not self._should_read_again:
                continue
            self._access.asked_again = anyio.Event()
            with self._clock.move_on_after(max(PAUSE_S, self._access.warmth.cold_s)) as quiet:
                await self._access.asked_again.wait()
            if quiet.cancelled_caught and self._should_read_again:
                with suppress(ServiceError, RequestPreempted):
                    await self._read(self._ask_beside)

    @property
    def unproved(self) -> Driver | None:
        """The model, if it can be asked and nobody knows how; None: nothing is to be found out."""
        model = self._access.model
        return model if self._access.is_up and model and model.is_unproved else None

    @property
    def has_to_probe(self) -> bool:
        """Whether a probe is due, and none goes on."""
        return self.unproved is not None and not self._is_probing

    async def prove(self) -> None:
        """Probe the model in the pauses of the show; a failure leaves it as it is."""
        self._is_probing = True
        try:
            while model := self.unproved:
                self.doing = own("being tested with a few questions")
                await self._prove_one(model)
                if model is self._access.model:
                    break
        finally:
            self.doing, self._is_probing = "", False
        self.rest()

    @property
    def _should_read_again(self) -> bool:
        access = self._access
        is_idle = access.is_up and access.gate.is_free and not self.doing
        return is_idle and access.shares_memory and not access.knows_opening

    async def _prove_one(self, model: Driver) -> None:
        if self._opening is None or self._speakable is None:
            return
        cold = self._access.warmth
        try:
            finding = await Probe(self._opening(), self._speakable).run(
                self._ask_in_a_pause, calls_tools=model.calls_tools, cold_s=cold.cold_s, cold_tokens=cold.cold_tokens
            )
        except ServiceError as error:
            _log.info("%s could not be probed: %s", model.name, error)
            return
        if model is self._access.model:  # else the last answers were another one's
            await model.prove(finding)
            self._on_progress(own("was tested: {in_words}", in_words=finding.in_words()))

    async def _ask_in_a_pause(self, request: StepRequest) -> tuple[Step, float]:
        """Ask once nobody performs; when the pause has been used, the opening is read again first.

        An answer that takes too long is an empty one. One that gave way to somebody's question is asked for again in
        the next pause.
        """
        access = self._access
        if self._clock.now() >= self._pause_ends_s:
            if not access.knows_opening:
                with suppress(ServerError, RequestPreempted):
                    await self._read(self._ask_beside)
            await self._await_pause()
        while True:
            try:
                step, took_s = await access.ask_beside(request, max(PROBE_S, _COLD_READS * access.warmth.cold_s))
            except RequestPreempted:
                await self._await_pause()
            else:
                return step, (step.usage.read_s + step.usage.answer_s) or took_s

    async def _await_pause(self) -> None:
        with self._clock.move_on_after(QUIET_S):
            await self._rested.wait()
        self._pause_ends_s = self._clock.now() + PAUSE_S

    async def _read(self, ask: Callable[[StepRequest], Awaitable[Step]]) -> None:
        if self._opening:
            await self._access.warmth.read(self._opening(), ask)

    async def _ask_beside(self, request: StepRequest) -> Step:
        step, _ = await self._access.ask_beside(request, math.inf)
        return step
