"""The driver for servers of OpenAI's kind: one step is one streamed `/v1/chat/completions`."""

import logging
from collections.abc import Sequence
from io import BytesIO

from PIL import Image

from performer.backoff import delays_s
from performer.clock import Clock
from performer.errors import ServiceError
from performer.models.answer import Answer, Reader, call_ids, free_text
from performer.models.constrained.stream import ConstrainedStream
from performer.models.deadlines import Patience
from performer.models.http_server import NOT_FOUND
from performer.models.http_stream import IN_MID_ANSWER, ServerError
from performer.models.manners import Manner, Manners
from performer.models.model import Final, OnText, Step, StepRequest
from performer.models.openai.choice import Choice
from performer.models.openai.refusals import what_is_refused
from performer.models.openai.request import Asking, Body, Way
from performer.models.openai.server import OpenAIError, OpenAIServer
from performer.models.settings import ModelSettings
from performer.prompts import prompt
from performer.tools import ToolSpec

_log = logging.getLogger(__name__)

_BUSY = (408, 429, 500, 502, 503, 504, 529)
"""Statuses of a server that may do what it is asked if it is asked again."""
_MOST_RETRIES = 2
_FIRST_WAIT_S, _LONGEST_WAIT_S = 0.5, 8.0
_WITHOUT_NATIVE = {Manner.REFUSES_TOOLS, Manner.LOSES_CALLS}


