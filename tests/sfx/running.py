"""The sound player as a process, for tests."""

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager

from tests.overlay.client.running import Running
from tests.overlay.client.running import running as client_running

__all__ = ["Running", "running"]


def running(
    *options: str, environment: Mapping[str, str], url: str = "", by_hand: bool = False
) -> AbstractAsyncContextManager[Running]:
    """Run `python -m sfx` while the block runs; the URL goes through standard input, or `by_hand` as an argument."""
    return client_running("sfx", *options, environment=environment, url=url, by_hand=by_hand)
