"""Hooks of pytest: the canaries are planted before the first test, and a run after which one is found has failed.

Where tests run in several processes (pytest-xdist), each plants canaries of its own and searches what its tests left.
"""

import os
from pathlib import Path
from typing import Any, Final

import pytest

from tests.canaries import CANARIES, VARIABLE, search, spellings

_BASE: Final = pytest.StashKey[Path]()
_KEY: Final = "canaries"
"""What a process of tests calls its search, among what it gives to the one that started it."""
_TOLD: Final = pytest.StashKey[dict[str, None]]()
"""The tests whose captured output holds a canary."""
_SEARCHES: Final = pytest.StashKey[list[str]]()
"""What each process of tests told of its search."""
_MOST_NAMED: Final = 30


def pytest_configure(config: pytest.Config) -> None:
    """Plant the key where a streamer's shell would have it, and look through what tests print and log."""
    os.environ[VARIABLE] = CANARIES.key
    config.stash[_TOLD] = {}
    config.stash[_SEARCHES] = []
    config.pluginmanager.register(_Listener(config.stash[_TOLD]))


class _Listener:
    """Looks through what tests have printed and logged."""

    def __init__(self, told: dict[str, None]) -> None:
        self._told = told
        self._spellings = [each.decode() for each in spellings(CANARIES.word)]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        said = "".join(text for _, text in report.sections)
        if any(each in said for each in self._spellings):
            self._told[f"a canary in the output of {report.nodeid}"] = None


@pytest.fixture(scope="session", autouse=True)
def canary_ground(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Note where tests leave their files."""
    request.config.stash[_BASE] = tmp_path_factory.getbasetemp()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Search everything; what is found is a failure like a test's."""
    stash = session.config.stash
    if _BASE not in stash:  # nothing ran
        return
    trees = [each for each in stash[_BASE].iterdir() if not each.is_symlink()]
    found = search([*trees, session.config.rootpath / ".pytest_cache"], CANARIES)
    stash[_SEARCHES].append(found.told)
    if (output := getattr(session.config, "workeroutput", None)) is not None:
        output[_KEY] = found.told
    leaks = [*stash[_TOLD], *found.leaks]
    if leaks:
        session.config.hook.pytest_runtest_logreport(report=_failure(leaks))
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Take what a process of tests tells of its search."""
    if told := getattr(node, "workeroutput", {}).get(_KEY):
        node.config.stash[_SEARCHES].append(told)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Tell what each search came to."""
    for told in config.stash[_SEARCHES]:
        terminalreporter.write_line(told)


def _failure(leaks: list[str]) -> pytest.TestReport:
    return pytest.TestReport(
        nodeid="canaries",
        location=("tests/canaries.py", 0, "canaries"),
        keywords={},
        outcome="failed",
        longrepr="\n".join([f"{len(leaks)} secrets have leaked, such as", *leaks[:_MOST_NAMED]]),
        when="call",
    )
