"""The product's own source of the screen in a process of its own."""

import psutil
import pytest

from bench.speed.rig.module_process import start_module
from bench.speed.rig.screen import explain_missing_screen, open_screen
from tests.conftest import missing

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("what", ["look", "picture"])
async def test_it_says_so_once_it_has_looked(what: str) -> None:
    if explain_missing_screen():
        missing("Xvfb", "apt install xvfb")
    async with (
        open_screen("640x360") as screen,
        start_module("looking_program", "5", what, environment=screen.environment) as pid,
    ):
        assert psutil.Process(pid).is_running()
