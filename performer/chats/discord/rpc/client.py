"""A Discord on another machine: the same port as the bot in this process, over the WebSocket of a `discord-io`."""

import itertools
import logging
import platform
import secrets
from collections.abc import Callable
from dataclasses import field
from typing import Any, Final, TypeVar

import aiohttp
import anyio
from anyio.abc import TaskStatus

from performer.chats.discord.hub import DiscordFailed, EventReader
from performer.chats.discord.rpc import protocol
from performer.chats.discord.rpc.handshake import ConnectionRefused, RpcConnector, describe_error
from performer.chats.discord.rpc.outgoing import MOST_WORDS, OutgoingMessage, OutgoingStore
from performer.chats.discord.rpc.pending import PendingCall, PendingCalls
from performer.chats.discord.rpc.protocol import Answered, Asked, Envelope, Lost, Welcome
from performer.chats.discord.wire.calls import Call, Send
from performer.chats.discord.wire.values import DiscordEvent, LinkChanged
from performer.core.clock import Clock
from performer.core.own_text import own
from performer.core.process.backoff import generate_delays_s
from performer.core.redact.secret_value import ServerKey
from performer.core.values import dataclass

_log = logging.getLogger(__name__)

T = TypeVar("T")

DEADLINE_S: Final = 25.0
"""How long a call may take in all, a little more than the other side allows it."""
_AWAY_AFTER_S: Final = 5.0
"""After so long without a connection calls fail at once, until there is one again."""
_FIRST_DELAY_S: Final = 0.05
_LONGEST_DELAY_S: Final = 60.0


