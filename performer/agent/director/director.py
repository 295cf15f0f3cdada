"""The director: decides when to act. The gate is code; what to say is the model's affair, and silence is its right.

One turn is written at a time. While it is heard the next may be written, and waits behind it: at most one.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import KW_ONLY
from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.agent.director.ports import Pacing, TurnPerformer
from performer.agent.director.precedence import Precedence
from performer.agent.director.turns import RunningTurn, TurnRegister
from performer.agent.queue.inbox import CueInbox, DirectorSettings
from performer.core.cues import Cue, Rank, SceneCue, SilenceCue, find_rank, find_reply_place
from performer.core.events.parts import Hushed, HushEnded
from performer.core.values import dataclass

BY_HAND: Final = ("asked", "key")
"""Reasons that the streamer gives and takes away by hand: these silence what the streamer asked for, too."""


@dataclass(eq=False)
class Director:
    """Makes one turn after the other of the cues in the inbox."""

    settings: DirectorSettings
    inbox: CueInbox
    turns: TurnRegister
    performer: TurnPerformer
    pacing: Pacing
    _: KW_ONLY
    is_spoken: Callable[[str], bool] = lambda _channel: True
    """Whether what is answered in a channel is spoken too; what is only written there disturbs nobody."""

    def __post_init__(self) -> None:
        self._clock = self.turns.clock
        self._precedence = Precedence(self.settings.cut_every_s)
        self._is_blind = False
        self._news = self.inbox.await_news()

    def follow_settings(self) -> None:
        """Act by the settings as they are now."""
        self._precedence.cut_every_s = self.settings.cut_every_s
        self.inbox.change(self.settings)

    def sight(self, sees: bool) -> None:
        """Note whether there is anything to see; without it neither the picture nor silence is a reason to speak."""
        self._is_blind = not sees
        self.inbox.wake()

    @property
    def is_silenced(self) -> bool:
        """Whether the streamer's own hand keeps the show quiet."""
        return any(by in self.turns.pauses for by in BY_HAND)

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Make turns of cues until cancelled."""
        self.turns.drop_finished()
        async with anyio.create_task_group() as turns:
            turns.start_soon(self.turns.listen)
            task_status.started()
            while True:
                cue = await self._next()
                going = self.turns.begin(cue)
                turns.start_soon(self.turns.perform, going, self.performer)
                self.turns.publish_taken(going)  # last, so that the turn is on its way before others hear of it
                self.pacing.took(cue)

    async def hush(self) -> None:
        """Cut whatever is being said or thought, let go of whatever waits, and keep quiet for a while."""
        await self._silence("hush")
        self.turns.stream.publish(Hushed())

    def end_hush(self) -> None:
        """End a hush: it may speak of its own accord again."""
        self.turns.stream.publish(HushEnded())
        self.inbox.wake()

    async def _silence(self, reason: str) -> None:
        self.inbox.clear(reason)
        await self.turns.hush(reason)

    async def unsee(self, reason: str) -> None:
        """Cut the turns that are being written, whoever asked for them: no model may be shown what they saw."""
        await self._cut((each, reason) for each in self.turns.going if not each.is_written)

    async def end(self, reason: str) -> None:
        """Hush for good: whatever comes from now on is let go at once."""
        self.inbox.close(reason)
        await self._silence(reason)

    async def give_way(self, reason: str) -> None:
        """Fall silent for somebody else who speaks: cut what is heard, and comments that are being written.

        What waits goes on waiting, and so does an answer that nobody has heard anything of yet. What the streamer had
        said or asked for is never cut, but an answer to what they typed is.
        """
        self.turns.read_speech_events()
        await self._cut(
            (each, reason)
            for each in self.turns.going
            if (each.is_talk or not each.is_operators) and (each.has_begun or each.rank >= Rank.EVENT)
        )

    async def pause(self, by: str = "asked", reason: str = "as asked") -> None:
        """Keep quiet until `resume` takes this reason away; several may hold at once.

        The streamer's own hand (`asked`, `key`) silences everything; any other reason lets the streamer's turn end.
        """
        if not self.turns.reasons.begin(by, reason):
            return
        if by in BY_HAND:
            await self._silence(f"paused: {reason}")
            return
        self.inbox.clear(f"paused: {reason}", but_asked=True)
        await self._cut((each, f"paused: {reason}") for each in self.turns.going if not each.is_operators)

    def resume(self, by: str = "asked") -> None:
        """Remove a reason for a pause; when it was the last, the show goes on."""
        self.turns.reasons.end(by)
        self._go_on()

    def resume_all(self) -> None:
        """Go on whatever speaks against it; a reason counts again when it comes anew."""
        self.turns.reasons.overrule()
        self._go_on()

    def _go_on(self) -> None:
        if not self.turns.is_paused():
            self.turns.quiet_since_s = self._clock.now()
        self.inbox.wake()

    async def _next(self) -> Cue:
        """Wait for the first cue that may become a turn, the highest first; clear its way, and take it."""
        while True:
            self._news = self.inbox.await_news()
            self.turns.read_speech_events()
            now_s = self._clock.now()
            self.inbox.drop_expired(now_s)
            ready_s = [(cue, self._ready_s(cue)) for cue in self.inbox.waiting()]
            first = next((cue for cue, at_s in ready_s if at_s <= now_s), None)
            if self._overtakes_s() <= now_s:
                await self._overtake(now_s)
            elif first is not None and (in_the_way := self._precedence.cut(first, self.turns.going, now_s)):
                await self._cut(in_the_way)
            elif first is not None:
                self.inbox.take(first)
                return first
            elif self._silence_s() <= now_s:
                return SilenceCue(idle_s=now_s - self.turns.quiet_since_s, at_s=now_s)
            else:
                instants = [at_s for _, at_s in ready_s]
                soonest_s = min([*instants, self._overtakes_s(), self._silence_s(), self.inbox.expires_s()])
                await self._something_new(soonest_s - now_s)

    def _ready_s(self, cue: Cue) -> float:
        """Return the instant from which a cue may become a turn, as things stand; inf: not before something happens."""
        way_s = self._precedence.find_clear_s(cue, self.turns.going)
        if find_rank(cue) is Rank.OPERATOR:
            return way_s
        if self.turns.is_paused():
            return math.inf
        if not self.is_spoken(find_reply_place(cue)[0]):
            return way_s
        if not self.turns.floor.is_free or (self._is_blind and isinstance(cue, SceneCue)):
            return math.inf
        return max(way_s, self.pacing.opens_s(cue))

    def _overtakes_s(self) -> float:
        """Return the instant from which the turn behind may cut the one that is heard."""
        return self._precedence.find_overtaking_s(self.turns.going) if self.turns.floor.is_free else math.inf

    def _silence_s(self) -> float:
        """Return the instant at which silence becomes a reason to speak: never while anything is heard or written."""
        is_time = self.turns.floor.is_free and not (
            self.turns.going or self.turns.is_paused() or self._is_blind or self.inbox.is_closed
        )
        return self.pacing.silence_s() if is_time else math.inf

    async def _something_new(self, within_s: float) -> None:
        """Return when there is a reason to look again, or after so long."""
        with self._clock.move_on_after(within_s):
            if self.turns.floor.is_free:
                await self._news.wait()
                return
            async with anyio.create_task_group() as either:
                either.start_soon(self._look_when_freed)
                await self._news.wait()
                either.cancel_scope.cancel()

    async def _look_when_freed(self) -> None:
        await self.turns.floor.wait_until_free()
        self.inbox.wake()

    async def _overtake(self, now_s: float) -> None:
        heard, behind = self.turns.going[0], self.turns.going[-1]
        await self._cut([(heard, self._precedence.note_overtaking(behind.cue, now_s))])

    async def _cut(self, turns: Iterable[tuple[RunningTurn, str]]) -> None:
        """Cut turns, each with its reason."""
        for going, reason in list(turns):
            await self.turns.cut(going, reason)
