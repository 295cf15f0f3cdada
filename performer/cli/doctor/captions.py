"""The model that only describes pictures: is it there, does it see, and is it quick enough for a turn to wait for."""

import re
from contextlib import AsyncExitStack
from typing import Final

import anyio

from performer.cli.doctor.model import draw_number
from performer.cli.doctor.report import CheckNotes
from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.prompt_files import load_prompt
from performer.models.driver.server_quirks import ServerQuirks
from performer.models.endpoint.endpoint import Endpoint
from performer.models.endpoint.request_gate import RequestGates
from performer.models.model import StepRequest, UserMessage
from performer.models.selection.build import EndpointFactory
from performer.models.settings import ModelSettings

_OTHER: Final = "Set model.describe to a model that sees, or to nothing: then the lead describes."
_SOME_MORE_S: Final = 60.0


class DescriberCheck:
    """Shows a picture to the model that `model.describe` names, by the very driver that the show uses.

    Args:
        clock: Whose seconds and whose chance count.
        settings: The model's.
        within_s: How long a turn waits for words.
        pulls_at: As `where_pull_goes` has it, for the remedies.
    """

    def __init__(self, clock: Clock, settings: ModelSettings, within_s: float, *, pulls_at: str = "") -> None:
        self._clock = clock
        self._settings = settings
        self._within_s = within_s
        self._pulls_at = pulls_at

    @property
    def limit_s(self) -> float:
        """How long all of it may take."""
        return self._settings.warm_up_s + self._settings.total_s + _SOME_MORE_S

    async def look(self, notes: CheckNotes) -> None:
        """Find it, load it, and have it read a number."""
        settings = self._settings.for_description
        if settings is None:
            notes.skip("describes", "no model of its own, as configured: the lead does, or plain facts of the picture")
            return
        async with AsyncExitStack() as stack:
            maker = EndpointFactory(self._clock, None, ServerQuirks(), stack, RequestGates(), pulls_at=self._pulls_at)
            endpoint = await maker.make(settings)
            known = anyio.Event()
            endpoint.tell = lambda _: known.set()
            async with anyio.create_task_group() as tasks:
                await tasks.start(endpoint.run)
                await known.wait()
                await self._ask(notes, endpoint)
                tasks.cancel_scope.cancel()

    async def _ask(self, notes: CheckNotes, endpoint: Endpoint) -> None:
        if not endpoint.is_up:
            notes.fail("answers", endpoint.trouble, _OTHER)
            return
        if not endpoint.sees:
            notes.fail("sees", f"{endpoint.name} has no eyes", _OTHER)
            return
        number = self._clock.chance.randrange(10, 100)
        question = UserMessage(text=load_prompt("doctor_sees"), pictures=(draw_number(number),))
        said: list[str] = []
        began_s = self._clock.now()
        try:
            await endpoint.step(StepRequest(messages=(question,)), said.append)
        except ServiceError as error:
            notes.fail("sees", str(error), _OTHER)
            return
        took_s = self._clock.now() - began_s
        if re.findall(r"\d+", "".join(said)) != [str(number)]:
            notes.warn(
                "sees", f"shown the number {number}, {endpoint.name} said '{''.join(said)[:60].strip()}'", _OTHER
            )
        elif took_s > self._within_s:
            remedy = f"Take a smaller model, or: python3 run.py config set scene.words_within_s {took_s + 1:.0f}"
            notes.warn("is fast", f"{took_s:.1f} s; a turn waits {self._within_s:g} s for words", remedy)
        else:
            notes.ok("sees", f"{endpoint.name} read the number {number} in {took_s:.1f} s")
