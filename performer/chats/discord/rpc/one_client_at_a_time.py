"""The seat: one brain at a time speaks for the bot; a second one is refused by the name of the first."""

from collections.abc import Callable
from typing import Final

from aiohttp import web

from performer.chats.discord.rpc.brain import RpcSession
from performer.chats.discord.rpc.handshake import BRAIN, BrainHello, format_header
from performer.core.clock import Clock

KEPT_S: Final = 5.0
"""How long the seat of a brain whose line was cut without a goodbye is kept free for it."""


class ClientSlot:
    """Knows who has it.

    Args:
        clock: Whose seconds count.
        new_brain: Makes the brain of a new session, by its id and name.
    """

    def __init__(self, clock: Clock, new_brain: Callable[[str, str], RpcSession]) -> None:
        self.brain: RpcSession | None = None
        """Who has the seat, or had it last."""
        self._clock = clock
        self._new_brain = new_brain
        self._lines = 0
        self._kept_until_s = 0.0

    @property
    def is_taken(self) -> bool:
        """Whether a brain is there, or is expected back any moment."""
        return self._lines > 0 or self._clock.now() < self._kept_until_s

    def take(self, hello: BrainHello) -> tuple[RpcSession, bool]:
        """Seat a brain, and tell whether its session goes on; `leave` is due for each time.

        Raises:
            HTTPConflict: when another one has the seat.
        """
        brain = self.brain
        is_resumed = brain is not None and brain.session == hello.session
        if brain is None or not is_resumed:
            if brain is not None and self.is_taken:
                sentence = f"The brain '{brain.name}' is here, and there is one at a time: end that one first.\n"
                raise web.HTTPConflict(text=sentence, headers={BRAIN: format_header(brain.name)})
            brain = self.brain = self._new_brain(hello.session, hello.name)
        self._lines += 1
        return brain, is_resumed

    def leave(self, *, comes_back: bool) -> None:
        """Free the seat, or keep it for a moment for a brain that may come back."""
        self._lines -= 1
        if not self._lines:
            self._kept_until_s = self._clock.now() + KEPT_S if comes_back else 0.0
