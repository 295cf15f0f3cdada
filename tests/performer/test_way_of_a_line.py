"""The way of a line: from a message in Discord's gateway to its answer's first sound, in calls of functions of ours.

Whatever is on its way (the line, the prompt, the answer, its sound) is handed on by calls, and now and then put down
for another task or another process to pick up. At each of these points the calls on the stack count, from the function
that picked it up on: those that were made since the line came. Reads of properties, comprehensions and the making of
values are no calls of it.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR
from pathlib import Path
from types import FrameType
from typing import Any, Final

import pytest

import performer
from performer.agent.director.turns import TurnRegister
from performer.agent.queue.chat_lines import ChatLines
from performer.chats.discord.hub import DiscordHub
from performer.core.events.speech import SentenceReady
from performer.core.events.stream import EventStream
from performer.models.http.server_client import HttpServer
from performer.speech.output.recording import SentenceSound
from performer.speech.output.synthesis_queue import SynthesisQueue
from performer.speech.voices.http import HttpVoice
from performer.stage.connections import StageClient
from tests.e2e.in_discord import venue

pytestmark = pytest.mark.anyio

MOST_CALLS: Final = 50
LINE: Final = "do you fear bats?"
_OURS: Final = str(Path(performer.__file__).parent)
_MAY_WAIT: Final = CO_COROUTINE | CO_GENERATOR | CO_ASYNC_GENERATOR

Locals = Mapping[str, Any]


def _always(_given: Locals) -> bool:
    return True


HANDOVERS: Final[tuple[tuple[str, Callable[..., object], Callable[[Locals], bool]], ...]] = (
    ("the link's reader", DiscordHub._hear, lambda given: LINE in repr(given["event"])),
    ("the queue of cues", ChatLines.put, _always),
    ("the task of the turn", TurnRegister.begin, _always),
    ("the model's server", HttpServer._send, _always),
    ("the speaker", EventStream.publish, lambda given: isinstance(given["event"], SentenceReady)),
    ("the synthesizer", SynthesisQueue.add, _always),
    ("the voice's server", HttpVoice._request, _always),
    ("the recording", SentenceSound.add, _always),
    ("the client's queue", StageClient.send, lambda given: isinstance(given["frames"][-1], bytes)),
)
"""Where what is on its way is put down, in this order: who picks it up, the function, and whether it is this line's."""


class Way:
    """The calls on the way, noted at each point where something is put down."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, str]] = []
        """Each with the point that it leads to."""
        self._counted: list[FrameType] = []
        self._new: set[FrameType] = set()
        """The calls that were made since the line came."""
        self._left = list(HANDOVERS)

    @property
    def missing(self) -> list[str]:
        """The points that were not reached, in their order."""
        return [name for name, _, _ in self._left]

    @property
    def told(self) -> str:
        """The way in lines, for whoever has to make it shorter."""
        return "\n".join(f"{number:3} {call}  → {to}" for number, (to, call) in enumerate(self.calls, start=1))

    def follow(self, frame: FrameType, event: str, _arg: object) -> None:
        """Note a call, as `sys.setprofile` tells it."""
        code = frame.f_code
        if not code.co_filename.startswith(_OURS):
            return
        if event == "return" and not code.co_flags & _MAY_WAIT:
            self._new.discard(frame)
        if event != "call":
            return
        if frame.f_lineno == code.co_firstlineno:  # else it only goes on after a wait
            self._new.add(frame)
        if self._left:
            name, put_down, is_this = self._left[0]
            if code is put_down.__code__ and is_this(frame.f_locals):
                del self._left[0]
                self._count(name, frame)

    def _count(self, name: str, frame: FrameType) -> None:
        for each in reversed(list(_unroll(frame, self._new))):
            if each not in self._counted:
                self._counted.append(each)
                self.calls.append((name, each.f_code.co_qualname))


def _unroll(frame: FrameType, new: set[FrameType]) -> Iterator[FrameType]:
    """Yield the calls of ours on the stack, the innermost first, to the function that has picked up what came."""
    at: FrameType | None = frame
    while at is not None:
        if at.f_code.co_filename.startswith(_OURS) and at.f_code.co_name[0] != "<":
            yield at
            if at not in new:
                return
        at = at.f_back


@contextmanager
def followed() -> Iterator[Way]:
    """Note the way of what comes in this block."""
    way = Way()
    sys.setprofile(way.follow)
    try:
        yield way
    finally:
        sys.setprofile(None)


async def test_a_line_is_heard_after_few_calls(tmp_path: Path) -> None:
    async with venue() as there, there.show(tmp_path / "home") as it:
        there.ollama.reply("Bats are only mice with umbrellas. They are rather shy.")
        with followed() as way:
            there.say(there.stage, LINE)
            await it.sinks.until(lambda: not way.missing, "the sound of the answer")

    assert not way.missing
    assert len(way.calls) <= MOST_CALLS, f"{len(way.calls)} calls:\n{way.told}"
