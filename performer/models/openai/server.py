"""A server of OpenAI's kind over HTTP: its list and the choice of one of it, its answers and refusals."""

import logging
import re
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from email.utils import parsedate_to_datetime

import httpx2

from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.core.loopback import is_loopback
from performer.core.model_names import find_model_name
from performer.core.own_text import join_own, own
from performer.core.redact.secret_value import ServerKey
from performer.core.text import find_nearest, format_near_miss
from performer.core.values import dataclass
from performer.models.address import find_key_variable, make_openai_url
from performer.models.driver.answer import NextChunk
from performer.models.driver.call_modes import ModelChoice
from performer.models.http.deadlines import AnswerDeadlines
from performer.models.http.lines import ServerError, Unreached, shorten_error
from performer.models.http.server_client import ERROR_BYTES, NOT_FOUND, Body, HttpServer, read_media_type
from performer.models.openai.stream import RESPONSE_BYTES, OpenAIStream
from performer.models.openai.wire import BadEventError, OpenAIModel, parse_error, parse_listed
from performer.models.settings import ModelSettings, OpenAISpec

_log = logging.getLogger(__name__)


_UNKNOWN = 401
_REFUSED = (_UNKNOWN, 403)
_FOR_A_PERSON = (401, 402, 403, NOT_FOUND)
_SPENT = ("insufficient_quota", "billing", "credit")
_JSON = "application/json"
_PAGE = "text/html"
_WITHOUT_A_LIST = (404, 405, 501)
_VERSIONED = re.compile(r"/v\d+$")
_SECONDS = {"retry-after-ms": 0.001, "retry-after": 1.0}
_KEY = "model.key_variable"
_MOST_NAMED = 13
_NAME_CHARS = 80


class OpenAIError(ServerError):
    """Raised with the words of such a server, and when it would rather be asked again."""

    def __init__(
        self, message: str, *, status: int, said: str, retry: bool = True, wait_s: float | None = None
    ) -> None:
        super().__init__(message, status=status, said=said, retry=retry)
        self.wait_s = wait_s
        """Seconds it asked us to wait; None when it did not say."""


