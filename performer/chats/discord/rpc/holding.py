"""Holds the link to Discord and serves it to a brain, from beginning to end: what `performer discord-io` does."""

import logging
from collections.abc import Callable
from functools import partial

import anyio

from performer.chats.discord.io import NoncedIO
from performer.chats.discord.rpc.server import Place, RpcServer
from performer.chats.discord.wire.happenings import Happening, LinkChanged
from performer.clock import Clock
from performer.ending import Ending
from performer.entrance.hosts import bracketed
from performer.events import EventStream
from performer.supervisor import supervise

_log = logging.getLogger(__name__)


async def hold(clock: Clock, io: NoncedIO, place: Place, tell: Callable[[str], None]) -> None:
    """Serve until the process is asked to end: then the brain is seen off, and after it Discord.

    Args:
        clock: Whose seconds count.
        io: The link.
        place: Where a brain finds it.
        tell: Told in a few lines what goes on.

    Raises:
        ServiceError: when it cannot listen there.
    """
    ending = Ending()
    server = RpcServer(clock=clock, io=io, place=place)

    def hear(happening: Happening) -> None:
        if isinstance(happening, LinkChanged):
            tell(_in_words(happening))
        server.hear(happening)

    with ending.on_request():
        async with anyio.create_task_group() as linking:
            async with anyio.create_task_group() as serving:
                await serving.start(server.run)
                tell(f"Listening on {bracketed(place.host)}:{server.port} for one brain at a time. Ctrl+C ends it.")
                tell(f'In the config.toml of the brain, under [discord]: io = "{server.address}"')
                linking.start_soon(supervise, clock, EventStream(clock), "discord", partial(io.run, hear))
                await ending.wait()
                serving.cancel_scope.cancel()
            linking.cancel_scope.cancel()
    tell("Ended.")


def _in_words(link: LinkChanged) -> str:
    if not link.is_up:
        return f"The link is down. {link.reason}"
    name = f" as {link.me.name}" if link.me else ""
    return f"The link is up{name}. {link.reason}".strip()
