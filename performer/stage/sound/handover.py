"""One sentence on its way to being heard: when its client is lost, the next one plays the rest."""

import logging
from collections.abc import Callable
from dataclasses import field, replace
from typing import Final

import anyio

from performer.core.clock import Clock
from performer.core.values import dataclass
from performer.stage.connections import StageClient
from performer.stage.protocol.messages import Ended, Started
from performer.stage.sound.roles import SoundRoles
from performer.stage.sound.sentence import Piece, SentenceDelivery, cut_rest

_log = logging.getLogger(__name__)

MOST_DELIVERIES: Final = 8
"""After so many deliveries a sentence is dropped."""
SLIVER_S: Final = 0.02
"""A shorter rest is not worth a new beginning."""
_DAY_MS: Final = 86_400_000


@dataclass(frozen=True, kw_only=True)
class HandoverResult:
    """The result of a sentence."""

    heard_s: float
    """How much of the sentence was heard, by the clients' count."""
    trouble: str = ""
    """Why the sentence was not played whole, if so."""
    cut: bool = False
    """Whether it was hushed."""


@dataclass(eq=False)
class SentenceHandover:
    """The handover of pieces from client to client; it calls `on_started` once, at the first sample."""

    _clock: Clock
    _roles: SoundRoles
    _on_started: Callable[[], None]
    outcome: HandoverResult | None = field(default=None, init=False)
    """The result, once it is known."""
    _pieces: list[Piece] = field(default_factory=list, init=False)
    """The pieces that have come, kept so that another client can play the rest of them."""
    _delivery: SentenceDelivery | None = field(default=None, init=False)
    _count: int = field(default=0, init=False)
    _failed: set[StageClient] = field(default_factory=set, init=False)
    _has_started: bool = field(default=False, init=False)
    _moved: anyio.Event = field(default_factory=anyio.Event, init=False)

    @property
    def client(self) -> StageClient | None:
        """The client that plays the sentence, if there is one yet."""
        return None if self._delivery is None else self._delivery.client

    def take(self, piece: Piece) -> None:
        """Add a piece, to be played after those before it."""
        self._pieces.append(piece)
        if self._delivery is not None and self.outcome is None:
            self._delivery.send(piece)
            self._moved.set()

    def finish(self) -> None:
        """Note that no further piece comes; a sentence without any piece is over."""
        if not self._pieces:
            self._end(HandoverResult(heard_s=0.0))
        elif not self._is_whole:
            self.take((replace(self._pieces[-1][0], bytes=0, envelope=(), last=True), b""))

    def hand_over(self, why: str, from_s: float = 0.0) -> None:
        """Begin what is left at the best client; without a client the sentence is over, for that reason."""
        client = self._roles.find_best(self._failed) if self._count < MOST_DELIVERIES else None
        if client is None:
            self._end(HandoverResult(heard_s=from_s, trouble=why))
            return
        self._count += 1
        id_ = self._pieces[0][0].id
        if self._count > 1:
            _log.info("Sound: '%s' says the rest, from %.2f s on (%s).", client.name, from_s, why)
            id_ += f"~{self._count}"  # a client plays no id twice
        self._delivery = SentenceDelivery(self._clock, client, id_, from_s)
        for piece in cut_rest(self._pieces, from_s):
            self._delivery.send(piece)
        self._moved.set()

    def hear(self, client: StageClient, report: Started | Ended) -> None:
        """Note a client's report; a report on another part than the current one is ignored."""
        delivery = self._delivery
        if self.outcome is not None or delivery is None or delivery.client is not client or delivery.id != report.id:
            return
        match report:
            case Started():
                self._begin(delivery)
            case Ended(trouble=""):
                self._begin(delivery)
                self._end(HandoverResult(heard_s=delivery.measure_position_s(_read_seconds(report))))
            case Ended(trouble=trouble):
                self._pass_on(delivery, delivery.measure_position_s(_read_seconds(report)), trouble)

    def doubt(self, client: StageClient, why: str) -> None:
        """Note that a client can play no more; it has a moment to report how much was heard."""
        if self._delivery is not None and client is self._delivery.client and not self._delivery.doubt:
            self._delivery.note_doubt(why)
            self._moved.set()

    def lose(self, client: StageClient, why: str) -> None:
        """Note that a client is gone."""
        if self.outcome is None and self._delivery is not None and client is self._delivery.client:
            self._pass_on(self._delivery, self._delivery.measure_position_s(), why)

    def hush(self) -> None:
        """End the sentence now; the caller silences the client."""
        heard_s = self._delivery.measure_position_s() if self._delivery else 0.0
        self._end(HandoverResult(heard_s=heard_s, cut=True))

    def drop(self) -> None:
        """End the sentence unless it is over, and silence the client: nobody waits for it any more."""
        if self.outcome is None and self._delivery is not None:
            self._delivery.stop()
        self.hush()

    async def watch(self) -> None:
        """Wait until the sentence is over; a client that is silent for too long is given up."""
        while self.outcome is None:
            self._moved = anyio.Event()
            with self._clock.move_on_after(self._measure_patience_s()):
                await self._moved.wait()
            if self._measure_patience_s() <= 0:
                self._give_up()

    @property
    def _is_whole(self) -> bool:
        return bool(self._pieces) and self._pieces[-1][0].last

    def _measure_patience_s(self) -> float:
        return float("inf") if self._delivery is None else self._delivery.measure_patience_s()

    def _give_up(self) -> None:
        delivery = self._delivery
        if self.outcome is not None or delivery is None:
            return
        delivery.stop()
        if not delivery.doubt:
            self._roles.distrust(delivery.client)
        if delivery.has_begun and not delivery.doubt:
            # Most likely all of it was heard: twice would be worse than not at all.
            self._end(HandoverResult(heard_s=delivery.measure_position_s(), trouble=delivery.describe_timeout()))
        else:
            self._pass_on(delivery, delivery.measure_position_s(), delivery.describe_timeout())

    def _begin(self, delivery: SentenceDelivery) -> None:
        self._roles.trust(delivery.client)
        if not delivery.has_begun:
            delivery.begin()
        if not self._has_started:
            self._has_started = True
            self._on_started()
        self._moved.set()

    def _pass_on(self, delivery: SentenceDelivery, from_s: float, why: str) -> None:
        """Play the rest on the next client; a client that got nowhere is not tried again."""
        if self._is_whole and sum(sound.duration_s for sound, _ in self._pieces) - from_s < SLIVER_S:
            self._end(HandoverResult(heard_s=from_s))
            return
        if from_s - delivery.from_s < SLIVER_S:
            self._failed.add(delivery.client)
        self.hand_over(why, from_s)

    def _end(self, outcome: HandoverResult) -> None:
        self.outcome = self.outcome or outcome
        self._moved.set()


def _read_seconds(report: Ended) -> float:
    return min(report.heard_ms, _DAY_MS) / 1000
