"""The judge model: reads a sentence and says whether it is safe, for what no word list knows.

Models that were made for it are asked in their own way, as if an assistant had answered with the sentence:
`llama-guard` says `safe`, or `unsafe` and a code; `shieldgemma` and `granite-guardian` say Yes or No. Any other model
is given a policy, and the sentence between marks, as somebody's words, and asked for Yes or No.
"""

import re
import tomllib
from pathlib import Path
from typing import Final

from performer.core.clock import Clock
from performer.core.cues import Cue
from performer.core.errors import ServiceError
from performer.core.events.parts import ServiceDown, ServiceUp
from performer.core.events.stream import EventStream
from performer.core.own_text import own
from performer.core.prompt_files import load_prompt
from performer.core.status import Health, Role
from performer.core.untrusted_text import QuoteMarks, make_marker, repeat_own_words
from performer.models.endpoint.endpoint import Endpoint
from performer.models.model import AssistantMessage, ChatMessage, StepRequest, SystemMessage, UserMessage

SERVICE: Final = own("judge")
_IN_TIME_AGAIN: Final = 3
"""Answers in time in a row by which it is known that the judge is back."""
_MADE_FOR_IT: Final = re.compile(r"\b(?:llama-?guard|shieldgemma|granite[\d.]*-guardian)", re.IGNORECASE)
_UNSAFE: Final = re.compile(r"unsafe\b\W*(?P<code>S\d{1,2})?|yes\b", re.IGNORECASE)
_SAFE: Final = re.compile(r"(safe|no)\b", re.IGNORECASE)
_HAZARDS: Final[dict[str, str]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["hazards"]
"""What a code of Llama Guard's stands for."""
_FOR_ANOTHER_REASON: Final = "unsafe"


class ModelJudge:
    """A Judge that asks a model; an answer that is late or cannot be read is no objection.

    The endpoint is to be run beside the show by `endpoint.run`.
    """

    def __init__(self, endpoint: Endpoint, clock: Clock, events: EventStream, *, within_s: float) -> None:
        self.endpoint = endpoint
        self._clock = clock
        self._events = events
        self.within_s = within_s
        """The seconds for which a text may wait for an answer."""
        self._trouble = ""
        self._good_in_a_row = 0
        endpoint.watch(self._note_change)

    def role(self) -> Role:
        """Return who judges right now."""
        endpoint = self.endpoint
        if endpoint.is_up:
            return Role(part=SERVICE, plays=endpoint.name)
        if endpoint.is_coming:
            return Role(
                part=SERVICE,
                plays=endpoint.name,
                why=own("it is loading; {until_then}", until_then=_UNTIL_THEN),
                state="partly",
            )
        return Role(
            part=SERVICE,
            plays=own("nobody"),
            why=own("{reason}; {until_then}", reason=endpoint.reason.rstrip("."), until_then=_UNTIL_THEN),
            state="down",
        )

    def health(self) -> Health:
        """Return the state of the model, and how quick it is."""
        return self.endpoint.helper_health("judges")

    async def objection(self, text: str, cue: Cue | None = None) -> str:
        """Return the model's objection to a text; empty when it has none, or none in time."""
        if not self.endpoint.is_up:
            return ""
        with self._clock.move_on_after(self.within_s) as limit:
            answer = await self._ask(text, cue)
        if limit.cancelled_caught:
            self._note_failure(
                own(
                    "{name} does not answer within {within_s:g} s (guard.judge_s)",
                    name=self.endpoint.name,
                    within_s=self.within_s,
                )
            )
            return ""
        return "" if answer is None else self._read(answer)

    async def _ask(self, text: str, cue: Cue | None) -> str | None:
        heard: list[str] = []
        try:
            await self.endpoint.step(StepRequest(messages=self._build_messages(text), cue=cue), heard.append)
        except ServiceError:
            return None  # the endpoint has said why
        return "".join(heard).strip()

    def _build_messages(self, text: str) -> tuple[ChatMessage, ...]:
        if _MADE_FOR_IT.search(self.endpoint.name):
            return UserMessage(text=load_prompt("guard/judged")), AssistantMessage(text=repeat_own_words(text))
        quoted = QuoteMarks(make_marker()).quote(text, most=len(text))
        return SystemMessage(text=load_prompt("guard/judge")), UserMessage(text=quoted)

    def _read(self, answer: str) -> str:
        if unsafe := _UNSAFE.match(answer):
            self._note_success()
            return _HAZARDS.get((unsafe["code"] or "").upper(), _FOR_ANOTHER_REASON)
        if _SAFE.match(answer):
            self._note_success()
        else:
            self._note_failure(
                own("{name} does not answer as a judge does; name another as guard.judge", name=self.endpoint.name)
            )
        return ""

    def _note_change(self, error: ServiceError | None) -> None:
        """Note that the endpoint is down or up."""
        if error:
            self._note_failure(str(error).rstrip("."))
        else:
            self._good_in_a_row = _IN_TIME_AGAIN
            self._note_success()

    def _note_failure(self, why: str) -> None:
        self._good_in_a_row = 0
        if not self._trouble:
            self._trouble = why
            self._events.publish(
                ServiceDown(service=SERVICE, reason=own("{why}; {until_then}", why=why, until_then=_UNTIL_THEN))
            )

    def _note_success(self) -> None:
        self._good_in_a_row += 1
        if self._trouble and self._good_in_a_row >= _IN_TIME_AGAIN:
            self._trouble = ""
            self._events.publish(ServiceUp(service=SERVICE, reason=own("{name} judges again", name=self.endpoint.name)))


_UNTIL_THEN: Final = own("until then the guard's own lists judge alone")
