"""What every test shares: asyncio, fresh clocks and streams; and an unexpected warning in the log fails the test."""

import logging
import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

from performer.core.clock import SystemClock, VirtualClock
from performer.core.events.stream import EventStream
from performer.core.process.process_groups import GROUPS
from performer.core.redact import redact
from tests.canary_hooks import (
    canary_ground,
    pytest_configure,
    pytest_sessionfinish,
    pytest_terminal_summary,
    pytest_testnodedown,
)

# A process that a test starts keeps what it compiles, as a show does; else each would compile the whole house anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Time decides about no example: a busy machine takes more than the fifth of a second that is Hypothesis's own limit.
# Nor does chance: a test that fails tells of a change. `--hypothesis-profile searching` draws other examples each time.
settings.register_profile("searching", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("steady", settings.get_profile("searching"), derandomize=True)
settings.load_profile("steady")

__all__ = [
    "canary_ground",
    "pytest_configure",
    "pytest_sessionfinish",
    "pytest_terminal_summary",
    "pytest_testnodedown",
]


SLOW_WITHIN_S = 240
"""A test of the longer suite that exceeds its time ends the whole run: ten seconds are fifty on a busy machine."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give the tests of the longer suite more time, unless they say themselves how much they need."""
    for item in items:
        if item.get_closest_marker("slow") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(SLOW_WITHIN_S))


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session", autouse=True)
def no_program_is_left() -> Iterator[None]:
    """End what tests have left running, and the watcher of programs, as the end of a show does."""
    yield
    GROUPS.end_all()


@pytest.fixture
def clock() -> SystemClock:
    return SystemClock(seed=7)


@pytest.fixture
def virtual_clock() -> VirtualClock:
    return VirtualClock(seed=7)


@pytest.fixture
def events(clock: SystemClock) -> EventStream:
    return EventStream(clock)


@pytest.fixture
def odd_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder whose programs come before the system's own."""
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return tmp_path


@pytest.fixture(autouse=True)
def knows_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the process know no secret of another test."""
    monkeypatch.setattr(redact, "KNOWN", redact.Redactor())


_IS_SKIPPED: Final = pytest.StashKey[bool]()
"""Whether a test has found out by itself that it means nothing on this system."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note of a test how it came out, before its fixtures end."""
    report = yield
    item.stash[_IS_SKIPPED] = report.skipped
    return report


@pytest.fixture(autouse=True)
def no_unexpected_warnings(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail a test that logged a warning or worse, unless it carries `@pytest.mark.expects_log` and did log."""
    yield
    loud = [record for record in caplog.get_records("call") if record.levelno >= logging.WARNING]
    expected = request.node.get_closest_marker("expects_log") is not None
    if loud and not expected:
        pytest.fail("Unexpected log: " + "; ".join(record.getMessage() for record in loud))
    if expected and not loud and not request.node.stash[_IS_SKIPPED]:
        pytest.fail("A log warning was expected and none came.")


def missing(part: str, remedy: str) -> None:
    """Skip on a user's machine when a system part is missing, saying the remedy; fail in CI."""
    sentence = f"{part} is missing: {remedy}"
    if os.environ.get("CI"):
        pytest.fail(sentence)
    pytest.skip(sentence, allow_module_level=True)
