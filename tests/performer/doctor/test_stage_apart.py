"""The doctor's own playhouse: nobody at the screen notices it."""

import pytest

from performer.config.config import Config
from performer.core.clock import SystemClock
from performer.core.status import Role
from performer.doctor.stage import open_private_stage


@pytest.mark.anyio
async def test_no_window_opens_even_where_there_is_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":4242")
    async with open_private_stage(SystemClock(), Config(), sounds=False) as house:
        (window,) = (role for role in house.roles() if role.part == "window")

    assert window == Role(part="window", plays="off", why="switched off by window.enabled or --no-desktop", state="off")
