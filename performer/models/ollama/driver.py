"""The driver for Ollama: one step is one streamed `/api/chat`, or a few when it must be asked otherwise.

Quirks of an Ollama are learnt from its errors: each costs one question, once.
"""

from collections.abc import Iterator
from typing import Final

from performer.core.clock import Clock
from performer.models.driver.call_modes import LearntQuirks
from performer.models.driver.driver import AroundChat, Driver, ask_plainly
from performer.models.driver.server_quirks import RefusalRule, ServerQuirk, ServerQuirks
from performer.models.http.lines import IN_MID_ANSWER, ServerError
from performer.models.ollama.choice import OllamaChoice
from performer.models.ollama.request import OllamaRequestBuilder, choose_threads
from performer.models.ollama.server import OllamaServer, describe_load
from performer.models.settings import ModelSettings

_BUSY = 503
_BUSY_S = 1.0
_ONLY_FOR_NOW = frozenset({ServerQuirk.REFUSES_PICTURES})


_REFUSED: Final = (400,)
_FAILED: Final = (IN_MID_ANSWER, 500)

REFUSALS: Final = (
    RefusalRule(ServerQuirk.REFUSES_THINK, "think", "think", _REFUSED),
    RefusalRule(ServerQuirk.REFUSES_FORMAT, "format", r"\b(format|grammar|schema)\b", (*_REFUSED, *_FAILED)),
    RefusalRule(  # one that could not be loaded may be short of memory: only these are a model without eyes
        ServerQuirk.REFUSES_PICTURES,
        "pictures",
        "missing data required for image input|image input is not supported",
        (*_REFUSED, *_FAILED),
    ),
    RefusalRule(ServerQuirk.REFUSES_TOOLS, "tools", "does not support tools", _REFUSED),
    # Its own reader of tool calls did not understand the model.
    RefusalRule(
        ServerQuirk.LOSES_CALLS, "tools", r"\b(pars(e|er|ing)|tool[ _]calls?|unmarshal|invalid character)\b", _FAILED
    ),
)


class Ollama(Driver):
    """Drives one model of an Ollama.

    Its quirks are known by the model's digest and the server's version, and what a probe found by its address too, for
    speed is the machine's.
    """

    refusals = REFUSALS

    def __init__(
        self,
        server: OllamaServer,
        choice: OllamaChoice,
        settings: ModelSettings,
        clock: Clock,
        quirks: ServerQuirks | None = None,
        around: AroundChat = ask_plainly,
    ) -> None:
        key, version = choice.digest or f"{server.url} {choice.name}", choice.version or "some version"
        learnt = LearntQuirks(
            name=f"ollama {choice.name}",
            model=key,
            server=f"{key} in {version}",
            probed=f"{server.url} {key} in {version}" if choice.digest else "",
            quirks=quirks or ServerQuirks(),
            only_for_now=_ONLY_FOR_NOW,
        )
        super().__init__(around(server.chat), choice, settings, clock, learnt)
        self._server = server
        self._choice = choice
        self._loaded = ""

    def _find_context(self) -> int:
        return self._settings.num_ctx

    def _list_remarks(self) -> Iterator[str]:
        yield self._loaded
        if self._settings.key_variable:
            yield "key_variable does nothing, for an Ollama wants no key"
        if self._settings.think and not self._choice.thinks:
            yield "think does nothing, for it cannot"
        yield self._choice.warning

    async def warm_up(self) -> None:
        """Load the model into memory, which takes seconds to minutes; `reason` then tells how it lies there."""
        began_s = self._clock.now()
        await self._server.load(self._make_builder().warm_up(), self._settings.warm_up_s)
        took_s = self._clock.now() - began_s
        self._loaded = await describe_load(self._server, self._choice.name, self._settings, took_s)

    def _make_builder(self) -> OllamaRequestBuilder:
        return OllamaRequestBuilder(
            model=self._choice.name,
            sees=self.sees,
            thinks=self._choice.thinks,
            quirks=self._learnt.known,
            settings=self._settings,
            threads=choose_threads(self._server.url, self._settings),
        )

    def _pause_s(self, error: ServerError, tries: int) -> float | None:
        """Return a pause once, when the server's queue was full."""
        return _BUSY_S if error.status == _BUSY and tries == 1 else None
