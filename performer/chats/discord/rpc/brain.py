"""A brain, as its Discord knows it: what it has asked within one session, and the line it is on now, if it is."""

import hashlib
from functools import partial
from typing import Any, Final

import anyio
from aiohttp import WSCloseCode
from anyio.abc import TaskGroup

from performer.chats.discord.hub import DiscordFailed, NoncedIO
from performer.chats.discord.rpc import protocol
from performer.chats.discord.rpc.protocol import Answered, Asked, Envelope, Id, UnreadableMessageError
from performer.chats.discord.rpc.session import AnswerCache
from performer.chats.discord.rpc.socket import RpcSocket
from performer.chats.discord.wire.calls import Call, Send
from performer.core.clock import Clock
from performer.core.process.supervisor import run_contained

DEADLINE_S: Final = 22.0
"""The bot itself gives a call 20 s, and then knows better whether it may have been done."""
AT_ONCE: Final = 32
"""Calls that are done at once; more of them wait."""
MOST_WAITING: Final = 1_000
_FORGOTTEN: Final = "It was done before, and what came of it is not kept any more."


class RpcSession:
    """One session.

    Args:
        clock: Whose seconds count.
        io: Who does what is asked.
        tasks: In which it is done; a lost line ends no call.
        session: Its id.
        name: What it calls itself.
        deadline_s: How long a call may take.
    """

    def __init__(
        self, *, clock: Clock, io: NoncedIO, tasks: TaskGroup, session: str, name: str, deadline_s: float = DEADLINE_S
    ) -> None:
        self.session = session
        self.name = name
        self.line: RpcSocket | None = None
        self.under_way = 0
        """Calls that were begun and have not ended."""
        self._clock = clock
        self._io = io
        self._tasks = tasks
        self._deadline_s = deadline_s
        self._answers = AnswerCache()
        self._at_once = anyio.Semaphore(AT_ONCE)
        self._rested = anyio.Event()
        self._said = 0

    def join(self, line: RpcSocket) -> None:
        """Take a line; one that was there before is closed."""
        before, self.line = self.line, line
        if before is not None:
            before.leave(WSCloseCode.POLICY_VIOLATION, "The same session came by another line.")

    def part(self, line: RpcSocket) -> None:
        """Let a line go."""
        if self.line is line:
            self.line = None

    async def rested(self) -> None:
        """Return once no call is under way."""
        while self.under_way:
            self._rested = anyio.Event()
            await self._rested.wait()

    def hear(self, text: str) -> None:
        """Do what a message asks; what cannot be read, or is no call, is answered as a failed one."""
        try:
            message = protocol.parse_envelope(text)
        except UnreadableMessageError as error:
            self._refuse(error.id, DiscordFailed("bad_arguments", str(error), ""))
            return
        if message.op != Asked.op:
            sentence = f"There is no '{message.op}' that a brain may send; there is {Asked.op}."
            self._refuse(message.id, DiscordFailed("unknown_method", sentence, ""))
            return
        try:
            self._take(message, text)
        except DiscordFailed as failed:
            self._refuse(message.id, failed)

    def _take(self, message: Envelope, text: str) -> None:
        """Begin a call, or answer one that was asked before."""
        call = protocol.parse_call(message.payload)
        if len(text) > protocol.MOST_PLAIN and not isinstance(call, Send):
            raise DiscordFailed("bad_arguments", f"That is longer than {protocol.MOST_PLAIN} characters.", call.method)
        asked = repr(message.payload)
        if self._answers.is_other(message.id, asked):
            sentence = f"The id '{message.id}' was another call's within this session; every call has its own."
            raise DiscordFailed("bad_arguments", sentence, call.method)
        if self.under_way >= MOST_WAITING and not self._answers.is_known(message.id):
            raise DiscordFailed("denied", f"{self.under_way} calls are under way; wait for answers.", call.method)
        if self._answers.begin(message.id, asked, repeats=call.repeats):
            self.under_way += 1
            self._tasks.start_soon(self._do, message.id, call)
        elif not self._answers.is_under_way(message.id):
            self._answer_again(message.id, call)

    def _answer_again(self, id_: Id, call: Call[Any]) -> None:
        answer = self._answers.answer(id_)
        if answer is None:
            raise DiscordFailed("unknown_outcome", _FORGOTTEN, call.method)
        self._send(answer)

    async def _do(self, id_: Id, call: Call[Any]) -> None:
        try:
            payload = await self._outcome(id_, call)
        finally:
            self.under_way -= 1
            self._rested.set()
        answer = self._written(payload, id_, call)
        self._answers.end(id_, answer)
        self._send(answer)

    async def _outcome(self, id_: Id, call: Call[Any]) -> dict[str, Any]:
        """Have a call done in time, and give what came of it as a payload."""
        with self._clock.move_on_after(self._deadline_s):
            broke = protocol.make_failure_payload(
                DiscordFailed("discord_error", "It failed; the log says why.", call.method)
            )
            try:
                return await run_contained(f"The call '{call.method}'", partial(self._done, id_, call), broke)
            except DiscordFailed as failed:
                return protocol.make_failure_payload(failed)
        maybe = "" if call.repeats else " It may have been done all the same."
        late = DiscordFailed("deadline", f"It took more than {self._deadline_s:g} s.{maybe}", call.method)
        return protocol.make_failure_payload(late)

    async def _done(self, id_: Id, call: Call[Any]) -> dict[str, Any]:
        async with self._at_once:
            return protocol.make_answer_payload(call, await self._io.call(call, nonce=_nonce(self.session, id_)))

    def _written(self, payload: dict[str, Any], id_: Id, call: Call[Any]) -> str:
        self._said += 1
        answer = protocol.format_envelope(f"r{self._said}", Answered.op, payload, id_)
        if len(answer) <= protocol.MOST_FRAME:
            return answer
        long = DiscordFailed("discord_error", f"The answer is longer than {protocol.MOST_FRAME} bytes.", call.method)
        return protocol.format_envelope(f"r{self._said}", Answered.op, protocol.make_failure_payload(long), id_)

    def _refuse(self, id_: Id | None, failed: DiscordFailed) -> None:
        self._said += 1
        self._send(protocol.format_envelope(f"r{self._said}", Answered.op, protocol.make_failure_payload(failed), id_))

    def _send(self, text: str) -> None:
        if self.line is not None:
            self.line.send(text)


def _nonce(session: str, id_: Id) -> str:
    """Make a nonce of a call's id: the same for the same call, and another one for every other session's."""
    return hashlib.blake2b(f"{session}\0{id_!r}".encode(), digest_size=12).hexdigest()
