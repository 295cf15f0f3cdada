"""The session of a brain: what it has asked, and its connection while it has one.

A call that is sent again is answered again, and not done again.
"""

import hashlib
from dataclasses import field
from functools import partial
from typing import Any, Final

import anyio
from aiohttp import WSCloseCode
from anyio.abc import TaskGroup

from performer.chats.discord.hub import DiscordFailed, NoncedIO
from performer.chats.discord.rpc import protocol
from performer.chats.discord.rpc.protocol import Answered, Asked, Envelope, Id, UnreadableMessageError
from performer.chats.discord.rpc.socket import RpcSocket
from performer.chats.discord.wire.calls import Call, Send
from performer.core.clock import Clock
from performer.core.process.supervisor import run_contained
from performer.core.values import dataclass

DEADLINE_S: Final = 22.0
"""The bot itself gives a call 20 s, and then knows better whether it may have been done."""
AT_ONCE: Final = 32
"""Calls that are done at once; more of them wait."""
MOST_WAITING: Final = 1_000
MOST_IDS: Final = 10_000
"""Calls of which it is known that they were asked; of older ones nothing is."""
MOST_KEPT: Final = 16 * 1024 * 1024
"""Characters of all kept answers together."""
LONGEST: Final = 64 * 1024
"""Characters of an answer that is kept; a longer one is only kept when its call may not be done again."""
_FORGOTTEN: Final = "It was done before, and what came of it is not kept any more."


@dataclass
class _KnownCall:
    """A call that was asked."""

    digest: bytes
    """The digest of what was asked."""
    answer: str | None = None
    """None while the call is under way, and when its answer is not kept any more."""
    is_done: bool = False
    repeats: bool = False

    def is_same(self, asked: str) -> bool:
        return self.digest == _digest(asked)


class AnswerCache(dict[Id, _KnownCall]):
    """The calls that were asked before, by their ids, and their answers; within bounds, the oldest goes first."""

    _size = 0

    def begin(self, id_: Id, asked: str, *, repeats: bool) -> None:
        """Add a call that is not known."""
        self[id_] = _KnownCall(digest=_digest(asked), repeats=repeats)
        self._drop_oldest()

    def end(self, id_: Id, answer: str) -> None:
        """Keep the answer to a call."""
        known = self.get(id_)
        if known is None:
            return
        known.is_done = True
        if known.repeats and len(answer) > LONGEST:
            del self[id_]  # whoever asks for it again gets it anew
            return
        known.answer = answer
        self._size += len(answer)
        self._drop_oldest()

    def _drop_oldest(self) -> None:
        """Drop the oldest answers while there is too much; calls too, if they may be done again or are too many."""
        while (is_crowded := len(self) > MOST_IDS) or self._size > MOST_KEPT:
            done = (each for each in self.items() if each[1].is_done and (each[1].answer or is_crowded))
            id_, known = next(done, (None, None))
            if id_ is None or known is None:
                return
            self._size -= len(known.answer or "")
            known.answer = None
            if known.repeats or is_crowded:
                del self[id_]


def _digest(asked: str) -> bytes:
    return hashlib.blake2b(asked.encode(), digest_size=16).digest()


