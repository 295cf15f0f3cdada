"""Hooks of pytest: the canaries are planted before the first test, and a run after which one is found has failed."""

import os
from pathlib import Path
from typing import Final

import pytest

from tests.canaries import CANARIES, VARIABLE, Search, search, spellings

_BASE: Final = pytest.StashKey[Path]()
_SEARCH: Final = pytest.StashKey[Search]()
_TOLD: Final = pytest.StashKey[dict[str, None]]()
"""The tests whose captured output holds a canary."""
_MOST_NAMED: Final = 30


def pytest_configure(config: pytest.Config) -> None:
    """Plant the key where a streamer's shell would have it, and look through what tests print and log."""
    os.environ[VARIABLE] = CANARIES.key
    config.stash[_TOLD] = {}
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
    found = stash[_SEARCH] = search([*trees, session.config.rootpath / ".pytest_cache"], CANARIES)
    leaks = [*stash[_TOLD], *found.leaks]
    if leaks:
        session.config.hook.pytest_runtest_logreport(report=_failure(leaks))
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Tell what the search came to."""
    if _SEARCH in config.stash:
        terminalreporter.write_line(config.stash[_SEARCH].told)


def _failure(leaks: list[str]) -> pytest.TestReport:
    return pytest.TestReport(
        nodeid="canaries",
        location=("tests/canaries.py", 0, "canaries"),
        keywords={},
        outcome="failed",
        longrepr="\n".join([f"{len(leaks)} secrets have leaked, such as", *leaks[:_MOST_NAMED]]),
        when="call",
    )
