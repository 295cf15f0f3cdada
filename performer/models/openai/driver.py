"""The driver for servers of OpenAI's kind: one step is one streamed `/v1/chat/completions`, or a few."""

from io import BytesIO
from typing import Final

from PIL import Image

from performer.core.clock import Clock
from performer.core.prompt_files import load_prompt
from performer.models.driver.answer import StepAnswer
from performer.models.driver.call_modes import LearntQuirks
from performer.models.driver.driver import AroundChat, Driver, ask_plainly
from performer.models.driver.server_quirks import OF_THE_MODEL, RefusalRule, ServerQuirk, ServerQuirks, find_refused
from performer.models.http.deadlines import AnswerDeadlines
from performer.models.http.lines import IN_MID_ANSWER, ServerError
from performer.models.model import ignore_text
from performer.models.openai.request import OpenAIRequestBuilder
from performer.models.openai.server import OpenAIChoice, OpenAIError, OpenAIServer
from performer.models.settings import ModelSettings

_BUSY = (408, 429, 500, 502, 503, 504, 529)
"""Statuses of a server that may answer if it is asked again."""
_TOO_MANY = 429
_MOST_RETRIES = 2
_ONLY_FOR_NOW = frozenset(
    {
        ServerQuirk.REFUSES_PICTURES,
        ServerQuirk.REFUSES_TOOLS,
        ServerQuirk.LOSES_CALLS,
        ServerQuirk.REFUSES_SCHEMA,
        ServerQuirk.REFUSES_FORMAT,
    }
)
"""Quirks that are gone when a server is started anew with the right switch."""
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.5, 8.0
_GREETING_CHARS: Final = 200
"""Characters of the answer to a greeting after which no more is read; a word is asked for."""


_QUESTION: Final = (IN_MID_ANSWER, 400, 404, 415, 422, 500, 501)
"""Statuses of refusals that another question may avoid; the others are about the asker, or the moment."""
_FORM: Final = (400, 404, 415, 422, 501)
"""Statuses by which only a question's form is refused, before the model is asked."""
_MODEL: Final = (IN_MID_ANSWER, 500)
_STRANGE: Final = r"unrecognized|extra inputs|extra fields|extra_forbidden|unknown field|unknown param"
_NOT: Final = (
    r"(\bnot (a |be |currently |been )?(support|enabl|allow|permit|accept|loaded|available|multi|vision)|unsupported"
    r"|n't (support|accept|allow)|only supported|deprecated|\bno endpoints|\bno image|\bat most 0|unknown variant"
    rf"|required for image input|text[- ]only|{_STRANGE})"
)
"""The words by which something is refused, and not only mentioned."""
_CALLS: Final = r"tool_use_failed|failed_generation|failed to call a function|failed to parse"
_INSTEAD: Final = r"not supported|unsupported|instead|\buse\b"
_NO_FORMAT: Final = r"\b(response_format|json_object|json|grammar|structured|guided)"
_NO_SCHEMA: Final = r"\b(response_format|json_schema|schema|grammar|structured|guided)"
_NO_SYSTEM: Final = r"system role|role system|system message|'system'|developer instruction"
_NO_TOOLS: Final = r"\btool|function[ _]call|\bfunctions\b|\bjinja\b|\balternate\b|unexpected role"

