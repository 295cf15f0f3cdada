"""The window of a model: how much of a conversation a question may hold, so that its server cuts nothing in silence.

What is left out is the oldest; the system's words and the newest message stay. How long a question may be is learnt
from what the server refuses as too long, and from the tokens that it counts.
"""

import json
import logging
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from performer.core.own_text import own
from performer.models.http.lines import ServerError
from performer.models.http.server_client import Body
from performer.models.model import AssistantMessage, ChatMessage, StepRequest, SystemMessage, ToolMessage

_log = logging.getLogger(__name__)

_TOO_LONG: Final = re.compile(
    r"context (length|window|size)|maximum context|\b(prompt|input|request)\b.{0,40}\btoo (long|large)|too many tokens"
)
_REFUSED: Final = (400, 413, 422, 500)
_SMALLER: Final = 0.75
"""The share of a question that is tried next, when one was too long and nothing tells by how much."""
_LEFT_WHERE_CUT: Final = 8
"""Tokens of the window that are left at most where a server cut a question to fit."""
_PICTURE_CHARS: Final = 3000
"""What a picture counts for; servers take some 800 tokens for one."""
_ASKED: Final = ("messages", "tools", "format", "response_format")
"""The parts of a question's body that a model reads."""


class PromptWindow:
    """Keeps the questions to one model short enough.

    `tokens` is what its server loads the model for; None where only a refusal shows that.
    """

    def __init__(self, name: str, tokens: int | None) -> None:
        self._name, self._tokens = name, tokens
        self._most: float | None = None
        """The most characters of a question; None: none was too long yet."""
        self._is_reported = False

    @property
    def remark(self) -> str:
        """The clause for the streamer that something is left out; empty while everything fits."""
        if not self._is_reported:
            return ""
        left_out = own("what it was told did not fit its context, so the oldest lines are left out")
        if self._tokens is None:
            return left_out
        return own("{left_out} (model.num_ctx is {tokens})", left_out=left_out, tokens=self._tokens)

    def shorten(self, request: StepRequest, body: Body) -> StepRequest:
        """Return a request without so many of its oldest messages that its question, `body`, is short enough."""
        excess = 0.0 if self._most is None else measure(body) - self._most
        if excess <= 0:
            return request
        kept, short = _drop_oldest(request.messages, excess), _drop_oldest(request.short, excess)
        if len(kept) < len(request.messages):
            self.report()
        return replace(request, messages=kept, short=short)

    def report(self) -> None:
        """Report once that something was left out."""
        if not self._is_reported:
            self._is_reported = True
            _log.warning("%s: %s.", self._name, self.remark)

    def take_refusal(self, error: ServerError, body: Body) -> bool:
        """Learn that a question was too long, and return whether that is what its server said."""
        if error.status not in _REFUSED or not _TOO_LONG.search(error.said.lower()):
            return False
        self._most = _SMALLER * measure(body)
        return True

    def take_tokens(self, body: Body, prompt_tokens: int, room: int) -> None:
        """Learn from the tokens that a server counted of a question, with so much room for its answer.

        Where both do not fit, the server cut the question in silence, or forgets its beginning while it answers.
        """
        if self._tokens is None or not prompt_tokens:
            return
        fits = max(self._tokens - room, self._tokens // 2)
        if prompt_tokens >= self._tokens - _LEFT_WHERE_CUT:  # an old server; how much it cut, nobody knows
            self._most = _SMALLER * measure(body)
        elif prompt_tokens > fits:
            self._most = measure(body) * fits / prompt_tokens
        elif self._most is not None:
            self._most = max(self._most, measure(body) * fits / prompt_tokens)


def measure(body: Body) -> float:
    """Return the characters of a question as its server gets it, its pictures counted as so many."""
    pictures = 0

    def without_pictures(message: dict[str, Any]) -> dict[str, Any]:
        nonlocal pictures
        pictures += len(message.get("images", ()))
        content = message.get("content")
        if isinstance(content, list):
            texts = [each for each in content if each.get("type") == "text"]
            pictures += len(content) - len(texts)
            content = texts
        return {**message, "content": content, "images": ()}

    read = {key: body[key] for key in _ASKED if key in body}
    read["messages"] = [without_pictures(each) for each in body["messages"]]
    return len(json.dumps(read, ensure_ascii=False, default=str)) + _PICTURE_CHARS * pictures


def _drop_oldest(messages: Sequence[ChatMessage], excess: float) -> tuple[ChatMessage, ...]:
    """Return messages without the oldest ones, of at least so many characters in all; a result goes with its call.

    The system's words and the newest message stay, and the conversation does not begin with the model's own words.
    """
    kept = list(messages)
    dropped = 0
    while True:
        at = next((number for number, each in enumerate(kept) if not isinstance(each, SystemMessage)), len(kept))
        is_part = at < len(kept) and isinstance(kept[at], AssistantMessage | ToolMessage)
        goes_on = dropped < excess or (dropped > 0 and is_part)
        if at >= len(kept) - 1 or not goes_on:
            return tuple(kept)
        dropped += len(kept.pop(at).text) + _AROUND


_AROUND: Final = 40
"""Characters of a message besides its text."""
