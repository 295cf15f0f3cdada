"""The director: decides when to act. The gate is code; what to say is the model's affair, and silence is its right.

One turn is written at a time. While it is heard the next may be written, and waits behind it: at most one.

The pauses: who wants the performer to keep quiet, and why; it is paused while any reason holds.
"""

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.agent.director.ports import DirectorSettings, Pacing, SpeakerPort, TurnPerformer
from performer.agent.director.precedence import Precedence
from performer.agent.director.turns import RunningTurn, TurnRegister
from performer.agent.queue.queue import CueQueue
from performer.core.clock import Clock
from performer.core.cues import Cue, Rank, SceneCue, SilenceCue, find_rank, find_reply_place
from performer.core.events.parts import Hushed, Paused, Resumed
from performer.core.events.stream import EventStream
from performer.core.speaking_turn import ALWAYS_FREE, Floor

BY_HAND: Final = ("asked", "key")
"""Reasons that the streamer gives and takes away by hand: these silence what the streamer asked for, too."""


class Pauses:
    """The reasons by who gave them, each begun and ended once on the stream."""

    def __init__(self, stream: EventStream) -> None:
        self._stream = stream
        self._holding: dict[str, str] = {}
        self._overruled: dict[str, str] = {}
        self.holding: Mapping[str, str] = MappingProxyType(self._holding)
        """By whom: why."""

    def begin(self, by: str, reason: str) -> bool:
        """Take a reason in and tell whether it is news; one that was overruled is none until it has ended."""
        if reason in (self._holding.get(by), self._overruled.get(by)):
            return False
        self._overruled.pop(by, None)
        self._holding[by] = reason
        self._stream.publish(Paused(by=by, reason=reason))
        return True

    def end(self, by: str) -> None:
        """Take in that a reason is gone."""
        self._overruled.pop(by, None)
        if self._holding.pop(by, None) is not None:
            self._stream.publish(Resumed(by=by))

    def overrule(self) -> None:
        """Let no reason hold that holds now, until it comes anew."""
        overruled = dict(self._holding)
        for by in overruled:
            self.end(by)
        self._overruled.update(overruled)


