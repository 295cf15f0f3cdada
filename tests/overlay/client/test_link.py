"""The connection to the stage: a wrong token, and a stage that comes late and comes back."""

import subprocess
import sys
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from tests.overlay.client.running import Running
from tests.overlay.desktop import Desktop, desktop, seen, window
from tests.overlay.screenshots import looking, standing_window
from tests.performer.stage.standing import Standing, standing

pytestmark = pytest.mark.anyio

CONNECTS = """
import sys
from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtNetwork import QSslSocket
from overlay.client.link import StageConnection

app = QCoreApplication([])
connection = StageConnection(QUrl(sys.argv[1]), parent=app)
connection.open()
print(QSslSocket.supportsSsl())
"""


@pytest.fixture(scope="module")
async def screen() -> AsyncIterator[Desktop]:
    async with desktop() as made:
        yield made


async def test_a_wrong_token_is_told_with_what_to_do_and_not_told_itself(screen: Desktop, house: Standing) -> None:
    url = house.server.addresses.window_url + "x"
    async with window(screen, url, by_hand=True) as running:
        await seen(lambda: "its token is missing or wrong: copy the whole address again" in running.errors)

        assert house.server.tokens.window not in running.errors


@pytest.mark.slow
async def test_it_waits_for_the_stage_and_comes_back_to_it(screen: Desktop, tmp_path: Path) -> None:
    async with standing(tmp_path) as first:
        url, port = first.server.addresses.window_url, first.server.addresses.port
    async with window(screen, url) as running:
        with looking(screen) as seeing:
            await seen(lambda: "trying until there is" in running.errors)
            for times in (1, 2):
                async with standing(tmp_path, port=port) as house:
                    await standing_window(house, seeing)
                    await seen(partial(_has_heard, house))
                await seen(partial(_has_lost, running, times + 1))


def _has_heard(house: Standing) -> bool:
    return house.heard == ["on screen"]


def _has_lost(running: Running, times: int) -> bool:
    return running.errors.count("trying until there is") == times


@pytest.mark.parametrize(
    ("url", "has_tls"), [("ws://127.0.0.1:9/stage/ws", False), ("wss://127.0.0.1:9/stage/ws", True)]
)
def test_tls_is_there_for_an_address_that_needs_it_alone(url: str, has_tls: bool) -> None:
    done = subprocess.run([sys.executable, "-c", CONNECTS, url], check=True, capture_output=True, text=True)

    assert done.stdout.split() == [str(has_tls)]
    assert "ssl" not in done.stderr