@dataclass(eq=False)
class RpcSession:
    """A session of a brain."""

    _clock: Clock
    _io: NoncedIO
    _tasks: TaskGroup
    """In which calls are made; a lost connection ends no call."""
    session: str
    """The session's id."""
    name: str
    """The brain's name for itself."""
    _deadline_s: float
    """How long a call may take."""
    socket: RpcSocket | None = field(default=None, init=False)
    under_way: int = field(default=0, init=False)
    """Calls that were begun and have not ended."""
    _answers: AnswerCache = field(default_factory=AnswerCache, init=False)
    _at_once: anyio.Semaphore = field(default_factory=lambda: anyio.Semaphore(AT_ONCE), init=False)
    _rested: anyio.Event = field(default_factory=anyio.Event, init=False)
    _sent: int = field(default=0, init=False)

    def attach(self, socket: RpcSocket) -> None:
        """Use a connection from now on, and close the one that was there before."""
        before, self.socket = self.socket, socket
        if before is not None:
            before.leave(WSCloseCode.POLICY_VIOLATION, "The same session came by another line.")

    def detach(self, socket: RpcSocket) -> None:
        """Forget a connection that has ended."""
        if self.socket is socket:
            self.socket = None

    async def rest(self) -> None:
        """Wait until no call is under way."""
        while self.under_way:
            self._rested = anyio.Event()
            await self._rested.wait()

    def hear(self, text: str) -> None:
        """Do what a message asks; what cannot be read, or is no call, is answered by a failure."""
        id_: Id | None = None
        try:
            message = protocol.parse_envelope(text)
            id_ = message.id
            self._begin(message, text)
        except UnreadableMessageError as error:
            self._refuse(error.id, DiscordFailed("bad_arguments", str(error), ""))
        except DiscordFailed as failed:
            self._refuse(id_, failed)

    def _begin(self, message: Envelope, text: str) -> None:
        """Begin a call, or answer one that was asked before."""
        if message.op != Asked.op:
            sentence = f"There is no '{message.op}' that a brain may send; there is {Asked.op}."
            raise DiscordFailed("unknown_method", sentence, "")
        call = protocol.parse_call(message.payload)
        if len(text) > protocol.MOST_PLAIN and not isinstance(call, Send):
            raise DiscordFailed("bad_arguments", f"That is longer than {protocol.MOST_PLAIN} characters.", call.method)
        asked = repr(message.payload)
        known = self._answers.get(message.id)
        if known is None:
            if self.under_way >= MOST_WAITING:
                raise DiscordFailed("denied", f"{self.under_way} calls are under way; wait for answers.", call.method)
            self._answers.begin(message.id, asked, repeats=call.repeats)
            self.under_way += 1
            self._tasks.start_soon(self._run, message.id, call)
        elif not known.is_same(asked):
            sentence = f"The id '{message.id}' was another call's within this session; every call has its own."
            raise DiscordFailed("bad_arguments", sentence, call.method)
        elif known.is_done:
            if known.answer is None:
                raise DiscordFailed("unknown_outcome", _FORGOTTEN, call.method)
            self._send(known.answer)

    async def _run(self, id_: Id, call: Call[Any]) -> None:
        try:
            payload = await self._call_in_time(id_, call)
        finally:
            self.under_way -= 1
            self._rested.set()
        answer = self._format_answer(payload, id_)
        if len(answer) > protocol.MOST_FRAME:
            sentence = f"The answer is longer than {protocol.MOST_FRAME} bytes."
            failed = DiscordFailed("discord_error", sentence, call.method)
            answer = self._format_answer(protocol.make_failure_payload(failed), id_)
        self._answers.end(id_, answer)
        self._send(answer)

    async def _call_in_time(self, id_: Id, call: Call[Any]) -> dict[str, Any]:
        """Make a call within its time, and return the payload of its answer."""
        with self._clock.move_on_after(self._deadline_s):
            broke = protocol.make_failure_payload(
                DiscordFailed("discord_error", "It failed; the log says why.", call.method)
            )
            try:
                return await run_contained(f"The call '{call.method}'", partial(self._call, id_, call), broke)
            except DiscordFailed as failed:
                return protocol.make_failure_payload(failed)
        maybe = "" if call.repeats else " It may have been done all the same."
        late = DiscordFailed("deadline", f"It took more than {self._deadline_s:g} s.{maybe}", call.method)
        return protocol.make_failure_payload(late)

    async def _call(self, id_: Id, call: Call[Any]) -> dict[str, Any]:
        # The nonce is the same for the same call, and another one for every other session's.
        nonce = hashlib.blake2b(f"{self.session}\0{id_!r}".encode(), digest_size=12).hexdigest()
        async with self._at_once:
            return protocol.make_answer_payload(call, await self._io.call(call, nonce=nonce))

    def _format_answer(self, payload: dict[str, Any], id_: Id | None) -> str:
        self._sent += 1
        return protocol.format_envelope(f"r{self._sent}", Answered.op, payload, id_)

    def _refuse(self, id_: Id | None, failed: DiscordFailed) -> None:
        self._send(self._format_answer(protocol.make_failure_payload(failed), id_))

    def _send(self, text: str) -> None:
        if self.socket is not None:
            self.socket.send(text)
