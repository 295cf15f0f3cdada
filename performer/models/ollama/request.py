"""The body of a question to Ollama's `/api/chat`.

`num_ctx` and the other load-time options are the same in every request, or the server would load the model anew.
"""

import base64
import os
import re
import sys
from functools import cache
from pathlib import Path
from typing import Final

from performer.core.loopback import is_loopback
from performer.core.values import dataclass
from performer.models.driver.reaction import ROOM_TO_THINK
from performer.models.driver.request import Question
from performer.models.driver.request_builder import Body, RequestBuilder, write_plain
from performer.models.driver.server_quirks import ServerQuirk
from performer.models.http.server_client import format_tool_offer
from performer.models.model import AssistantMessage, ChatMessage, ToolMessage, UserMessage
from performer.models.settings import ModelSettings

_HAS_LEVELS = re.compile(r"gpt-?oss", re.IGNORECASE)
"""Models that always think, and take a word for how much; false is passed over."""


@dataclass(frozen=True, kw_only=True)
class OllamaRequestBuilder(RequestBuilder):
    """Builds the questions to one model of an Ollama.

    `format` never goes with `tools`, which then call nothing, nor with `think`: told not to think, some servers
    forget the format. So a model that can think does, and is given the room.
    """

    threads: int = 0
    """Threads that its server is to compute with; 0: as it likes. The same in each request, for it is a load option."""

    def warm_up(self) -> Body:
        """Build the empty question by which the server loads the model and keeps it."""
        return {**self.build(Question(messages=())), "stream": False}

    @property
    def think(self) -> bool | str | None:
        """The server's option for thinking; None when it gets none."""
        if not self.thinks or ServerQuirk.REFUSES_THINK in self.quirks:
            return None
        if _HAS_LEVELS.search(self.model):
            return "medium" if self.settings.think else "low"
        return self.settings.think

    def may_think(self, body: Body) -> bool:
        """Whether a question lets the model think, and gives it the room."""
        return self._will_think(body.get("think"))

    def _will_think(self, told: bool | str | None) -> bool:
        return (self.thinks and told is not False) or ServerQuirk.THINKS_ALOUD in self.quirks

    def build(self, question: Question) -> Body:
        """Write a question as `/api/chat` takes it."""
        think = None if question.schema else self.think
        most = question.tokens or self.settings.num_predict
        only_reads = most == 1
        body: Body = {
            "model": self.model,
            "stream": True,
            "keep_alive": _encode_keep_alive(self.settings.keep_alive),
            "options": {
                "num_ctx": self.settings.num_ctx,
                "num_predict": most + (ROOM_TO_THINK if self._will_think(think) and not only_reads else 0),
                "temperature": self.settings.temperature,
                **({"num_thread": self.threads} if self.threads else {}),
            },
            "messages": [self._write(each) for each in question.messages],
            "truncate": question.may_be_cut,
        }
        if question.stop and not self.can_begin_with_thinking:
            body["options"]["stop"] = list(question.stop)
        if think is not None:
            body["think"] = think
        if question.tools:
            body["tools"] = [format_tool_offer(each) for each in question.tools]
        return {**body, "format": question.schema} if question.schema else body

    def _write(self, message: ChatMessage) -> Body:
        body = write_plain(message)
        match message:
            case AssistantMessage(calls=calls) if calls:
                body["tool_calls"] = [
                    {"id": call.id, "function": {"index": index, "name": call.name, "arguments": dict(call.arguments)}}
                    for index, call in enumerate(calls)
                ]
            case ToolMessage(call=call):
                body |= {"tool_name": call.name, "tool_call_id": call.id}
            case UserMessage(pictures=pictures) if pictures and self.sees:
                body["images"] = [base64.b64encode(picture).decode("ascii") for picture in pictures]
        return body


def _encode_keep_alive(written: str) -> str | int:
    """Return bare seconds as a number: the server reads a string as a duration with its unit only."""
    return int(written) if written.lstrip("-").isdecimal() else written


_TOPOLOGY: Final = Path("/sys/devices/system/cpu")
_MANY: Final = 8
"""From so many processors on they are taken for two of a core, where the system does not say."""


def choose_threads(url: str, settings: ModelSettings) -> int:
    """Return what is set, or one less than this machine has cores for a server on it; 0: as the server likes.

    Beside one process that keeps a core busy, as a game does, Ollama's default of all cores all but stops (8.6 s a line
    instead of 0.5 s on two cores); one less does not notice, and costs 0.1 s a line when nothing else runs.
    """
    if settings.num_thread:
        return settings.num_thread
    return max(1, count_cores() - 1) if is_loopback(url) else 0


@cache
def count_cores() -> int:
    """Return how many cores this process may compute on; two processors of one core count once."""
    usable = os.sched_getaffinity(0) if sys.platform == "linux" else frozenset(range(os.cpu_count() or 1))
    siblings = {_read_siblings(number) for number in usable}
    if "" not in siblings:
        return len(siblings)
    return len(usable) // 2 if len(usable) >= _MANY else len(usable)


def _read_siblings(processor: int) -> str:
    """Return which processors share the core of one; empty where the system does not say."""
    try:
        return (_TOPOLOGY / f"cpu{processor}" / "topology" / "thread_siblings_list").read_text().strip()
    except OSError:
        return ""
