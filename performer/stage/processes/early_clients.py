"""Stage clients that are started before there is a stage: they load while the rest of the performer does."""

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress

from anyio.abc import Process

from performer.core.files.home import Home
from performer.core.process.child import close_process
from performer.stage.access_tokens import Role as TokenRole
from performer.stage.processes.child import open_client
from performer.stage.processes.overlay_window import WindowSettings
from performer.stage.processes.sound_player import SoundSettings


def list_client_commands(
    sound: SoundSettings, window: WindowSettings, home: Home, *, desktop: bool
) -> dict[TokenRole, list[str]]:
    """Return the commands of the clients that a show starts itself, by their roles."""
    commands: dict[TokenRole, list[str]] = {}
    if sound.enabled:
        commands["sound"] = sound.command()
    if not window.explain_absence(desktop=desktop):
        commands["window"] = window.command(home.data / "window.json")
    return commands


class EarlyClients:
    """The processes that wait for their address, by their commands."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[str, ...], Process] = {}

    async def start(self, command: Sequence[str]) -> None:
        """Start a client; where that fails, whoever needs the client later finds out why."""
        with suppress(OSError):
            self._waiting[tuple(command)] = await open_client(command)

    def take(self, command: Sequence[str]) -> Process | None:
        """Return the client of a command, which is the caller's to end from now on; None when it was not started."""
        return self._waiting.pop(tuple(command), None)

    async def end_rest(self) -> None:
        """End the clients that nobody has taken."""
        while self._waiting:
            _, process = self._waiting.popitem()
            await close_process(process)


@asynccontextmanager
async def start_early(commands: Iterable[Sequence[str]]) -> AsyncIterator[EarlyClients]:
    """Start a client for each command; those that nobody takes have ended when the block has."""
    clients = EarlyClients()
    try:
        for command in commands:
            await clients.start(command)
        yield clients
    finally:
        await clients.end_rest()
