"""One sentence on its way to being heard: when the client that sounds is lost, the next one says the rest."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import anyio

from performer.core.clock import Clock
from performer.stage.connections import StageClient
from performer.stage.protocol.messages import Ended, Started
from performer.stage.sound.roles import SoundRoles
from performer.stage.sound.sentence import Piece, Sentence, SentenceDelivery

_log = logging.getLogger(__name__)

MOST_LEGS: Final = 8
"""A sentence that so many have dropped is dropped."""
SLIVER_S: Final = 0.02
"""A rest that is shorter is not worth beginning again."""
_DAY_MS: Final = 86_400_000


@dataclass(frozen=True, kw_only=True)
class HandoverResult:
    """What became of a sentence."""

    heard_s: float
    """How much of it sounded, as the players counted."""
    trouble: str = ""
    """Why it was not played whole, if it was not."""
    cut: bool = False
    """It was hushed."""


class SentenceHandover:
    """Takes pieces, and hands them from client to client.

    Args:
        clock: Whose seconds count.
        roles: Who can go on.
        on_started: Called once, at the first sample.
    """

    def __init__(self, clock: Clock, roles: SoundRoles, on_started: Callable[[], None]) -> None:
        self.outcome: HandoverResult | None = None
        """What became of it, once that is known."""
        self._clock = clock
        self._roles = roles
        self._on_started = on_started
        self._sentence = Sentence()
        self._leg: SentenceDelivery | None = None
        self._legs = 0
        self._failed: set[StageClient] = set()
        self._has_started = False
        self._moved = anyio.Event()

    @property
    def client(self) -> StageClient | None:
        """Who sounds it, if anybody does yet."""
        return None if self._leg is None else self._leg.client

    def take(self, piece: Piece) -> None:
        """Have a piece sound after those before it."""
        self._sentence.add(piece)
        if self._leg is not None and self.outcome is None:
            self._leg.send(piece)
            self._moved.set()

    def finish(self) -> None:
        """Say that no further piece comes; one that never had any is over."""
        if self._sentence.is_empty:
            self._end(HandoverResult(heard_s=0.0))
        elif not self._sentence.is_whole:
            self.take(self._sentence.closing())

    def start(self, why_nobody: str) -> None:
        """Have it begin at the best client; without one it is over, for that reason."""
        self._hand_over(0.0, why_nobody)

    def hear(self, client: StageClient, report: Started | Ended) -> None:
        """Take in what a client reports; what is not about the part that sounds now is passed over."""
        leg = self._leg
        if self.outcome is not None or leg is None or leg.client is not client or leg.id != report.id:
            return
        match report:
            case Started():
                self._begin(leg)
            case Ended(trouble=""):
                self._begin(leg)
                self._end(HandoverResult(heard_s=leg.position_s(_seconds(report))))
            case Ended(trouble=trouble):
                self._pass_on(leg, leg.position_s(_seconds(report)), trouble)

    def doubt(self, client: StageClient, why: str) -> None:
        """Take in that a client can sound no more; it has a moment to tell how much of its sound was heard."""
        if self._leg is not None and client is self._leg.client and not self._leg.doubt:
            self._leg.doubts(why)
            self._moved.set()

    def lose(self, client: StageClient, why: str) -> None:
        """Take in that a client is gone."""
        if self.outcome is None and self._leg is not None and client is self._leg.client:
            self._pass_on(self._leg, self._leg.position_s(), why)

    def hush(self) -> None:
        """End it now; whoever sounds is told by the one who calls."""
        self._end(HandoverResult(heard_s=0.0 if self._leg is None else self._leg.position_s(), cut=True))

    def drop(self) -> None:
        """End it unless it is over: nobody waits for it any more, and whoever sounds is told."""
        if self.outcome is None and self._leg is not None:
            self._leg.stop()
        self.hush()

    async def watch(self) -> None:
        """Return when it is over; a client that says nothing for too long is given up."""
        while self.outcome is None:
            self._moved = anyio.Event()
            with self._clock.move_on_after(self._patience_s()):
                await self._moved.wait()
            if self._patience_s() <= 0:
                self._give_up()

    def _patience_s(self) -> float:
        return float("inf") if self._leg is None else self._leg.patience_s()

    def _give_up(self) -> None:
        leg = self._leg
        if self.outcome is not None or leg is None:
            return
        leg.stop()
        if not leg.doubt:
            self._roles.distrust(leg.client)
        if leg.has_begun and not leg.doubt:
            # Most likely all of it was heard: twice would be worse than not at all.
            self._end(HandoverResult(heard_s=leg.position_s(), trouble=leg.describe_timeout()))
        else:
            self._pass_on(leg, leg.position_s(), leg.describe_timeout())

    def _begin(self, leg: SentenceDelivery) -> None:
        self._roles.trust(leg.client)
        if not leg.has_begun:
            leg.begin()
        if not self._has_started:
            self._has_started = True
            self._on_started()
        self._moved.set()

    def _pass_on(self, leg: SentenceDelivery, from_s: float, why: str) -> None:
        """Have the next client say the rest; one that got nowhere is not asked again."""
        if self._sentence.is_whole and self._sentence.duration_s - from_s < SLIVER_S:
            self._end(HandoverResult(heard_s=from_s))
            return
        if from_s - leg.from_s < SLIVER_S:
            self._failed.add(leg.client)
        self._hand_over(from_s, why)

    def _hand_over(self, from_s: float, why: str) -> None:
        client = self._roles.best(self._failed) if self._legs < MOST_LEGS else None
        if client is None:
            self._end(HandoverResult(heard_s=from_s, trouble=why))
            return
        self._legs += 1
        id_ = self._sentence.id
        if self._legs > 1:
            _log.info("Sound: '%s' says the rest, from %.2f s on (%s).", client.name, from_s, why)
            id_ += f"~{self._legs}"  # a client plays no id twice
        self._leg = SentenceDelivery(self._clock, client, id_, from_s)
        for piece in self._sentence.rest(from_s):
            self._leg.send(piece)
        self._moved.set()

    def _end(self, outcome: HandoverResult) -> None:
        self.outcome = self.outcome or outcome
        self._moved.set()


def _seconds(report: Ended) -> float:
    return min(report.heard_ms, _DAY_MS) / 1000
