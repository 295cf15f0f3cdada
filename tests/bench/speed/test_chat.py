"""A flooded chat beside a calm one."""

import anyio
import pytest

from bench.speed.chat import ChatPlan, run


@pytest.mark.slow
def test_a_flooded_chat_stands_beside_a_calm_one() -> None:
    report = anyio.run(run, ChatPlan(runs=2, rates=(600,), tokens_per_s=200))

    assert report.by_key["request_at_600"].n == 2
    assert report.find_ratio(report.by_key["request_at_600"])
    assert report.by_key["cpu_at_600"].floor == "cpu_at_0"
