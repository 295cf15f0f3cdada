"""The doctor and the stage: a round trip over HTTP and WebSocket."""

import socket
from pathlib import Path

import pytest

from performer.core.errors import ServiceError
from performer.doctor.report import RunningShow
from performer.doctor.stage import check_stage
from tests.performer.cli.test_control_client import another_program
from tests.performer.doctor.taking import Taken, examined, taken
from tests.performer.stage.standing import standing

pytestmark = pytest.mark.anyio


async def stage(running: RunningShow | None = None, **settings: object) -> Taken:
    return await taken(check_stage, examined(running=running, stage=settings))


async def test_what_is_put_on_stage_arrives() -> None:
    found = await stage(port=0)

    assert found.states == {"port": "ok", "answers": "ok"}
    assert "arrives within" in found["answers"].found


async def test_a_taken_port_is_a_warning_and_the_stage_is_tried_on_another() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        found = await stage(port=other.getsockname()[1])

    assert found.states == {"port": "warning", "answers": "ok"}


async def test_a_host_that_is_not_ours_fails() -> None:
    with pytest.raises((ServiceError, BaseExceptionGroup)):
        await stage(host="192.0.2.1")


@pytest.mark.expects_log
async def test_a_host_that_other_machines_can_reach_is_a_warning_with_what_helps() -> None:
    found = await stage(host="0.0.0.0", port=0)

    assert found.states == {"host": "warning", "port": "ok", "answers": "ok"}
    assert "TLS proxy" in found["host"].remedy


async def test_a_running_stage_is_asked_and_not_what_else_of_its_show_is_down(tmp_path: Path) -> None:
    async with standing(tmp_path) as it:
        addresses = it.server.addresses
        running = RunningShow(url=addresses.url, port=addresses.port, down={"brain": "no Ollama"}, roles={})

        found = await stage(running)

    assert found.states == {"answers": "ok"}


async def test_a_running_stage_that_is_gone_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
    gone = RunningShow(url=f"http://127.0.0.1:{port}/stage?token=x", port=port, down={}, roles={})

    found = await stage(gone)

    assert found.states == {"answers": "failed"}
    assert "token=x" not in found["answers"].found


async def test_a_page_without_a_stage_behind_it_is_told_without_its_token() -> None:
    async with another_program(200) as port:
        running = RunningShow(url=f"http://127.0.0.1:{port}/stage?token=x", port=port, down={}, roles={})

        found = await stage(running)

    assert found.states == {"answers": "failed"}
    assert "its address answers 200" in found["answers"].found
    assert "token" not in found["answers"].found
