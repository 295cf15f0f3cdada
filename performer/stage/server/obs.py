"""The scene that is on air in OBS, as the pages in OBS report it."""

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
    """Believes the page that reported last; once all pages that reported a scene have left, the scene is unknown again.

    `on_scene` is called with the scene's name whenever it changes; empty when it is unknown again.
    """

    def __init__(self, on_scene: Callable[[str], None] = lambda _name: None) -> None:
        self._on_scene = on_scene
        self._reports: dict[StageClient, str] = {}
        self._scene = ""

    @contextmanager
    def track_client(self, client: StageClient) -> Iterator[None]:
        """Count on a client's reports for as long as the block runs."""
        try:
            yield
        finally:
            self._reports.pop(client, None)
            self._publish_change()

    def hear(self, client: StageClient, message: ObsScene) -> None:
        """Note a page's report; windows and players are in no OBS."""
        if client.role not in {"renderer", "sound"}:
            client.leave(WSCloseCode.POLICY_VIOLATION, f"A {client.role} client has no '{message.op}' to say.")
            return
        self._reports.pop(client, None)
        self._reports[client] = message.name.strip()[:_LONGEST_NAME]
        self._publish_change()

    def _publish_change(self) -> None:
        now = next(reversed(self._reports.values()), "")
        if now != self._scene:
            self._scene = now
            _log.debug("OBS: %s.", "another scene is on air" if now else "the scene is not known any more")
            self._on_scene(now)
