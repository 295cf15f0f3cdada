"""The driver for Ollama: one step is one streamed `/api/chat`, or a few when it must be asked otherwise."""

from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager

from performer.clock import Clock
from performer.models.deadlines import Patience
from performer.models.driver import Driver
from performer.models.http_server import Body
from performer.models.http_stream import ServerError
from performer.models.learnt import Learnt
from performer.models.manners import Manner, Manners
from performer.models.ollama.choice import Choice
from performer.models.ollama.memory import how_loaded
from performer.models.ollama.refusals import what_is_refused
from performer.models.ollama.request import Asking
from performer.models.ollama.server import OllamaServer
from performer.models.ollama.stream import ChatStream
from performer.models.ollama.threads import threads_for
from performer.models.settings import ModelSettings

_BUSY = 503
_BUSY_S = 1.0
_ONLY_FOR_NOW = frozenset({Manner.REFUSES_PICTURES})


class Ollama(Driver):
    """One model of an Ollama.

    Args:
        server: Where it is asked.
        choice: Which model, and what its server says of it.
        settings: How it is asked, and how long it may take.
        clock: Whose seconds count.
        manners: What was learnt before, by the model's digest and the server's version, and what a probe found by
            its address too, for speed is the machine's; what is learnt now goes there.
    """

    def __init__(
        self,
        server: OllamaServer,
        choice: Choice,
        settings: ModelSettings,
        clock: Clock,
        manners: Manners | None = None,
    ) -> None:
        name, key = f"ollama {choice.name}", choice.digest or f"{server.url} {choice.name}"
        version = choice.version or "some version"
        learnt = Learnt(
            name=name,
            model=key,
            server=f"{key} in {version}",
            probed=f"{server.url} {key} in {version}" if choice.digest else "",
            manners=manners or Manners(),
            only_for_now=_ONLY_FOR_NOW,
        )
        super().__init__(name=name, learnt=learnt, able=choice, settings=settings, clock=clock)
        self._server = server
        self._choice = choice
        self._loaded = ""

    @property
    def reason(self) -> str:
        """Say why it leads, how it is loaded and what it lacks, for the start-up table."""
        return self._reason(self._choice.reason, self._loaded, *self._idle(), self._choice.warning)

    def _idle(self) -> Iterator[str]:
        """Say which settings do nothing here."""
        if self._settings.key_variable:
            yield "key_variable does nothing, for an Ollama wants no key"
        if self._settings.think and not self._choice.thinks:
            yield "think does nothing, for it cannot"

    async def warm_up(self) -> None:
        """Have the model loaded into memory, which takes seconds to minutes; `reason` then tells how it lies there.

        Raises:
            ServiceError: when it is not there, or is not loaded within `warm_up_s`.
        """
        began_s = self._clock.now()
        await self._server.load(self._asking().warm_up(), self._settings.warm_up_s)
        took_s = self._clock.now() - began_s
        self._loaded = await how_loaded(self._server, self._choice.name, self._settings, took_s)

    def _asking(self) -> Asking:
        return Asking(
            model=self._choice.name,
            sees=self.sees,
            thinks=self._choice.thinks,
            manners=self._learnt.known,
            settings=self._settings,
            threads=threads_for(self._server.url, self._settings),
        )

    def _chat(self, body: Body, patience: Patience) -> AbstractAsyncContextManager[ChatStream]:
        return self._server.chat(body, patience)

    def _refused(self, error: ServerError, body: Body) -> Manner | None:
        return what_is_refused(error, body)

    def _may_think(self, body: Body) -> bool:
        return self._asking().will_think(body.get("think"))

    def _pause_s(self, error: ServerError, tries: int) -> float | None:
        """Ask once more when its queue was full."""
        return _BUSY_S if error.status == _BUSY and tries == 1 else None
