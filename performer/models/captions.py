"""Captions: answers to questions about pictures, for a tool that asks, and for a lead that cannot see."""

from dataclasses import field
from typing import Final

from performer.core.cues import Cue
from performer.core.errors import ServiceError
from performer.core.events.parts import ServiceDown, ServiceUp
from performer.core.events.stream import EventStream
from performer.core.own_text import own
from performer.core.prompt_files import load_prompt
from performer.core.recent_dict import RecentDict
from performer.core.untrusted_text import Prompt, state_to_model
from performer.core.values import dataclass
from performer.models.endpoint.endpoint import Endpoint
from performer.models.model import Model, StepRequest, SystemMessage, UserMessage

WHAT_IS_THERE = "What is on the screen right now?"
"""The question for a model that cannot see at all."""
_QUESTION_CHARS = 300
_TURN_TOKENS = 48
"""The most of a caption for a turn: a sentence of twenty words; the turn waits for each of them."""
_KEPT = 64
"""Answers that are remembered: the same question about one picture has one answer."""


@dataclass(eq=False)
class Describer:
    """Answers questions about pictures, each question about each picture once."""

    _model: Model
    _answers: RecentDict[tuple[str, str, bool], str] = field(default_factory=lambda: RecentDict(_KEPT), init=False)

    async def describe(
        self,
        jpeg: bytes,
        digest: str,
        question: str = WHAT_IS_THERE,
        cue: Cue | None = None,
        *,
        is_for_a_turn: bool = False,
    ) -> str:
        """Return an answer in a sentence or two; a cue lends the question its rank at the gate.

        For a turn it is one short sentence, in a player's words. Raise ServiceError when the model cannot see, has
        nothing to say, or fails.
        """
        asked = (digest, " ".join(question.split()).casefold(), is_for_a_turn)
        known = self._answers.get(asked)
        if known is not None:
            self._answers.move_to_end(asked)
            return known
        role, tokens = ("describe_scene", _TURN_TOKENS) if is_for_a_turn else ("describe_frame", None)
        answer = await self._ask(jpeg, load_prompt(role), question, cue, tokens)
        self._answers[asked] = answer
        return answer

    async def _ask(self, jpeg: bytes, role: Prompt, question: str, cue: Cue | None, tokens: int | None) -> str:
        if not self._model.sees:
            raise ServiceError(
                own("{name} cannot see, so there are no words for the picture.", name=self._model.name), retry=False
            )
        request = StepRequest(
            messages=(
                SystemMessage(text=role),
                UserMessage(text=state_to_model(question, _QUESTION_CHARS), pictures=(jpeg,)),
            ),
            cue=cue,
            tokens=tokens,
        )
        heard: list[str] = []
        await self._model.step(request, heard.append)
        answer = "".join(heard).strip()
        if not answer:
            raise ServiceError(own("{name} had no words for the picture.", name=self._model.name))
        return answer


SERVICE: Final = own("words")


class PictureCaptioner:
    """Describes pictures by a model of its own, or else by the lead if it sees, or else by the understudy's measures.

    The own model only describes, and is to be run beside the show by `own.run`.
    """

    def __init__(self, lead: Model, understudy: Model, *, own: Endpoint | None = None, events: EventStream) -> None:
        self.own = own
        self._lead = lead
        self._events = events
        self._said_down = False
        self._by_own = Describer(own) if own else None
        self._by_lead = Describer(lead)
        self._by_measure = Describer(understudy)
        if own:
            own.watch(self._report)

    @property
    def can_lead_see(self) -> bool:
        """Whether the lead needs no words for a picture now."""
        return self._lead.sees

    @property
    def sees(self) -> bool:
        """Whether more than measures can be had now."""
        return self._own_sees or self._lead.sees

    @property
    def name(self) -> str:
        """The name of the model that describes pictures now."""
        if self.own and self._own_sees:
            return self.own.name
        return self._lead.name if self._lead.sees else own("plain facts of the picture")

    @property
    def why(self) -> str:
        """The trouble with the own model; empty while it describes."""
        if not self.own or self._own_sees:
            return ""
        if self.own.is_coming:
            return own("{name} is loading", name=self.own.name)
        if self.own.is_up:
            return own("{name} cannot see: set model.describe to a model that sees", name=self.own.name)
        return self.own.reason

    async def describe(self, jpeg: bytes, digest: str, question: str = WHAT_IS_THERE, cue: Cue | None = None) -> str:
        """Return the answer to a question about a picture, known by its digest; the next model follows a failure.

        The cue of a turn that waits for these words lends them its rank; without one they are a tool's, go after the
        show, and are measures where nobody sees. Raise ServiceError for a turn when no model that sees has words: plain
        facts serve it better than measures.
        """
        is_for_a_turn = cue is not None
        if self._by_own and self._own_sees:
            try:
                return await self._by_own.describe(jpeg, digest, question, cue, is_for_a_turn=is_for_a_turn)
            except ServiceError:
                pass  # the endpoint has said why
        if self._lead.sees:
            try:
                return await self._by_lead.describe(jpeg, digest, question, is_for_a_turn=is_for_a_turn)
            except ServiceError:
                pass  # the lead has said why
        if is_for_a_turn:
            raise ServiceError(own("Nobody could put the picture into words."))
        return await self.measure(jpeg, digest)

    async def measure(self, jpeg: bytes, digest: str) -> str:
        """Describe a picture without any model; takes about 3 ms."""
        return await self._by_measure.describe(jpeg, digest)

    @property
    def _own_sees(self) -> bool:
        return self.own is not None and self.own.is_up and self.own.sees

    def _report(self, error: ServiceError | None) -> None:
        """Publish once that the own model is gone, and once that it is back."""
        if error and not self._said_down:
            self._said_down = True
            sentence = own(
                "{trouble}; until it is there, pictures are put into words by {name}",
                trouble=str(error).rstrip("."),
                name=self.name,
            )
            self._events.publish(ServiceDown(service=SERVICE, reason=sentence))
        elif error is None and self._said_down:
            self._said_down = False
            self._events.publish(
                ServiceUp(service=SERVICE, reason=own("{name} puts pictures into words again", name=self.name))
            )
