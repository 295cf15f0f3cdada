"""The driver for Ollama: one step is one streamed `/api/chat`, or a few when it must be asked otherwise."""

import logging

from performer.clock import Clock
from performer.errors import ServiceError
from performer.models.answer import Answer, call_ids, free_text
from performer.models.constrained.stream import held_to_schema
from performer.models.deadlines import Patience
from performer.models.http_stream import in_short
from performer.models.manners import Manner, Manners
from performer.models.model import Final, OnText, Step, StepRequest
from performer.models.ollama.choice import Choice
from performer.models.ollama.memory import how_loaded
from performer.models.ollama.modes import lacks, way_of
from performer.models.ollama.refusals import what_is_refused
from performer.models.ollama.request import Asking, Body
from performer.models.ollama.server import GOOD_MODEL, OllamaServer
from performer.models.ollama.stream import OllamaError
from performer.models.settings import ModelSettings, Way

_log = logging.getLogger(__name__)

_BUSY = 503
_BUSY_S = 1.0
_LONG_LOAD_S = 1.0


class Ollama:
    """One model of an Ollama.

    Tools go natively to a model that calls tools, and into the prompt of one that does not, if the settings do not say
    otherwise. Where the server turns out to lose what the model prints, or to refuse a part of the question, the step
    is asked again without it at once, and so are all later ones.

    Args:
        server: Where it is asked.
        choice: Which model, and what its server says of it.
        settings: How it is asked, and how long it may take.
        clock: Whose seconds count.
        manners: What was learnt before, by the model's digest; what is learnt now goes there.
    """

    def __init__(
        self,
        server: OllamaServer,
        choice: Choice,
        settings: ModelSettings,
        clock: Clock,
        manners: Manners | None = None,
    ) -> None:
        self.name = f"ollama {choice.name}"
        self._server = server
        self._choice = choice
        self._settings = settings
        self._clock = clock
        self._manners = manners or Manners()
        self._key = choice.digest or f"{server.url} {choice.name}"
        self._own: frozenset[Manner] = frozenset()
        """What was learnt since this driver was made."""
        self._new_id = call_ids("call")
        self._loaded = ""
        self._warned = False
        self.asked: Way | None = None
        """The way of calling tools by which it was asked last."""

    @property
    def sees(self) -> bool:
        """Tell whether pictures are sent."""
        return self._choice.sees and Manner.REFUSES_PICTURES not in self._known()

    @property
    def reason(self) -> str:
        """Say why it leads, how it is loaded and what it lacks, for the start-up table."""
        lacking = lacks(self._settings.mode, self._choice, known=self._known(), own=self._own)
        return "; ".join(filter(None, [self._choice.reason, self._loaded, *lacking]))

    async def warm_up(self) -> None:
        """Have the model loaded into memory, which takes seconds to minutes; `reason` then tells how it lies there.

        Raises:
            ServiceError: when it is not there, or is not loaded within `warm_up_s`.
        """
        began_s = self._clock.now()
        await self._server.load(self._asking().warm_up(), self._settings.warm_up_s)
        took_s = self._clock.now() - began_s
        self._loaded = await how_loaded(self._server, self._choice.name, self._settings, took_s)

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Ask the model once, and again at once when it must be asked otherwise."""
        way = self._way()
        refused: set[Manner] = set()
        while True:
            body, answer = self._asking().by(way, request), self._answer(way, request, on_text)
            try:
                step = await self._answered(body, answer)
            except OllamaError as error:
                manner = what_is_refused(error, body)
                if manner is None or manner in refused:
                    raise
                refused.add(manner)
                await self._learn(manner, error.said)
                if answer.spoke:
                    raise
                way = "soft" if manner is Manner.LOSES_CALLS else self._way()
                continue
            if "tools" in body and answer.lost_tokens and _is_silent(step):
                return await self._doubted(request, on_text)
            return step

    async def _doubted(self, request: StepRequest, on_text: OnText) -> Step:
        """Ask with the tools in the prompt, to see whether the server lost what the model printed."""
        _log.info("%s gave an empty answer; it is asked again with the tools in its prompt.", self.name)
        step = await self._answered(self._asking().soft(request), self._answer("soft", request, on_text))
        if not _is_silent(step):
            await self._learn(Manner.LOSES_CALLS, "an empty answer")
        return step

    async def _answered(self, body: Body, answer: Answer) -> Step:
        """Have one question answered; a server that is busy is asked once more."""
        patience = Patience.of_a_step(self._clock, self.name, self._settings)
        try:
            await self._read(body, answer, patience)
        except OllamaError as error:
            if error.status != _BUSY or patience.left_s() < _BUSY_S:
                raise
            await self._clock.sleep(_BUSY_S)
            await self._read(body, answer, patience)
        return await self._ended(answer)

    async def _read(self, body: Body, answer: Answer, patience: Patience) -> None:
        """Read one answer to its end, or until it only repeats itself."""
        async with self._server.chat(body, patience) as stream:
            while not (answer.done or answer.loops):
                piece = await stream.next()
                if piece is None:
                    raise ServiceError(f"{self.name} ended its answer before it was done.")
                answer.take(piece)

    async def _ended(self, answer: Answer) -> Step:
        step = answer.step()
        if answer.thought_aloud:
            await self._learn(Manner.THINKS_ALOUD, "a closing tag")
        if step.usage.load_s > _LONG_LOAD_S:
            _log.info("%s was loaded anew within a step, which took %.1f s.", self.name, step.usage.load_s)
        if answer.thought and step.cut and _is_silent(step):
            self._warn_of_thinking()
        return step

    def _answer(self, way: Way, request: StepRequest, on_text: OnText) -> Answer:
        self.asked = way
        return Answer(
            request.tools,
            on_text,
            self._new_id,
            new_reader=held_to_schema if way == "constrained" else free_text,
            thinks=self._asking().may_begin_with_thinking,
        )

    def _way(self) -> Way:
        return way_of(self._settings.mode, self._choice, known=self._known(), own=self._own)

    def _asking(self) -> Asking:
        return Asking(
            model=self._choice.name,
            sees=self.sees,
            thinks=self._choice.thinks,
            manners=self._known(),
            settings=self._settings,
        )

    def _known(self) -> frozenset[Manner]:
        return self._own | self._manners.of(self._key)

    async def _learn(self, manner: Manner, why: str) -> None:
        """Remember something, and say so once."""
        if manner in self._own:
            return
        _log.info("%s %s (%s); from now on it is asked otherwise.", self.name, manner, in_short(why))
        self._own |= {manner}
        await self._manners.learn(self._key, manner)

    def _warn_of_thinking(self) -> None:
        if self._warned:
            return
        self._warned = True
        _log.warning(
            "%s spends its answers on thinking and says nothing: use an '-instruct' model, such as %s, or raise "
            "num_predict (%d).",
            self.name,
            GOOD_MODEL,
            self._settings.num_predict,
        )


def _is_silent(step: Step) -> bool:
    return isinstance(step, Final) and not step.text
