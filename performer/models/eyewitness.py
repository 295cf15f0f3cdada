"""The eyewitness: puts pictures into words, for a tool that asks, and for a lead that cannot see."""

from typing import Final

from performer.cues import Cue
from performer.errors import ServiceError
from performer.events import EventStream, ServiceDown, ServiceUp
from performer.models.describe import WHAT_IS_THERE, Describer
from performer.models.endpoint import Endpoint
from performer.models.model import Model
from performer.models.sole import Sole

SERVICE: Final = "words"


class Eyewitness:
    """Has a model of its own, or else asks the lead if it sees, or else measures; so there are always some words.

    Args:
        lead: Who leads; its own gate is before it.
        understudy: Who measures.
        own: The small model that only describes; to be run beside the show by `own.run`.
        events: Where it is said, once, that the own model is gone, and that it is back.
    """

    def __init__(self, lead: Model, understudy: Model, *, own: Endpoint | None = None, events: EventStream) -> None:
        self.own = own
        self._lead = lead
        self._events = events
        self._said_down = False
        self._by_own = Describer(Sole(own)) if own else None
        self._by_lead = Describer(lead)
        self._by_measure = Describer(understudy)
        if own:
            own.tell = self._tell

    @property
    def lead_sees(self) -> bool:
        """Whether the lead needs no words for a picture now."""
        return self._lead.sees

    @property
    def sees(self) -> bool:
        """Whether there is more to be had now than measures."""
        return self._own_sees or self._lead.sees

    @property
    def name(self) -> str:
        """Name who puts pictures into words now."""
        if self.own and self._own_sees:
            return self.own.name
        return self._lead.name if self._lead.sees else "plain facts of the picture"

    @property
    def why(self) -> str:
        """Say what is odd about the own model; empty while it does what it is for."""
        if not self.own or self._own_sees:
            return ""
        if self.own.is_coming:
            return f"{self.own.name} is loading"
        return f"{self.own.name} cannot see (model.describe)" if self.own.is_up else self.own.reason

    async def describe(self, jpeg: bytes, digest: str, question: str = WHAT_IS_THERE, cue: Cue | None = None) -> str:
        """Answer a question about a picture, in a sentence or two; who fails is followed by the next.

        Args:
            jpeg: The picture.
            digest: Stands for it: what was asked of it before has the same answer.
            question: What to look for.
            cue: The cue of a turn that waits for these words and so lends them its rank; without one they are a
                tool's, go after the show, and are measures where nobody sees.

        Raises:
            ServiceError: for a turn, when nobody who sees has words: plain facts serve it better than measures.
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
            raise ServiceError("Nobody could put the picture into words.")
        return await self.measure(jpeg, digest)

    async def measure(self, jpeg: bytes, digest: str) -> str:
        """Say what can be told of a picture without any model; takes about 3 ms."""
        return await self._by_measure.describe(jpeg, digest)

    @property
    def _own_sees(self) -> bool:
        return self.own is not None and self.own.is_up and self.own.sees

    def _tell(self, error: ServiceError | None) -> None:
        """Say once that the own model is gone, and once that it is back."""
        if error and not self._said_down:
            self._said_down = True
            sentence = f"{str(error).rstrip('.')}; until it is there, pictures are put into words by {self.name}"
            self._events.publish(ServiceDown(service=SERVICE, reason=sentence))
        elif error is None and self._said_down:
            self._said_down = False
            self._events.publish(ServiceUp(service=SERVICE, reason=f"{self.name} puts pictures into words again"))
