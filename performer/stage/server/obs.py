"""What the pages in OBS and the windows beside them report of themselves, and what the windows hear of the pages."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from aiohttp import WSCloseCode

from performer.stage.connections import StageClient, StageClients
from performer.stage.protocol.codec import encode
from performer.stage.protocol.messages import Hello, Message, ObsScene, Watched

_log = logging.getLogger(__name__)

_LONGEST_NAME: Final = 120


class PageWatch:
    """Counts the pages that show the stage, and follows which scene of OBS is on air.

    If OBS has a page, a window may hide from the capture of the screen. Of several pages the one that reported its
    scene last is believed; once all that reported one have left, the scene is unknown again.

    `on_window` is called with what a window says of itself: where it is and what is odd about it. `on_scene` is called
    with the scene's name whenever it changes; empty when it is unknown again. `on_pages` is called whenever more pages,
    or fewer, show the stage.
    """

    def __init__(
        self,
        clients: StageClients,
        on_window: Callable[[str], None] = lambda _state: None,
        on_scene: Callable[[str], None] = lambda _name: None,
        on_pages: Callable[[], None] = lambda: None,
    ) -> None:
        self._clients = clients
        self._on_window = on_window
        self._on_scene = on_scene
        self._on_pages = on_pages
        self._pages = 0
        self._scenes: dict[StageClient, str] = {}
        self._scene = ""

    @property
    def pages(self) -> int:
        """The number of pages that show the stage to viewers."""
        return self._pages

    @contextmanager
    def track_client(self, client: StageClient) -> Iterator[None]:
        """Count a client as connected, and count on its reports, for as long as the block runs."""
        try:
            with self._clients.joined(client):
                self._count()
                yield
        finally:
            self._count()
            self._scenes.pop(client, None)
            self._publish_scene()

    def greet(self, client: StageClient) -> None:
        """Send a new window the number of pages."""
        if client.role == "window":
            client.send(encode(Watched(pages=self._pages)))

    def hear(self, client: StageClient, message: Message) -> None:
        """Note what a client says of itself; windows and players are in no OBS."""
        match message:
            case Hello():
                if client.role == "window":
                    self._on_window(message.why)
                self._count()
            case ObsScene() if client.role not in {"renderer", "sound"}:
                client.leave(WSCloseCode.POLICY_VIOLATION, f"A {client.role} client has no '{message.op}' to say.")
            case ObsScene():
                self._scenes.pop(client, None)
                self._scenes[client] = message.name.strip()[:_LONGEST_NAME]
                self._publish_scene()

    def _count(self) -> None:
        # A page may only look, or it may play sound and calls itself one; a preview is seen by nobody but the streamer.
        lookers = (each for each in self._clients.of("renderer", "sound") if not each.is_preview)
        pages = sum(each.role == "renderer" or each.name == "page" for each in lookers)
        if pages != self._pages:
            self._pages = pages
            self._clients.broadcast(encode(Watched(pages=pages)), "window")
            self._on_pages()

    def _publish_scene(self) -> None:
        now = next(reversed(self._scenes.values()), "")
        if now != self._scene:
            self._scene = now
            _log.debug("OBS: %s.", "another scene is on air" if now else "the scene is not known any more")
            self._on_scene(now)