@dataclass(eq=False, kw_only=True)
class RemoteDiscord:
    """The port `DiscordIO` over a WebSocket.

    A connection that is cut and mended at once is no news: calls that are under way are sent again, and missed events
    follow.
    """

    clock: Clock
    address: str
    """As ws://HOST:PORT."""
    key: ServerKey
    name: str = ""
    """The brain's name, by which the other side knows it; empty: the machine's name."""
    sendings: OutgoingStore | None = None
    """Keeps over a restart the messages that are on their way; None: nothing does."""
    report: Callable[[OutgoingMessage], None] = lambda _sending: None
    """Told of each message of an earlier run of which nobody knows whether it was written."""
    deadline_s: float = DEADLINE_S
    """How long a call may take."""
    lost: int = field(default=0, init=False)
    """Events that were missed for good."""

    def __post_init__(self) -> None:
        self._session = secrets.token_urlsafe(12)
        name = self.name or platform.node() or "performer"
        self._connector = RpcConnector(self.clock, self.address, self.key, session=self._session, name=name)
        self._has_reported = False
        self._ids = itertools.count(1)
        self._calls = PendingCalls(self._note_end)
        self._seen: int | None = None
        self._away = ""
        """Why calls fail at once, while they do."""
        self._link: LinkChanged | None = None
        """The state of the link that was told last."""
        self._hear: EventReader = lambda _event: None
        self._is_known = anyio.Event()
        self._was_useful = False
        """Whether anything came over the newest connection."""

    async def run(self, hear: EventReader, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Keep the connection up until cancelled, and hand on events; ready once the link's state is known."""
        self._hear, self._is_known = hear, anyio.Event()
        await self._report_unanswered()
        async with aiohttp.ClientSession() as session, anyio.create_task_group() as tasks:
            tasks.start_soon(self._keep_up, session)
            await self._is_known.wait()
            task_status.started()

    async def call(self, call: Call[T]) -> T:
        """Make a call, and return its answer, as `DiscordIO` says."""
        pending = self._make_pending(call)
        if self.sendings and isinstance(call, Send) and not call.nonce:  # else it is sent again after a restart
            at, words = self.clock.utc(), call.content[:MOST_WORDS]
            await self.sendings.begin(OutgoingMessage(id=pending.id, channel_id=call.channel_id, words=words, at=at))
        self._calls.add(pending)
        try:
            with self.clock.move_on_after(self.deadline_s):
                await pending.ended.wait()
            if not pending.ended.is_set():
                self._calls.fail(pending, self._make_timeout(pending))
        finally:
            self._calls.give_up(pending)
        value: T = pending.read_value()
        return value

    async def _report_unanswered(self) -> None:
        """Report the messages of an earlier process, once: later there are sendings of our own."""
        if self._has_reported or self.sendings is None:
            return
        self._has_reported = True
        for sending in await self.sendings.take_unanswered():
            _log.warning("A message to channel %s was on its way when the last run ended.", sending.channel_id)
            self.report(sending)

    def _make_pending(self, call: Call[Any]) -> PendingCall:
        if self._away:
            raise DiscordFailed("link", self._away, call.method)
        id_ = f"{self._session[:8]}-{next(self._ids)}"
        text = protocol.format_envelope(id_, Asked.op, protocol.make_call_payload(call))
        if len(text) > (protocol.MOST_FRAME if isinstance(call, Send) else protocol.MOST_PLAIN):
            raise DiscordFailed("bad_arguments", f"With {len(text)} bytes it is too long to be sent.", call.method)
        return PendingCall(id=id_, call=call, text=text)

    def _make_timeout(self, pending: PendingCall) -> DiscordFailed:
        sentence = f"No answer came within {self.deadline_s:g} s"
        if pending.may_be_done:
            return DiscordFailed("unknown_outcome", f"{sentence}; it may have been done.", pending.call.method)
        return DiscordFailed("deadline", f"{sentence}.", pending.call.method)

    def _note_end(self, pending: PendingCall) -> None:
        if self.sendings and isinstance(pending.call, Send):
            self.sendings.end(pending.id)

    async def _keep_up(self, session: aiohttp.ClientSession) -> None:
        """Connect, again and again, with growing pauses while nothing comes of it."""
        if self._connector.trouble:
            await self._stay_away(self._connector.trouble)
        delays = generate_delays_s(_FIRST_DELAY_S, _LONGEST_DELAY_S)
        left_s = self.clock.now()
        while True:
            self._was_useful = False
            try:
                await self._connect_once(session)
                left_s = self.clock.now()
            except ConnectionRefused as refused:
                if not refused.retry:
                    await self._stay_away(str(refused))
                self._be_away(str(refused))
            except (aiohttp.ClientError, OSError, ValueError) as error:
                cannot = own(
                    "The discord-io at {at} cannot be reached: {why}", at=self.address, why=describe_error(error)
                )
                reason = own("{cannot}. Is it started there? It is tried again.", cannot=cannot)
                self._tell_down(reason)
                if self.clock.now() - left_s >= _AWAY_AFTER_S:
                    self._be_away(reason)
            if self._was_useful:
                delays = generate_delays_s(_FIRST_DELAY_S, _LONGEST_DELAY_S)
            await self.clock.sleep(next(delays) * (0.5 + self.clock.chance.random() / 2))

    async def _connect_once(self, session: aiohttp.ClientSession) -> None:
        """Connect, and write and read until the connection ends; raises as `RpcConnector.connect` does."""
        socket, welcome = await self._connector.connect(session, self._seen)
        try:
            self._begin_connection(welcome)
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._write, socket)
                async for frame in socket:
                    if frame.type is not aiohttp.WSMsgType.TEXT:
                        break
                    self._read(frame.data)
                tasks.cancel_scope.cancel()
        finally:
            with anyio.CancelScope(shield=True):
                await socket.close()

    def _begin_connection(self, welcome: Welcome) -> None:
        """Send unanswered calls again, and tell the state of the link."""
        if not welcome.is_resumed or self._seen is None:
            self._seen = welcome.seen
        self._away = ""
        self._calls.begin_connection(is_resumed=welcome.is_resumed)
        self._tell(welcome.link)
        self._is_known.set()

    async def _write(self, socket: aiohttp.ClientWebSocketResponse[bool]) -> None:
        try:
            while True:
                await socket.send_str((await self._calls.wait_for_next()).text)
        except (ConnectionResetError, aiohttp.ClientError):
            return  # whoever reads sees the end of the line too

    def _read(self, text: str) -> None:
        """Read an answer or an event; a message that cannot be read is ignored."""
        try:
            message = protocol.parse_envelope(text)
            if message.op == Answered.op:
                self._calls.answer(message.reply_to, message.payload)
            elif message.op == Lost.op:
                count = Lost.model_validate(message.payload).count
                self.lost, self._seen = self.lost + count, (self._seen or 0) + count
                _log.warning("%d things that happened at Discord were missed while the line was down.", count)
            elif message.op.startswith("event/"):
                self._take_event(message)
        except ValueError as error:
            _log.info("The discord-io at %s said what nobody understands: %s", self.address, error)
        self._was_useful = True

    def _take_event(self, message: Envelope) -> None:
        number = int(message.id)
        if self._seen is not None and number <= self._seen:
            return
        self._seen = number
        event = protocol.parse_event(message)
        if event is not None:
            self._tell(event)

    def _tell(self, event: DiscordEvent) -> None:
        """Call `hear` for an event, unless it is a state of the link that is told already."""
        if isinstance(event, LinkChanged):
            if event == self._link:
                return
            self._link = event
        self._hear(event)

    def _tell_down(self, reason: str) -> None:
        me = self._link.me if self._link else None
        self._tell(LinkChanged(is_up=False, me=me, reason=reason))
        self._is_known.set()

    def _be_away(self, reason: str) -> None:
        """Make calls fail at once from now on."""
        self._away = reason
        self._tell_down(reason)
        self._calls.fail_unsendable(reason)

    async def _stay_away(self, reason: str) -> None:
        """Make calls fail for good: only a person can mend it."""
        self._be_away(reason)
        await anyio.sleep_forever()
