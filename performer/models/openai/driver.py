"""The driver for servers of OpenAI's kind: one step is one streamed `/v1/chat/completions`, or a few."""

from contextlib import AbstractAsyncContextManager
from io import BytesIO

from PIL import Image

from performer.clock import Clock
from performer.models.answer import Answer
from performer.models.deadlines import Patience
from performer.models.driver import Driver
from performer.models.http_server import Body
from performer.models.http_stream import ServerError
from performer.models.learnt import Learnt
from performer.models.manners import OF_THE_MODEL, Manner, Manners
from performer.models.openai.choice import Choice
from performer.models.openai.refusals import what_is_refused
from performer.models.openai.request import Asking
from performer.models.openai.server import OpenAIError, OpenAIServer
from performer.models.openai.stream import ChatStream
from performer.models.settings import ModelSettings
from performer.prompts import prompt

_BUSY = (408, 429, 500, 502, 503, 504, 529)
"""Statuses of a server that may do what it is asked if it is asked again."""
_TOO_MANY = 429
_MOST_RETRIES = 2
_ONLY_FOR_NOW = frozenset(
    {
        Manner.REFUSES_PICTURES,
        Manner.REFUSES_TOOLS,
        Manner.LOSES_CALLS,
        Manner.REFUSES_SCHEMA,
        Manner.REFUSES_FORMAT,
    }
)
"""What a server that is started anew with the right switch does: it sees, calls tools, holds a model to a form."""
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.5, 8.0


class OpenAI(Driver):
    """One model of a server of OpenAI's kind.

    Args:
        server: Where it is asked.
        choice: Which model, and what is known of it.
        settings: How it is asked, and how long it may take.
        clock: Whose seconds and whose chance count.
        manners: What was learnt before, by address and name; what is learnt now goes there. What a probe found does not
            outlive this run, for nothing tells when another model has that name.
    """

    def __init__(
        self, server: OpenAIServer, choice: Choice, settings: ModelSettings, clock: Clock, manners: Manners
    ) -> None:
        name, key = f"openai {choice.name}", f"{server.url} {choice.name}"
        learnt = Learnt(
            name=name,
            model=key,
            server=key,
            manners=manners,
            only_for_now=_ONLY_FOR_NOW,
            shown_by_warm_up={Manner.REFUSES_PICTURES},
        )
        super().__init__(name=name, learnt=learnt, able=choice, settings=settings, clock=clock)
        self._server = server
        self._choice = choice
        self._is_loading = False
        self._is_warm = False

    @property
    def reason(self) -> str:
        """Say why it leads and what it lacks, for the start-up table."""
        return self._reason(self._choice.reason)

    async def warm_up(self) -> None:
        """Have it answer a word, once, by which it is loaded and shows whether it takes pictures.

        Raises:
            ServiceError: when it is not there, refuses, or does not answer within `warm_up_s`.
        """
        patience = Patience.of(self._clock, self._server.who, self._settings.warm_up_s)
        self._is_loading = True
        try:
            while not self._is_warm:
                await self._greet(patience)
        finally:
            self._is_loading = False

    async def _greet(self, patience: Patience) -> None:
        """Ask for a word; what is refused is left out next time."""
        body = self._asking().warm_up(prompt("warm_up"), _blank())
        try:
            await self._answered(body, Answer((), lambda _: None, self._new_id), patience)
        except ServerError as error:
            manner = self._refused(error, body)
            if manner is None or manner in self._learnt.own:
                raise
            self._learnt.learn(manner, error.said)
        else:
            self._is_warm = True
            await self._learnt.keep(self._learnt.own - OF_THE_MODEL)

    def _asking(self) -> Asking:
        return Asking(model=self._choice.name, sees=self.sees, manners=self._learnt.known, settings=self._settings)

    def _chat(self, body: Body, patience: Patience) -> AbstractAsyncContextManager[ChatStream]:
        return self._server.chat(body, patience)

    def _refused(self, error: ServerError, body: Body) -> Manner | None:
        return what_is_refused(error, body)

    def _may_think(self, body: Body) -> bool:  # noqa: ARG002 - it is asked alike each time
        return self._asking().will_think

    def _pause_s(self, error: ServerError, tries: int) -> float | None:
        """Ask again when it was busy; while it loads its model, for as long as that may take."""
        if not isinstance(error, OpenAIError) or not error.retry or error.status not in _BUSY:
            return None
        if tries > _MOST_RETRIES and not self._is_loading:
            return None
        if error.status == _TOO_MANY and self._is_loading:  # it loads nothing: another model may answer meanwhile
            return None
        pause_s = min(_FIRST_PAUSE_S * 2.0 ** min(tries - 1, 9), _LONGEST_PAUSE_S)
        return (pause_s if error.wait_s is None else error.wait_s) * self._clock.chance.uniform(1.0, 1.25)


def _blank() -> bytes:
    """Make the smallest picture that every model of the kind takes."""
    file = BytesIO()
    Image.new("RGB", (64, 64), (40, 60, 120)).save(file, "JPEG")
    return file.getvalue()
