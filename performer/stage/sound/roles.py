"""Who can sound, and whose turn it is: the clients with a sound token, in the order of their roles."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from performer.stage.connections import StageClient
from performer.stage.protocol.messages import Hello

ORDER: Final = ("page", "sfx")
"""A page only sounds when its address asks for it, so it goes first."""
NOBODY: Final = "no client plays sound"


class SoundRoles:
    """The clients, each with the last it said of itself.

    Args:
        order: Clients' names; one that is not among them comes last, and of one name the first that came goes first.
    """

    def __init__(self, order: Sequence[str] = ORDER) -> None:
        self._order = tuple(order)
        self._hellos: dict[StageClient, Hello] = {}
        self._distrusted: set[StageClient] = set()

    def __iter__(self) -> Iterator[StageClient]:
        return iter(tuple(self._hellos))

    def join(self, client: StageClient) -> None:
        """Reckon with a client, which has not said yet that it sounds."""
        self._hellos[client] = Hello(client=client.name)

    def leave(self, client: StageClient) -> None:
        """Reckon with it no longer."""
        del self._hellos[client]
        self._distrusted.discard(client)

    def greet(self, client: StageClient, hello: Hello) -> None:
        """Note what a client says of itself."""
        self._hellos[client] = hello
        self._distrusted.discard(client)

    def distrust(self, client: StageClient) -> None:
        """Put one that stayed silent behind all others, until it sounds or says hello again."""
        if client in self._hellos:
            self._distrusted.add(client)

    def trust(self, client: StageClient) -> None:
        """Note that it sounds."""
        self._distrusted.discard(client)

    def best(self, leaving_out: Collection[StageClient] = ()) -> StageClient | None:
        """Tell who sounds next, if anybody can."""
        able = [each for each, hello in self._hellos.items() if hello.sounds and each not in leaving_out]
        return min(able, key=self._rank, default=None)

    @property
    def why(self) -> str:
        """The device that sounds, or why nothing does."""
        best = self.best()
        if best is not None:
            return self._hellos[best].why
        reasons = [f"{hello.client}: {hello.why}" for hello in self._hellos.values() if hello.why]
        return "; ".join(reasons) or NOBODY

    def _rank(self, client: StageClient) -> tuple[bool, int]:
        name = self._hellos[client].client
        place = self._order.index(name) if name in self._order else len(self._order)
        return client in self._distrusted, place
