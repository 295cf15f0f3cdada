"""OBS as pages in it tell of it: which scene is on air."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from aiohttp import WSCloseCode

from performer.stage.connections import StageClient
from performer.stage.protocol.messages import ObsScene

_log = logging.getLogger(__name__)

_LONGEST_NAME: Final = 120


class Obs:
    """Believes the page that told last; with the last page that told one, the scene is unknown again.

    Args:
        on_scene: Called with the scene's name whenever it changes, empty when it is not known any more.
    """

    def __init__(self, on_scene: Callable[[str], None] = lambda _name: None) -> None:
        self._on_scene = on_scene
        self._told: dict[StageClient, str] = {}
        self._scene = ""

    @contextmanager
    def track_client(self, client: StageClient) -> Iterator[None]:
        """Reckon with what a client tells for as long as the block runs."""
        try:
            yield
        finally:
            self._told.pop(client, None)
            self._say()

    def hear(self, client: StageClient, message: ObsScene) -> None:
        """Take in what a page tells; windows and players are in no OBS."""
        if client.role not in {"renderer", "sound"}:
            client.leave(WSCloseCode.POLICY_VIOLATION, f"A {client.role} client has no '{message.op}' to say.")
            return
        self._told.pop(client, None)
        self._told[client] = message.name.strip()[:_LONGEST_NAME]
        self._say()

    def _say(self) -> None:
        now = next(reversed(self._told.values()), "")
        if now != self._scene:
            self._scene = now
            _log.debug("OBS: %s.", "another scene is on air" if now else "the scene is not known any more")
            self._on_scene(now)
