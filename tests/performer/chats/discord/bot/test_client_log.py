"""What discord.py logs, and what of it reaches our log."""

import logging

import pytest

from performer.chats.discord.bot.client import silence_library


def test_warnings_are_side_remarks_and_noise_is_left_out(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    gateway = logging.getLogger("discord.gateway")
    with silence_library():
        gateway.warning("Can't keep up, shard ID %s websocket is %.1fs behind.", None, 41.3)
        gateway.warning("Shard ID %s heartbeat blocked for more than %s seconds.", None, 10)

    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        ("INFO", "Shard ID None heartbeat blocked for more than 10 seconds."),
    ]
