"""The voice of an OpenAI-style speech server: a sentence is posted, and its sound is passed on while it comes.

The voice follows no redirect, asks for no compression, and uses no proxy on this machine. Its errors do not hold the
key, should the server quote it.
"""

import json
import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from typing import Self

import httpx2

from performer.core.errors import ServiceError
from performer.core.loopback import is_loopback
from performer.core.own_text import join_own, own
from performer.core.redact.secret_value import ServerKey
from performer.speech.voices.manner import PLAIN, Manner
from performer.speech.voices.pcm import SoundFormat, read_pieces
from performer.speech.voices.settings import PLAIN_WORDS_PER_MIN, VoiceSettings, format_address
from performer.speech.voices.voice import Utterance

_OK = 200
_REFUSED = (401, 403)
_ERROR_BYTES = 4_096
_LONGEST_WORDS = 200
_SLOWEST, _FASTEST = 0.25, 4.0
_SOUND = ("audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave", "audio/pcm", "audio/l16", "audio/raw")
_ANYTHING = ("", "application/octet-stream", "audio/basic", "audio/*")

_log = logging.getLogger(__name__)


class HttpVoice:
    """A voice on a server; an async context manager that closes its connections."""

    def __init__(self, url: str, settings: VoiceSettings) -> None:
        self.name = f"http {settings.http.voice}"
        self._url = url
        self._server = f"the speech server at {format_address(url)}"
        self._settings = settings
        self._key = _read_key(settings)
        if in_clear := warn_of_clear_key(url, settings):
            _log.warning("Voice '%s': %s.", self.name, in_clear)
        self._client = httpx2.AsyncClient(
            # Every other wait has its limit from the show's clock: see WatchedVoice.
            timeout=httpx2.Timeout(None, connect=settings.http.connect_s),
            follow_redirects=False,
            trust_env=not is_loopback(url),
            verify=url.startswith("https"),
            headers={"Accept-Encoding": "identity", **self._key.headers},
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self._client.aclose()

    def speak(self, text: str, manner: Manner = PLAIN) -> AsyncGenerator[Utterance]:
        """Synthesise one sentence; leaving early closes the connection, by which a server stops."""
        asked = self._settings.http
        raw = SoundFormat(rate=asked.rate) if asked.format == "pcm" else None
        return read_pieces(self._request(text, manner), raw)

    async def _request(self, text: str, manner: Manner) -> AsyncGenerator[bytes]:
        """Post a sentence, and yield what is answered."""
        if self._key.trouble:
            raise ServiceError(self._key.trouble, retry=False)
        try:
            response = await self._client.send(self._make_request(text, manner), stream=True)
        except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
            raise ServiceError(
                own("there is no speech server at {url}; start it, or mend voice.engine", url=format_address(self._url))
            ) from error
        except httpx2.HTTPError as error:
            raise ServiceError(
                own(
                    "{server} hung up: {error}",
                    server=self._server,
                    error=self._key.hidden(_describe_wire_error(error)),
                )
            ) from error
        try:
            await self._check(response)
            async with aclosing(response.aiter_raw()) as chunks:
                async for chunk in chunks:
                    yield chunk
        except httpx2.HTTPError as error:
            raise ServiceError(
                own(
                    "{server} broke off: {error}",
                    server=self._server,
                    error=self._key.hidden(_describe_wire_error(error)),
                )
            ) from error
        finally:
            await response.aclose()

    def _make_request(self, text: str, manner: Manner) -> httpx2.Request:
        asked = self._settings.http
        speed = self._settings.words_per_min / PLAIN_WORDS_PER_MIN * manner.pace
        body = {
            "model": asked.model,
            "input": text,
            "voice": asked.voice,
            "response_format": asked.format,
            "speed": round(min(max(speed, _SLOWEST), _FASTEST), 2),
        }
        return self._client.build_request("POST", self._url, json=body)

    async def _check(self, response: httpx2.Response) -> None:
        """Raise an error unless sound follows."""
        status = response.status_code
        if status != _OK:
            words = self._key.hidden(_find_error_words(await self._read_error(response)))
            said = words[:_LONGEST_WORDS] or "without a word"
            remedy = own("see voice.http.key_variable") if status in _REFUSED else ""
            answered = own("{server} answered {status}: {said}", server=self._server, status=status, said=said)
            raise ServiceError(join_own("; ", (answered, remedy)), retry=status not in _REFUSED)
        kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind not in _SOUND and kind not in _ANYTHING:
            asked, sent = self._settings.http.format, self._key.hidden(kind)
            raise ServiceError(
                own(
                    "{server} sends {sent} when asked for {asked}; try another voice.http.format or address",
                    server=self._server,
                    sent=sent,
                    asked=asked,
                ),
                retry=False,
            )

    async def _read_error(self, response: httpx2.Response) -> bytes:
        """Read the first of an error's body; a key in it is removed here already, before it can be cut."""
        body = b""
        async with aclosing(response.aiter_raw()) as chunks:
            async for chunk in chunks:
                body += chunk
                if len(body) > _ERROR_BYTES:
                    break
        return self._key.hide_in(body, most=_ERROR_BYTES)


def warn_of_clear_key(url: str, settings: VoiceSettings) -> str:
    """Return a warning that a key is sent over a network that anybody may listen to; empty when none is."""
    if not _read_key(settings).secret or url.startswith("https") or is_loopback(url):
        return ""
    address = format_address(url)
    return f"the key in {settings.http.key_variable} goes to {address} unencrypted; write https:// if it can do that"


def _read_key(settings: VoiceSettings) -> ServerKey:
    return ServerKey.named(settings.http.key_variable, "voice.http.key_variable")


def _find_error_words(body: bytes) -> str:
    """Find a server's words in the body of an error: OpenAI's kind, FastAPI's, or plain text."""
    said: object = body.decode(errors="replace")
    with suppress(ValueError, RecursionError):
        said = json.loads(body)
    for key in ("error", "detail", "message"):
        if isinstance(said, dict) and key in said:
            said = said[key]
    return " ".join(str(said).split())


def _describe_wire_error(error: httpx2.HTTPError) -> str:
    """Name what went wrong on the wire; some such errors have no words of their own."""
    return str(error) or type(error).__name__
