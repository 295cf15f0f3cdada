"""Prints what a Discord elsewhere costs and survives: `python -m tests.performer.chats.discord.rpc.figures`.

A round trip is a call that needs no network at its end, beside an echo over a bare WebSocket in the same run.
"""

import statistics
import time
from collections.abc import Awaitable, Callable
from typing import Final

import aiohttp
import anyio
from aiohttp import web

from performer.chats.discord.wire.calls import Send, Whoami
from tests.performer.chats.discord.rpc.little_discord import CHANNEL
from tests.performer.chats.discord.rpc.load import cut_load
from tests.performer.chats.discord.rpc.standing import brain, cut_off, standing

ROUNDS: Final = 2_000
CALLS: Final = 10_000
GOAL_MS: Final = 3.0


async def timed(round_: Callable[[], Awaitable[object]]) -> list[float]:
    """Go around so often, and give the milliseconds of each time, sorted."""
    took = []
    for _ in range(ROUNDS):
        began_s = time.perf_counter()
        await round_()
        took.append((time.perf_counter() - began_s) * 1000)
    return sorted(took)


def line(what: str, took: list[float]) -> str:
    """Write median, 99th percentile and worst."""
    return f"{what:28}{statistics.median(took):8.2f}{took[len(took) * 99 // 100]:8.2f}{took[-1]:8.2f}"


async def echoes() -> list[float]:
    """Time a bare WebSocket."""

    async def echo(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        async for frame in socket:
            await socket.send_str(frame.data)
        return socket

    app = web.Application()
    app.router.add_get("/", echo)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    address = f"ws://127.0.0.1:{runner.addresses[0][1]}"
    async with aiohttp.ClientSession() as session, session.ws_connect(address) as socket:

        async def around() -> None:
            await socket.send_str("x" * 100)
            await socket.receive_str()

        took = await timed(around)
    await runner.cleanup()
    return took


async def main() -> None:
    """Measure, and print."""
    async with standing() as served, brain(served.address) as remote:
        asked = await timed(lambda: remote.call(Whoami()))
        sent = await timed(lambda: remote.call(Send(channel_id=CHANNEL, content="x" * 200)))
    bare = await echoes()
    print(f"{'round trip, ms':28}{'median':>8}{'p99':>8}{'worst':>8}")
    for what, took in (("a question", asked), ("a message of 200 letters", sent), ("an echo, bare WebSocket", bare)):
        print(line(what, took))
    print(f"goal: median <= {GOAL_MS:g} ms: {'met' if statistics.median(sent) <= GOAL_MS else 'MISSED'}\n")
    async with cut_off(patience_s=120) as (served, cutter), brain(cutter.address, limit_s=120) as remote:

        async def done() -> list[str]:
            return [each.content for each in served.discord.calls if isinstance(each, Send)]

        began_s = time.perf_counter()
        outcome = await cut_load(remote, cutter, done, calls=CALLS, seed=1, channel=CHANNEL, cut_every_s=0.05)
    print(f"{outcome.asked} calls of one session, {outcome.cuts} cuts, {outcome.lines} lines: ", end="")
    print(f"{outcome.lost} lost, {outcome.doubled} doubled, {time.perf_counter() - began_s:.1f} s")


if __name__ == "__main__":
    anyio.run(main)