class OpenAIServer(HttpServer):
    """A server at a base address, as `make_openai_url` makes it; a context manager that closes its connections.

    Each method raises ServiceError when there is no server, it refuses (OpenAIError), or it does not answer in time.
    """

    def __init__(self, url: str, clock: Clock, key: ServerKey) -> None:
        super().__init__(url, clock, headers=key.headers)
        self._key = key
        self._listed: tuple[OpenAIModel, ...] = ()

    @property
    def who(self) -> str:
        """The server's name in a sentence."""
        return f"the model server at {self.url}"

    async def listed(self, within_s: float) -> tuple[OpenAIModel, ...]:
        """Return the models that the server lists; none when it has no such list."""
        self._check_key()
        try:
            body = await self._whole("GET", "/models", None, within_s, most=RESPONSE_BYTES)
            listed = parse_listed(body)
        except BadEventError:
            return ()
        except OpenAIError as error:
            if error.status not in _WITHOUT_A_LIST:
                raise
            return ()
        self._listed = tuple(replace(each, name=self._hidden(each.name)) for each in listed)
        return self._listed

    def instead_of(self, name: str) -> str:
        """Format the listed names that were perhaps meant by a name; a long list is not read out."""
        names = [" ".join(each.name.split())[:_NAME_CHARS] for each in self._listed]
        if find_nearest(name, names) or len(names) in range(1, _MOST_NAMED):
            return f" {format_near_miss(name, names)}"
        return ""

    @asynccontextmanager
    async def chat(self, body: Body, patience: AnswerDeadlines) -> AsyncIterator[NextChunk]:
        """Ask, and read the answer while it comes; leaving the block before its end closes the connection."""
        self._check_key()
        async with self._opened("POST", "/chat/completions", body, patience) as response:
            if read_media_type(response) == _PAGE:
                raise self._make_stranger("answers with a web page")
            async with aclosing(self._read_pieces(response, patience)) as pieces:
                stream = OpenAIStream(pieces, patience, self.who, self._hidden)
                yield stream.next
                if stream.has_ended:
                    await self._read_end(pieces)

    def _hidden(self, text: str) -> str:
        return self._key.hidden(text)

    def _check_key(self) -> None:
        if self._key.trouble:
            raise ServiceError(self._key.trouble, retry=False)

    async def _read_pieces(self, response: httpx2.Response, patience: AnswerDeadlines) -> AsyncGenerator[bytes]:
        """Yield the body as it comes; one that was not streamed becomes a single line."""
        if read_media_type(response) == _JSON:
            body = await self._read_body(response, patience, RESPONSE_BYTES)
            yield body.replace(b"\n", b" ") if body.lstrip().startswith(b"{") else body
            return
        async with aclosing(response.aiter_raw()) as pieces:
            async for piece in pieces:
                yield piece

    def _refused(self, response: httpx2.Response, said: bytes, body: Body | None) -> ServiceError:
        status, wait_s = response.status_code, self._parse_wait_s(response)
        if read_media_type(response) == _PAGE:
            words = f"it shows a web page ({_PAGE})"
        else:  # without the key in it, and without the half of one where it was cut off
            words = self._hidden(parse_error(self._key.hide_in(said, most=ERROR_BYTES)))
        sentence = self._format_sentence(status, words, body)
        can_pass = status not in _FOR_A_PERSON and not any(each in words.lower() for each in _SPENT)
        return OpenAIError(sentence, status=status, said=words, retry=can_pass, wait_s=wait_s)

    def _format_sentence(self, status: int, words: str, body: Body | None) -> str:
        model = (body or {}).get("model", "")
        if status == _UNKNOWN and self._key.secret:
            return f"{self.who} does not accept the key in {self._key.variable} ({status}); mend it, or see {_KEY}."
        if status in _REFUSED and not self._key.secret:
            return f"{self.who} wants a key ({status}); put it into an environment variable and its name into {_KEY}."
        if status == NOT_FOUND and model and "model" in words.lower():
            return f"{self.who} has no model '{model}'.{self.instead_of(model)}"
        if status == NOT_FOUND:
            said = f"404: {shorten_error(words)}" if words else "404"
            where = "" if _VERSIONED.search(self.url) else "write /v1 behind it (for an Ollama, in place of /api), or "
            remedy = f"{where}see what listens there, or mend the address in model.spec"
            return f"{self.url} answers, but as no model server does ({said}); {remedy}."
        return f"{self.who} answered {status}: {shorten_error(words) or 'without a word'}"

    def _parse_wait_s(self, response: httpx2.Response) -> float | None:
        """Parse the seconds that we are asked to wait: a number, or a date."""
        for header, seconds in _SECONDS.items():
            written = response.headers.get(header, "")
            try:
                return min(max(float(written) * seconds, 0.0), 3600.0)
            except ValueError:
                continue
        try:
            until = parsedate_to_datetime(response.headers.get("retry-after", ""))
            return max((until - self._clock.utc()).total_seconds(), 0.0)
        except (ValueError, TypeError):
            return None

    def _absent(self, why: Unreached) -> str:  # noqa: ARG002 - the remedy is the same
        if self._was_there:
            return f"{self.who} is gone; start it again, and the show takes it back"
        return f"no model server at {self.url}; start it, or mend the address in model.spec"

    def _make_stranger(self, does: str) -> ServiceError:
        return ServiceError(
            own("{url} {does}, as no model server does; see what else listens there.", url=self.url, does=does)
        )


def make_openai_server(spec: OpenAISpec, settings: ModelSettings, clock: Clock) -> OpenAIServer:
    """Make the client of the server at a spec's address, a context manager; raise ConfigError when that is none."""
    url = make_openai_url(spec.url)
    key = ServerKey.named(settings.key_variable or find_key_variable(url), f"key_variable of openai:{spec.name}")
    if key.secret and not url.startswith("https") and not is_loopback(url):
        _log.warning("The key in %s goes to %s unencrypted; write https:// if it can do that.", key.variable, url)
    return OpenAIServer(url, clock, key)


def _describe_unlisted(server: OpenAIServer, name: str) -> str:
    """Format in a clause that a name is not in its server's list, with those that were perhaps meant."""
    near = server.instead_of(name).strip().rstrip(".")
    told = own("it is not in the server's list")
    return own("{told} ({near})", told=told, near=f"{near[:1].lower()}{near[1:]}") if near else told


@dataclass(frozen=True, kw_only=True)
class OpenAIChoice(ModelChoice):
    """A model of a server of OpenAI's kind; where that does not tell its abilities, it is taken to have all."""

    is_sure: bool = True
    """Whether its server lists models at all; of one that does not, only a question shows whether it is there."""


async def choose(server: OpenAIServer, name: str, settings: ModelSettings) -> OpenAIChoice:
    """Find the named model in the server's list, by any of its names; one that is not in it may still be there."""
    listed = {each.name: each for each in await server.listed(settings.probe_s)}
    name = find_model_name(name, listed) or name
    known = listed.get(name, OpenAIModel(name=name))
    sees, calls_tools = known.sees is not False, known.calls_tools is not False
    remarks = [
        own("as configured, at {url}", url=server.url),
        *([] if sees else [own("it gets descriptions instead of pictures")]),
        *([_describe_unlisted(server, name)] if listed and name not in listed else []),
    ]
    return OpenAIChoice(
        name=name, sees=sees, calls_tools=calls_tools, reason=join_own("; ", remarks), is_sure=bool(listed)
    )
