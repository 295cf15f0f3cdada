"""The plainest programs that idle."""

import psutil
import pytest

from bench.speed.rig.module_process import start_module
from bench.speed.rig.screen import explain_missing_screen, open_screen
from tests.conftest import missing

pytestmark = pytest.mark.anyio


async def test_the_one_that_grabs_says_so_once_it_has_a_picture() -> None:
    if explain_missing_screen():
        missing("Xvfb", "apt install xvfb")
    async with (
        open_screen("64x36") as screen,
        start_module("plain_idler", "look", environment=screen.environment) as pid,
    ):
        assert psutil.Process(pid).is_running()
