"""Sentences for the sound desk: what the speaker would hand in, and what a client then reads."""

from collections.abc import AsyncIterator

import anyio

from performer.core.audio import Sound
from performer.stage.sound.handover import HandoverResult
from tests.performer.stage.standing import Peer, Standing

RATE = 8000
SECOND = bytes(2 * RATE)
Piece = tuple[Sound, bytes]


def piece(id_: str = "s1", pcm: bytes = SECOND, *, last: bool = True) -> Piece:
    return Sound(id=id_, turn=1, rate=RATE, channels=1, bytes=len(pcm), envelope=(0.5, 1.0), last=last), pcm


class Line:
    """One call of `play`, in a task of its own; its pieces are handed in by `more`, the first ones at once."""

    def __init__(self, house: Standing, *pieces: Piece) -> None:
        self.house = house
        self.starts = 0
        self.began = anyio.Event()
        self.over = anyio.Event()
        self.outcome: HandoverResult | None = None
        self.more, self._pieces = anyio.create_memory_object_stream[Piece](10)
        for each in pieces or (piece(),):
            self.more.send_nowait(each)

    async def __call__(self) -> None:
        with self.more:
            self.outcome = await self.house.desk.play(self._given(), self._begin)
        self.over.set()

    async def result(self) -> HandoverResult:
        with anyio.fail_after(10):
            await self.over.wait()
        assert self.outcome is not None
        return self.outcome

    async def _given(self) -> AsyncIterator[Piece]:
        with self._pieces:
            async for each in self._pieces:
                yield each
                if each[0].last:
                    return

    def _begin(self) -> None:
        self.starts += 1
        self.began.set()


async def taken(peer: Peer) -> Sound:
    """Read up to the next sound, and its binary frame, which must be the very next."""
    return (await piece_of(peer))[0]


async def piece_of(peer: Peer) -> Piece:
    while not isinstance(message := await peer.hear(), Sound):
        pass
    pcm = await peer.pcm()
    assert len(pcm) == message.bytes
    return message, pcm