class Director:
    """Takes cues from anywhere and makes one turn after the other of them.

    Args:
        clock: The show's clock.
        stream: Told of every cue's fate, every cut and pause; tells what is heard.
        settings: How long cues may wait, and how often one may cut a turn.
        performer: Performs the turns.
        mouth: Speaks them.
        pacing: Knows when it is time for a cue.
        floor: Known to be taken while the streamer speaks; nothing but the streamer's own begins to sound then.
        is_spoken: Whether what is answered in a channel is spoken too; what is only written there disturbs nobody.
    """

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        settings: DirectorSettings,
        *,
        performer: TurnPerformer,
        mouth: SpeakerPort,
        pacing: Pacing,
        floor: Floor = ALWAYS_FREE,
        is_spoken: Callable[[str], bool] = lambda _channel: True,
    ) -> None:
        self._clock = clock
        self._stream = stream
        self._pacing = pacing
        self._floor = floor
        self._is_spoken = is_spoken
        self._waiting = CueQueue(stream, settings.ages)
        self._precedence = Precedence(settings.cut_every_s)
        self._pauses = Pauses(stream)
        self._turns = TurnRegister(
            clock,
            stream,
            performer=performer,
            mouth=mouth,
            floor=floor,
            on_change=self._look_again,
            on_over=self._turn_over,
        )
        self._quiet_since_s = clock.now()
        self._is_blind = False
        self._over = ""
        self._wake = anyio.Event()
        self.on_turn_over: Callable[[], None] = lambda: None
        """Called when a turn has been heard, cut, or came to nothing."""
        pacing.on_change = self._look_again

    @property
    def turn(self) -> int | None:
        """The number of the turn that is heard, or else written; None between turns."""
        return next((going.turn for going in self._going if not going.is_cut), None)

    @property
    def asked(self) -> int:
        """How many requests of the streamer's wait."""
        return self._waiting.asked

    @property
    def paused(self) -> bool:
        """Whether it keeps quiet, for any reason."""
        return bool(self.pauses)

    @property
    def pauses(self) -> Mapping[str, str]:
        """The reasons to keep quiet that hold now, by who gave them."""
        return self._pauses.holding

    def cue(self, cue: Cue) -> None:
        """Take a cue in; it becomes a turn, or a CueDropped says why not.

        Raises:
            ServiceError: when too many requests of the streamer's wait already.
        """
        self._waiting.put(cue)
        if self._over:
            self._waiting.clear(self._over)
        self._look_again()

    def forget_lines(self, channel: str, messages: Collection[str]) -> None:
        """Let go of lines of a chat that wait, by their numbers there: their authors took them back."""
        self._waiting.forget(channel, messages)
        self._look_again()

    def reword_line(self, channel: str, message: str, text: str) -> None:
        """Have a line of a chat read as its author has changed it, should it wait."""
        self._waiting.reword(channel, message, text)

    def sight(self, sees: bool) -> None:
        """Take in whether there is anything to see; without it neither the picture nor silence is a reason to speak."""
        self._is_blind = not sees
        self._look_again()

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Make turns of cues until cancelled."""
        self._turns.drop_finished()
        async with anyio.create_task_group() as turns:
            turns.start_soon(self._turns.listen)
            task_status.started()
            while True:
                turns.start_soon(self._turns.perform, await self._next())

    async def hush(self) -> None:
        """Cut whatever is being said or thought, let go of whatever waits, and keep quiet for a while."""
        await self._silence("hush")
        self._stream.publish(Hushed())

    async def _silence(self, reason: str) -> None:
        self._waiting.clear(reason)
        await self._turns.hush(reason)

    async def end(self, reason: str) -> None:
        """Hush for good: whatever comes from now on is let go at once."""
        self._over = reason
        await self._silence(reason)

    async def drop(self, turn: int, reason: str) -> None:
        """Cut a turn that is still on, and nothing else; one that is over is left as it was."""
        self._turns.read_speech_events()
        await self._cut((each, reason) for each in self._going if each.turn == turn and not each.is_cut)

    async def give_way(self, reason: str) -> None:
        """Fall silent for somebody else who speaks: cut what is heard, and comments that are being written.

        What waits goes on waiting, and so does an answer that nobody has heard anything of yet. The streamer's own turn
        is never cut.
        """
        self._turns.read_speech_events()
        await self._cut(
            (each, reason)
            for each in self._going
            if not each.is_operators and (each.has_begun or each.rank >= Rank.EVENT)
        )

    async def pause(self, by: str = "asked", reason: str = "as asked") -> None:
        """Keep quiet until `resume` takes this reason away; several may hold at once.

        The streamer's own hand (`asked`, `key`) silences everything; any other reason lets the streamer's turn end.
        """
        if not self._pauses.begin(by, reason):
            return
        if by in BY_HAND:
            await self._silence(f"paused: {reason}")
            return
        self._waiting.clear(f"paused: {reason}", but_asked=True)
        await self._cut((each, f"paused: {reason}") for each in self._going if not each.is_operators)

    def resume(self, by: str = "asked") -> None:
        """Take a reason for a pause away; when it was the last, the show goes on."""
        self._pauses.end(by)
        self._go_on()

    def resume_all(self) -> None:
        """Go on whatever speaks against it; a reason counts again when it comes anew."""
        self._pauses.overrule()
        self._go_on()

    def _go_on(self) -> None:
        if not self.paused:
            self._quiet_since_s = self._clock.now()
        self._look_again()

    def _look_again(self) -> None:
        self._wake.set()

    def _turn_over(self) -> None:
        self._quiet_since_s = self._clock.now()
        self._look_again()
        self.on_turn_over()

    @property
    def _going(self) -> Sequence[RunningTurn]:
        return self._turns.going

    async def _next(self) -> RunningTurn:
        """Wait for the first cue that may become a turn, the highest first; clear its way, and take it."""
        while True:
            self._wake = anyio.Event()
            self._turns.read_speech_events()
            now_s = self._clock.now()
            self._waiting.drop_expired(now_s)
            ready_s = [(cue, self._ready_s(cue)) for cue in self._waiting.waiting()]
            first = next((cue for cue, at_s in ready_s if at_s <= now_s), None)
            if self._overtakes_s() <= now_s:
                await self._overtake(now_s)
            elif first is not None and (in_the_way := self._precedence.cut(first, self._going, now_s)):
                await self._cut(in_the_way)
            elif first is not None:
                self._waiting.take(first)
                return self._begin(first)
            elif self._silence_s() <= now_s:
                return self._begin(SilenceCue(idle_s=now_s - self._quiet_since_s, at_s=now_s))
            else:
                instants = [at_s for _, at_s in ready_s]
                soonest_s = min([*instants, self._overtakes_s(), self._silence_s(), self._waiting.expires_s()])
                await self._something_new(soonest_s - now_s)

    def _ready_s(self, cue: Cue) -> float:
        """Tell the instant from which a cue may become a turn, as things stand; inf: not before something happens."""
        way_s = self._precedence.find_clear_s(cue, self._going)
        if find_rank(cue) is Rank.OPERATOR:
            return way_s
        if self.paused:
            return math.inf
        if not self._is_spoken(find_reply_place(cue)[0]):
            return way_s
        if not self._floor.is_free or (self._is_blind and isinstance(cue, SceneCue)):
            return math.inf
        return max(way_s, self._pacing.opens_s(cue))

    def _overtakes_s(self) -> float:
        """Tell the instant from which the turn behind may cut the one that is heard."""
        return self._precedence.find_overtaking_s(self._going) if self._floor.is_free else math.inf

    def _silence_s(self) -> float:
        """Tell the instant at which silence becomes a reason to speak: never while anything is heard or written."""
        is_time = self._floor.is_free and not (self._going or self.paused or self._is_blind or self._over)
        return self._pacing.silence_s() if is_time else math.inf

    async def _something_new(self, within_s: float) -> None:
        """Return when there is a reason to look again, or after so long."""
        with self._clock.move_on_after(within_s):
            if self._floor.is_free:
                await self._wake.wait()
                return
            async with anyio.create_task_group() as either:
                either.start_soon(self._look_when_freed)
                await self._wake.wait()
                either.cancel_scope.cancel()

    async def _look_when_freed(self) -> None:
        await self._floor.wait_until_free()
        self._look_again()

    def _begin(self, cue: Cue) -> RunningTurn:
        going = self._turns.begin(cue)
        self._pacing.took(cue)
        return going

    async def _overtake(self, now_s: float) -> None:
        heard, behind = self._going[0], self._going[-1]
        await self._cut([(heard, self._precedence.note_overtaking(behind.cue, now_s))])

    async def _cut(self, turns: Iterable[tuple[RunningTurn, str]]) -> None:
        """Cut turns, each with its reason."""
        for going, reason in list(turns):
            await self._turns.cut(going, reason)
