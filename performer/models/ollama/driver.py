"""The driver for Ollama: one step is one streamed `/api/chat`."""

import logging

from performer.clock import Clock
from performer.errors import ServiceError
from performer.models.answer import Answer, call_ids
from performer.models.deadlines import Patience
from performer.models.model import Final, OnText, Step, StepRequest
from performer.models.ollama.choice import Choice
from performer.models.ollama.memory import how_loaded
from performer.models.ollama.request import Asking, Body
from performer.models.ollama.server import GOOD_MODEL, OllamaServer
from performer.models.ollama.stream import OllamaError
from performer.models.settings import ModelSettings
from performer.models.soft.protocol import Protocol

_log = logging.getLogger(__name__)

_BAD_REQUEST = 400
_PARSER_WORDS = ("pars", "tool call", "tool_call", "unmarshal", "invalid character")
"""Words in an error by which the server's own reader of tool calls says that it did not understand the model."""


class CallsLostError(Exception):
    """Raised when the server's handling of tools lost the answer, and asking without them may save it."""

    def __init__(self, why: str, *, certain: bool) -> None:
        super().__init__(why)
        self.certain = certain
        """Whether the server said so; else the model may just have kept silent."""


class Ollama:
    """One model of an Ollama.

    Tools go natively to a model that calls tools, and into the prompt of one that does not. Where the server turns out
    to lose what the model prints, the step is asked again the other way at once, and so are all later ones.
    """

    def __init__(self, server: OllamaServer, choice: Choice, settings: ModelSettings, clock: Clock) -> None:
        self.name = f"ollama {choice.name}"
        self.sees = choice.sees
        self.reason = choice.reason
        self._choice = choice
        self._server = server
        self._settings = settings
        self._clock = clock
        self._asking = Asking(
            model=choice.name, sees=choice.sees, thinks=choice.thinks, settings=settings, protocol=Protocol()
        )
        self._soft = not choice.calls_tools
        self._new_id = call_ids("call")
        self._warned = False

    async def warm_up(self) -> None:
        """Have the model loaded into memory, which takes seconds to minutes; `reason` then tells how it lies there.

        Raises:
            ServiceError: when it is not there, or is not loaded within `warm_up_s`.
        """
        began_s = self._clock.now()
        await self._server.load(self._asking.warm_up(), self._settings.warm_up_s)
        took_s = self._clock.now() - began_s
        told = await how_loaded(self._server, self._asking.model, self._settings, took_s)
        self.reason = f"{self._choice.reason}; {told}"

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Ask the model once, or a second time when its words were lost on the way."""
        if self._soft:
            return await self._softly(request, on_text)
        try:
            return await self._natively(request, on_text)
        except CallsLostError as lost:
            _log.info("%s may lose tool calls (%s); it is asked again with the tools in its prompt.", self.name, lost)
            self._soft = lost.certain
        step = await self._softly(request, on_text)
        self._soft = self._soft or not _is_silent(step)
        return step

    async def _softly(self, request: StepRequest, on_text: OnText) -> Step:
        answer = Answer(request.tools, on_text, self._new_id)
        await self._read(self._asking.soft(request), answer)
        return self._ended(answer)

    async def _natively(self, request: StepRequest, on_text: OnText) -> Step:
        answer = Answer(request.tools, on_text, self._new_id)
        try:
            await self._read(self._asking.native(request), answer)
        except OllamaError as error:
            if not request.tools or not _loses_calls(error):
                raise
            if answer.spoke:
                self._soft = True
                raise
            raise CallsLostError(error.said, certain=True) from error
        step = self._ended(answer)
        if request.tools and _is_silent(step) and answer.lost_tokens:
            raise CallsLostError("an empty answer", certain=False)
        return step

    async def _read(self, body: Body, answer: Answer) -> None:
        """Read one answer to its end, or until it only repeats itself."""
        patience = Patience(
            self._clock,
            self.name,
            first_s=self._settings.first_token_s,
            between_s=self._settings.between_tokens_s,
            total_s=self._settings.total_s,
        )
        async with self._server.chat(body, patience) as stream:
            while not (answer.done or answer.loops):
                piece = await stream.next()
                if piece is None:
                    raise ServiceError(f"{self.name} ended its answer before it was done.")
                answer.take(piece)

    def _ended(self, answer: Answer) -> Step:
        step = answer.step()
        if answer.thought and step.cut and _is_silent(step) and not self._warned:
            self._warned = True
            _log.warning(
                "%s spends its answers on thinking and says nothing: use an '-instruct' model, such as %s, or raise "
                "num_predict (%d).",
                self.name,
                GOOD_MODEL,
                self._settings.num_predict,
            )
        return step


def _is_silent(step: Step) -> bool:
    return isinstance(step, Final) and not step.text


def _loses_calls(error: OllamaError) -> bool:
    """Tell whether the trouble is with tools as such, so that asking without them may help."""
    said = error.said.lower()
    if error.status == _BAD_REQUEST:
        return "does not support tools" in said
    return any(word in said for word in _PARSER_WORDS)
