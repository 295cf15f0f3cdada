"""The clients that may play sound, and which of them does: the best first, in the configured order of names."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from performer.core.own_text import join_own, own
from performer.stage.connections import StageClient
from performer.stage.protocol.messages import Hello

ORDER: Final = ("page", "sfx")
"""A page plays sound only when its address asks for it, so it comes first."""
NOBODY: Final = "nothing here plays sound"


class SoundRoles:
    """The clients with a sound token, each with its last Hello.

    Those whose names are not in the order come last, and of one name the first that came wins.
    """

    def __init__(self, order: Sequence[str] = ORDER) -> None:
        self.order = tuple(order)
        """The names of the clients, the best first."""
        self._hellos: dict[StageClient, Hello] = {}
        self._distrusted: set[StageClient] = set()

    def __iter__(self) -> Iterator[StageClient]:
        return iter(tuple(self._hellos))

    def leave(self, client: StageClient) -> None:
        """Remove a client."""
        del self._hellos[client]
        self._distrusted.discard(client)

    def greet(self, client: StageClient, hello: Hello) -> None:
        """Note a client's Hello, or add a client with what is known of it so far."""
        self._hellos[client] = hello
        self._distrusted.discard(client)

    def distrust(self, client: StageClient) -> None:
        """Put a client that stayed silent behind all others, until it plays or says Hello again."""
        if client in self._hellos:
            self._distrusted.add(client)

    def trust(self, client: StageClient) -> None:
        """Note that a client plays."""
        self._distrusted.discard(client)

    def find_best(self, leaving_out: Collection[StageClient] = ()) -> StageClient | None:
        """Return the client to play the next sound; None when no client can."""
        able = [each for each, hello in self._hellos.items() if hello.sounds and each not in leaving_out]
        return min(able, key=self._rank, default=None)

    @property
    def why(self) -> str:
        """The device that plays, or why none does."""
        best = self.find_best()
        if best is not None:
            return self._hellos[best].why
        reasons = [
            own("{client}: {why}", client=hello.client, why=hello.why) for hello in self._hellos.values() if hello.why
        ]
        return join_own("; ", reasons) or NOBODY

    def _rank(self, client: StageClient) -> tuple[bool, int]:
        name = self._hellos[client].client
        place = self.order.index(name) if name in self.order else len(self.order)
        return client in self._distrusted, place
