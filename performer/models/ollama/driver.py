"""The driver for Ollama: one step is one streamed `/api/chat`, or a few when it must be asked otherwise.

Quirks of an Ollama are learnt from its errors: each costs one question, once.
"""

import re
from collections.abc import Iterator
from typing import Final

from performer.core.clock import Clock
from performer.models.driver.call_modes import LearntQuirks
from performer.models.driver.driver import Driver
from performer.models.driver.server_quirks import ServerQuirk, ServerQuirks
from performer.models.http.lines import IN_MID_ANSWER, ServerError
from performer.models.http.server_client import Body, has_pictures
from performer.models.ollama.choice import OllamaChoice
from performer.models.ollama.request import OllamaRequestBuilder
from performer.models.ollama.server import OllamaServer, describe_load
from performer.models.ollama.threads import choose_threads
from performer.models.settings import ModelSettings

_BAD_REQUEST: Final = 400
_BY_THE_MODEL: Final = (IN_MID_ANSWER, 500)
_LOST: Final = re.compile(r"\b(pars(e|er|ing)|tool[ _]calls?|unmarshal|invalid character)\b")
"""The words by which the server's own reader of tool calls says that it did not understand the model."""
_NO_FORM: Final = re.compile(r"\b(format|grammar|schema)\b")
_BLIND: Final = ("missing data required for image input", "image input is not supported")
"""The two sentences of a model without eyes; one that could not be loaded may be short of memory."""


def find_refused(error: ServerError, body: Body) -> ServerQuirk | None:
    """Find what to leave out when asking again; None when it would be refused again."""
    said = error.said.lower()
    is_refusal = error.status == _BAD_REQUEST
    if is_refusal and "think" in body and "think" in said:
        return ServerQuirk.REFUSES_THINK
    if not is_refusal and error.status not in _BY_THE_MODEL:
        return None
    if "format" in body and _NO_FORM.search(said) and not error.passes:
        return ServerQuirk.REFUSES_FORMAT
    if has_pictures(body) and any(words in said for words in _BLIND):
        return ServerQuirk.REFUSES_PICTURES
    if "tools" not in body:
        return None
    if is_refusal:
        return ServerQuirk.REFUSES_TOOLS if "does not support tools" in said else None
    return ServerQuirk.LOSES_CALLS if _LOST.search(said) and not error.passes else None


_BUSY = 503
_BUSY_S = 1.0
_ONLY_FOR_NOW = frozenset({ServerQuirk.REFUSES_PICTURES})


class Ollama(Driver):
    """Drives one model of an Ollama.

    Its quirks are known by the model's digest and the server's version, and what a probe found by its address too, for
    speed is the machine's.
    """

    _find_refused = staticmethod(find_refused)

    def __init__(
        self,
        server: OllamaServer,
        choice: OllamaChoice,
        settings: ModelSettings,
        clock: Clock,
        quirks: ServerQuirks | None = None,
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
        super().__init__(server, choice, settings, clock, learnt)
        self._server = server
        self._choice = choice
        self._loaded = ""

    @property
    def reason(self) -> str:
        """Why it leads, how it is loaded and what it lacks, for the start-up table."""
        useless = self._list_useless_settings()
        return self._format_reason(self._choice.reason, self._loaded, *useless, self._choice.warning)

    def _list_useless_settings(self) -> Iterator[str]:
        if self._settings.key_variable:
            yield "key_variable does nothing, for an Ollama wants no key"
        if self._settings.think and not self._choice.thinks:
            yield "think does nothing, for it cannot"

    async def warm_up(self) -> None:
        """Load the model into memory, which takes seconds to minutes; `reason` then tells how it lies there.

        Raises:
            ServiceError: when it is not there, or is not loaded within `warm_up_s`.
        """
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