_Q = ServerQuirk
REFUSALS: Final = (
    RefusalRule(_Q.LOSES_CALLS, "tools", r"\b(pars(e|er|ing)|unmarshal|invalid character|tool[ _]calls?)\b", _MODEL),
    RefusalRule(_Q.LOSES_CALLS, "tools", _CALLS, _QUESTION),
    RefusalRule(_Q.REFUSES_MAX_TOKENS, "max_tokens", r"\bmax_completion_tokens\b", _FORM, _INSTEAD),
    RefusalRule(_Q.REFUSES_USAGE, "stream_options", r"\b(stream_options|include_usage)\b", _QUESTION),
    RefusalRule(_Q.REFUSES_TEMPERATURE, "temperature", r"\btemperature\b", _FORM, rf"{_NOT}|invalid|\bonly\b"),
    RefusalRule(_Q.REFUSES_STOP, "stop", r"\bstop\b", _FORM, _NOT),
    RefusalRule(_Q.REFUSES_THINK, "chat_template_kwargs", r"\b(chat_template_kwargs|enable_thinking)\b", _QUESTION),
    RefusalRule(_Q.REFUSES_SCHEMA, "schema", _NO_SCHEMA, _QUESTION),
    RefusalRule(_Q.REFUSES_FORMAT, "response_format", _NO_FORMAT, _QUESTION),
    RefusalRule(_Q.REFUSES_PICTURES, "pictures", r"\b(image|vision|multi-?modal|mmproj|modalit)", _QUESTION, _NOT),
    RefusalRule(_Q.REFUSES_PICTURES, "pictures", r"valid string|be a string", _QUESTION),
    RefusalRule(_Q.REFUSES_SYSTEM, "system", _NO_SYSTEM, _QUESTION),
    RefusalRule(_Q.REFUSES_TOOLS, "tools", _NO_TOOLS, _QUESTION),
    # Something in the question is strange to the server, and it does not say what: what few know goes first.
    RefusalRule(_Q.REFUSES_THINK, "chat_template_kwargs", _STRANGE, _QUESTION),
    RefusalRule(_Q.REFUSES_USAGE, "stream_options", _STRANGE, _QUESTION),
)


class OpenAI(Driver):
    """Drives one model of a server of OpenAI's kind.

    Its quirks are known by address and name. What a probe found does not outlive this run, for nothing tells when
    another model has that name.
    """

    refusals = REFUSALS

    def __init__(
        self,
        server: OpenAIServer,
        choice: OpenAIChoice,
        settings: ModelSettings,
        clock: Clock,
        quirks: ServerQuirks,
        around: AroundChat = ask_plainly,
    ) -> None:
        key = f"{server.url} {choice.name}"
        learnt = LearntQuirks(
            name=f"openai {choice.name}",
            model=key,
            server=key,
            quirks=quirks,
            only_for_now=_ONLY_FOR_NOW,
            shown_by_warm_up={ServerQuirk.REFUSES_PICTURES},
        )
        super().__init__(around(server.chat), choice, settings, clock, learnt)
        self._server = server
        self._choice = choice
        self._is_loading = False
        self._is_warm = False

    async def warm_up(self) -> None:
        """Ask for a word, once, by which the model is loaded and shows whether it takes pictures."""
        patience = AnswerDeadlines.of(self._clock, self._server.who, self._settings.warm_up_s)
        self._is_loading = True
        try:
            while not self._is_warm:
                await self._greet(patience)
        finally:
            self._is_loading = False

    async def _greet(self, patience: AnswerDeadlines) -> None:
        """Ask for a word; a part of the question that is refused is left out next time."""
        body = self._make_builder().warm_up(load_prompt("warm_up"), _make_blank_picture())
        try:
            await self._ask(body, StepAnswer((), ignore_text, self._new_id, most_chars=_GREETING_CHARS), patience)
        except ServerError as error:
            quirk = find_refused(REFUSALS, error, body)
            if quirk is None or quirk in self._learnt.own:
                raise
            self._learnt.learn(quirk, error.said)
        else:
            self._is_warm = True
            await self._learnt.keep(self._learnt.own - OF_THE_MODEL)

    def _make_builder(self) -> OpenAIRequestBuilder:
        return OpenAIRequestBuilder(
            model=self._choice.name, sees=self.sees, quirks=self._learnt.known, settings=self._settings
        )

    def _pause_s(self, error: ServerError, tries: int) -> float | None:
        """Return a pause when the server was busy; while it loads its model, for as long as that may take."""
        if not isinstance(error, OpenAIError) or not error.retry or error.status not in _BUSY:
            return None
        if tries > _MOST_RETRIES and not self._is_loading:
            return None
        if error.status == _TOO_MANY and self._is_loading:  # it loads nothing: another model may answer meanwhile
            return None
        pause_s = min(_FIRST_PAUSE_S * 2.0 ** min(tries - 1, 9), _LONGEST_PAUSE_S)
        return (pause_s if error.wait_s is None else error.wait_s) * self._clock.chance.uniform(1.0, 1.25)


def _make_blank_picture() -> bytes:
    """Make the smallest picture that every model of the kind takes."""
    file = BytesIO()
    Image.new("RGB", (64, 64), (40, 60, 120)).save(file, "JPEG")
    return file.getvalue()