class OpenAI:
    """One model of a server of OpenAI's kind.

    Tools go natively to it until it refuses them or loses what the model prints; from then on they stand in the prompt.
    Whatever else the server refuses is left out, and the step is asked again at once.

    Args:
        server: Where it is asked.
        choice: Which model, and what is known of it.
        settings: How it is asked, and how long it may take.
        clock: Whose seconds and whose chance count.
        manners: What was learnt before; what is learnt now goes there.
    """

    def __init__(
        self, server: OpenAIServer, choice: Choice, settings: ModelSettings, clock: Clock, manners: Manners
    ) -> None:
        self.name = f"openai {choice.name}"
        self._server = server
        self._choice = choice
        self._settings = settings
        self._clock = clock
        self._manners = manners
        self._own: set[Manner] = set()
        """What was learnt since this driver was made."""
        self._is_warm = False
        self._new_id = call_ids("call")
        self.asked: Way | None = None
        """The way of calling tools by which it was asked last."""

    @property
    def sees(self) -> bool:
        """Tell whether pictures are sent."""
        return self._choice.sees and Manner.REFUSES_PICTURES not in self._own

    @property
    def reason(self) -> str:
        """Say why it leads and what it lacks, for the start-up table."""
        lacks = [
            *([] if self.sees else ["it gets descriptions instead of pictures"]),
            *(["it prints its tool calls"] if self._way() == "soft" else []),
        ]
        return "; ".join([self._choice.reason, *lacks])

    async def warm_up(self) -> None:
        """Have it answer a word, once, by which it is loaded and shows whether it takes pictures.

        Raises:
            ServiceError: when it is not there, refuses, or does not answer within `warm_up_s`.
        """
        patience = Patience.of(self._clock, self._server.who, self._settings.warm_up_s)
        while not self._is_warm:
            body = self._asking().warm_up(prompt("warm_up"), _blank())
            try:
                await self._read(body, Answer((), _unheard, self._new_id), patience, retries=None)
            except ServerError as error:
                await self._learn(error, body)
            else:
                self._is_warm = True

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        """Ask the model once, and again at once as often as the server wants to be asked otherwise."""
        patience = self._patience()
        while True:
            way = self._way()
            body, answer = self._asking().by(way, request), self._answer(way, request, on_text)
            try:
                step = await self._answered(body, answer, patience)
            except ServerError as error:
                await self._learn(error, body)
                if answer.spoke:
                    raise
                if error.status == IN_MID_ANSWER:
                    patience = self._patience()
                continue
            if "tools" in body and answer.lost_tokens and _is_silent(step):
                return await self._doubted(request, on_text)
            return step

    async def _doubted(self, request: StepRequest, on_text: OnText) -> Step:
        """Ask with the tools in the prompt, to see whether the server lost what the model printed."""
        answer = self._answer("soft", request, on_text)
        step = await self._answered(self._asking().soft(request), answer, self._patience())
        if not _is_silent(step):
            await self._note(Manner.LOSES_CALLS, "an empty answer")
        return step

    async def _answered(self, body: Body, answer: Answer, patience: Patience) -> Step:
        await self._read(body, answer, patience)
        step = answer.step()
        if answer.thought_aloud:
            await self._note(Manner.THINKS_ALOUD, "a closing tag")
        return step

    def _answer(self, way: Way, request: StepRequest, on_text: OnText) -> Answer:
        self.asked = way
        return Answer(
            request.tools,
            on_text,
            self._new_id,
            new_reader=_json_text if way == "constrained" else free_text,
            thinks=Manner.THINKS_ALOUD in self._known(),
        )

    def _way(self) -> Way:
        """Tell how it is to call tools: as it was set, while that works."""
        mode, known = self._settings.mode, self._known()
        if mode == "constrained" and Manner.REFUSES_FORMAT not in known:
            return "constrained"
        refused = self._own if mode == "native" else known  # what was asked for is tried anew at each start
        if mode in {"native", "auto"} and self._choice.calls_tools is not False and not refused & _WITHOUT_NATIVE:
            return "native"
        return "soft"

    def _asking(self) -> Asking:
        return Asking(
            model=self._choice.name,
            sees=self.sees,
            manners=self._known(),
            settings=self._settings,
        )

    def _known(self) -> set[Manner]:
        return self._own | self._manners.of(self._choice.key)

    async def _learn(self, error: ServerError, body: Body) -> None:
        """Take an error for a lesson.

        Raises:
            ServiceError: the same, when there is nothing to learn from it.
        """
        manner = what_is_refused(error, body)
        if manner is None and error.status == NOT_FOUND and self._choice.others:
            raise ServiceError(f"{error} {self._choice.others}", retry=False) from error
        if manner is None or manner in self._own:
            raise error
        await self._note(manner, str(error))
        if manner is Manner.REFUSES_PICTURES and self._is_warm:
            raise ServiceError(f"{self.name} takes no pictures: from now on it gets descriptions.") from error

    async def _note(self, manner: Manner, why: str) -> None:
        """Remember something; whether pictures are taken is tried anew at each start, for servers learn to see."""
        if manner in self._own:
            return
        _log.info("%s %s (%s); it is asked otherwise from now on.", self.name, manner, why)
        self._own.add(manner)
        if manner is not Manner.REFUSES_PICTURES:
            await self._manners.learn(self._choice.key, manner)

    async def _read(
        self, body: Body, answer: Answer, patience: Patience, *, retries: int | None = _MOST_RETRIES
    ) -> None:
        """Read one answer to its end, or until it only repeats itself; a busy server is asked again in a while."""
        waits_s = delays_s(_FIRST_WAIT_S, _LONGEST_WAIT_S)
        tries = 0
        while True:
            try:
                return await self._read_once(body, answer, patience)
            except OpenAIError as error:
                wait_s = error.wait_s if error.wait_s is not None else next(waits_s)
                is_last = retries is not None and tries >= retries
                may_help = error.retry and error.status in _BUSY and what_is_refused(error, body) is None
                if is_last or not may_help or wait_s >= patience.left_s():
                    raise
            tries += 1
            await self._clock.sleep(wait_s * self._clock.chance.uniform(1.0, 1.25))

    async def _read_once(self, body: Body, answer: Answer, patience: Patience) -> None:
        async with self._server.chat(body, patience) as stream:
            while not (answer.done or answer.loops):
                piece = await stream.next()
                if piece is None:
                    raise ServiceError(f"{self.name} ended its answer before it was done.")
                answer.take(piece)

    def _patience(self) -> Patience:
        return Patience(
            self._clock,
            self.name,
            first_s=self._settings.first_token_s,
            between_s=self._settings.between_tokens_s,
            total_s=self._settings.total_s,
        )


def _is_silent(step: Step) -> bool:
    return isinstance(step, Final) and not step.text


def _json_text(tools: Sequence[ToolSpec], thinks: bool) -> Reader:
    """Read an answer that is one JSON object."""
    return ConstrainedStream(tools, thinks=thinks)


def _unheard(_: str) -> None:
    """Nobody hears what it says as it is warmed up."""


def _blank() -> bytes:
    """Make the smallest picture that every model of the kind takes."""
    file = BytesIO()
    Image.new("RGB", (64, 64), (40, 60, 120)).save(file, "JPEG")
    return file.getvalue()
