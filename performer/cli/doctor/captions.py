"""The check of the model that only describes pictures: is it there, does it see, and is it fast enough for a turn."""

from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Final

import anyio

from performer.cli.doctor.model import NumberAnswer, show_number
from performer.cli.doctor.report import CheckNotes
from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.models.driver.server_quirks import ServerQuirks
from performer.models.endpoint.endpoint import Endpoint
from performer.models.endpoint.request_gate import RequestGates
from performer.models.selection.build import EndpointFactory
from performer.models.settings import ModelSettings

_OTHER: Final = "Set model.describe to a model that sees, or to nothing: then the lead describes."
_SOME_MORE_S: Final = 60.0


@dataclass(frozen=True)
class DescriberCheck:
    """The check that shows a picture to the model of `model.describe`, by the driver that the show uses."""

    _clock: Clock
    _settings: ModelSettings
    _within_s: float
    """How long a turn waits for words."""
    pulls_at: str = ""
    """As `find_pull_url` has it, for the remedies."""

    @property
    def limit_s(self) -> float:
        """Return how long the whole check may take."""
        return self._settings.warm_up_s + self._settings.total_s + _SOME_MORE_S

    async def look(self, notes: CheckNotes) -> None:
        """Find the model, load it, and make it read a number."""
        settings = self._settings.for_description
        if settings is None:
            notes.skip("describes", "no model of its own, as configured: the lead does, or plain facts of the picture")
            return
        async with AsyncExitStack() as stack:
            maker = EndpointFactory(self._clock, None, ServerQuirks(), stack, RequestGates(), pulls_at=self.pulls_at)
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
        try:
            answer = await show_number(endpoint, self._clock)
        except ServiceError as error:
            notes.fail("sees", str(error), _OTHER)
        else:
            self._judge(notes, endpoint.name, answer)

    def _judge(self, notes: CheckNotes, name: str, answer: NumberAnswer) -> None:
        if not answer.is_right:
            found = f"shown the number {answer.number}, {name} said '{answer.said[:60].strip()}'"
            notes.warn("sees", found, _OTHER)
        elif answer.took_s > self._within_s:
            remedy = f"Take a smaller model, or: python3 run.py config set scene.words_within_s {answer.took_s + 1:.0f}"
            notes.warn("is fast", f"{answer.took_s:.1f} s; a turn waits {self._within_s:g} s for words", remedy)
        else:
            notes.ok("sees", f"{name} read the number {answer.number} in {answer.took_s:.1f} s")
