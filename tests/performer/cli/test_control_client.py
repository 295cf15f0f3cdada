"""The control socket's client: whatever is wrong is told in a sentence, and the token is in none of them."""

import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web

from performer.cli.control_client import NotRunningError, ask
from performer.core.errors import ServiceError
from performer.core.files.home import Home

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def another_program(status: int) -> AsyncIterator[int]:
    """Have a web server on a port that answers everything with that status, and no WebSocket."""

    async def answer(_: web.Request) -> web.Response:
        return web.Response(status=status)

    async with serving(answer) as port:
        yield port


@asynccontextmanager
async def serving(answer: Callable[[web.Request], Awaitable[web.StreamResponse]]) -> AsyncIterator[int]:
    """Have a web server on a port that answers every GET so."""
    app = web.Application()
    app.router.add_get("/{path:.*}", answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


def home_with(folder: Path, address: str) -> Home:
    home = Home(config=folder, data=folder)
    home.make()
    home.stage_file.write_text(json.dumps({"control_url": address}), encoding="utf-8")
    return home


@pytest.mark.parametrize("status", [200, 401, 404, 503])
async def test_a_refused_connection_is_told_by_its_status_alone(tmp_path: Path, status: int) -> None:
    async with another_program(status) as port:
        home = home_with(tmp_path, f"ws://127.0.0.1:{port}/control?token=hunter2")

        with pytest.raises(ServiceError, match=f"cannot be asked: its address answers {status}\\. Start") as error:
            await ask(home, "status", {})

    assert "hunter2" not in str(error.value)


async def test_an_address_that_is_none_is_told_without_it(tmp_path: Path) -> None:
    with pytest.raises(ServiceError, match=r"asked: run/stage\.json holds no address of a WebSocket") as error:
        await ask(home_with(tmp_path, "ws://:1/control?token=hunter2"), "status", {})

    assert "hunter2" not in str(error.value)


async def test_a_performer_that_is_gone_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]

    with pytest.raises(NotRunningError, match="any more"):
        await ask(home_with(tmp_path, f"ws://127.0.0.1:{port}/control?token=hunter2"), "status", {})


async def test_the_state_that_comes_first_is_not_taken_for_the_answer(tmp_path: Path) -> None:
    async def serve(request: web.Request) -> web.WebSocketResponse:
        there = web.WebSocketResponse()
        await there.prepare(request)
        await there.send_json({"event": "state"})
        asked = await there.receive_json()
        await there.send_json({"id": asked["id"], "ok": True, "value": "mine"})
        return there

    async with serving(serve) as port:
        assert await ask(home_with(tmp_path, f"ws://127.0.0.1:{port}/control"), "status", {}) == "mine"
