"""The audience: who looks at the stage, told to the windows, and what a window says of itself."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from performer.messages import Hello, Message, Watched, encode
from performer.stage.clients import Client, Clients


class Audience:
    """Counts the pages that show the stage: where OBS takes one, a window may hide from the capture of the screen.

    Args:
        clients: Everybody who is connected.
        on_window: Called with what a window says of itself, which is where it is and what is odd about it.
    """

    def __init__(self, clients: Clients, on_window: Callable[[str], None] = lambda _state: None) -> None:
        self._clients = clients
        self._on_window = on_window
        self._pages = 0

    @contextmanager
    def attended(self, client: Client) -> Iterator[None]:
        """Reckon with a client for as long as the block runs."""
        try:
            with self._clients.joined(client):
                self._count()
                yield
        finally:
            self._count()

    def greet(self, client: Client) -> None:
        """Tell a new window how many pages there are."""
        if client.role == "window":
            client.send(encode(Watched(pages=self._pages)))

    def hear(self, client: Client, message: Message) -> None:
        """Take in what a client says of itself."""
        if not isinstance(message, Hello):
            return
        if client.role == "window":
            self._on_window(message.why)
        self._count()

    def _count(self) -> None:
        pages = sum(map(_is_page, self._clients.of("renderer", "sound")))
        if pages != self._pages:
            self._pages = pages
            self._clients.broadcast(encode(Watched(pages=pages)), "window")


def _is_page(client: Client) -> bool:
    """Take whoever may only look for a page; of those that may sound only one that says so."""
    return client.role == "renderer" or client.name == "page"
