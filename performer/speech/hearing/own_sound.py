"""What we play ourselves, told to the listener process: it takes the echo of that out of what the microphone hears."""

import audioop
import json
import time
from base64 import b64encode
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

import anyio

from performer.core.audio import Sound

_RATE: Final = 16_000
_SAMPLE_BYTES: Final = 2
_STEREO: Final = 2
_MOST_WAITING: Final = 64
"""Lines that wait to be sent; what does not fit is not told, and is an echo like any other."""
_AFTER_S: Final = 0.04
"""What a sound device still plays of a sound that is cut."""

_ResamplerState = tuple[int, tuple[tuple[int, int], ...]] | None


class OwnSoundSender:
    """Sends what is played, while there is somebody who can use it.

    Args:
        send: Sends a line to the listener process.
        is_wanted: Whether a listener process runs that cancels echoes.
        now: The monotonic clock, which all processes of a machine share.
    """

    def __init__(
        self,
        send: Callable[[bytes], Awaitable[None]],
        is_wanted: Callable[[], bool],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._send, self._is_wanted, self._now = send, is_wanted, now
        self._waiting: deque[bytes] = deque()
        self._more = anyio.Event()

    async def run(self) -> None:
        """Send what is noted, for ever."""
        while True:
            while self._waiting:
                await self._send(self._waiting.popleft())
            self._more = anyio.Event()
            await self._more.wait()

    def open(self) -> "SentenceEcho":
        """Return what notes the sound of one sentence."""
        return SentenceEcho(self)

    def tell(self, **about: object) -> None:
        """Send a line soon, if somebody wants it."""
        if self._is_wanted() and len(self._waiting) < _MOST_WAITING:
            self._waiting.append(json.dumps(about, separators=(",", ":")).encode() + b"\n")
            self._more.set()

    def tell_played(self, pcm: bytes, *, begins: bool) -> None:
        """Send sound that begins now, or that follows what was sent before."""
        if self._is_wanted():
            self.tell(own=b64encode(pcm).decode(), at=round(self._now(), 4) if begins else None)

    def tell_share(self, share: float) -> None:
        """Send at which share of its volume our sound is played from now on."""
        self.tell(share=share, at=round(self._now(), 4))

    def tell_silence(self) -> None:
        """Send that our sound is over."""
        self.tell(silent=round(self._now() + _AFTER_S, 4))


class SentenceEcho:
    """The sound of one sentence, as it is handed to a player, which begins to play it at some moment."""

    def __init__(self, sender: OwnSoundSender) -> None:
        self._sender = sender
        self._made = bytearray()
        """What is handed over before the player begins."""
        self._state: _ResamplerState = None
        self._has_begun = False

    def add(self, sound: Sound, pcm: bytes) -> None:
        """Note a piece that was handed to the player."""
        mono = audioop.tomono(pcm, _SAMPLE_BYTES, 0.5, 0.5) if sound.channels == _STEREO else pcm
        piece, self._state = audioop.ratecv(mono, _SAMPLE_BYTES, 1, sound.rate, _RATE, self._state)
        if self._has_begun:
            self._sender.tell_played(piece, begins=False)
        else:
            self._made += piece

    def begin(self) -> None:
        """Note that the player begins to play it now."""
        if not self._has_begun:
            self._has_begun = True
            self._sender.tell_played(bytes(self._made), begins=True)

    def end(self) -> None:
        """Note that nothing of it sounds any more."""
        if self._has_begun:
            self._sender.tell_silence()
