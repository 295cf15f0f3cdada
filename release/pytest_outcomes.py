"""A plugin of pytest that writes what became of each test, a line at once, so that a run which dies has told the rest.

`-p release.pytest_outcomes --outcomes FILE`: a test that the file tells of already is left out, so that the same
command goes on behind the test that has ended the run.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from release.outcomes import OutcomeKind, read_outcomes
from release.wine_known import is_among


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names the file."""
    parser.addoption("--outcomes", type=Path, help="write what becomes of each test into a file, and go on behind it")


def pytest_configure(config: pytest.Config) -> None:
    """Begin to write, where a file is named."""
    file = config.getoption("--outcomes")
    if file:
        config.pluginmanager.register(OutcomeWriter(file))


class OutcomeWriter:
    """Writes a line for each test that begins and for each that ends, and one for the end of the run."""

    def __init__(self, file: Path) -> None:
        self._done = read_outcomes(file).tests
        self._file = file.open("a", encoding="utf-8")

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Leave out what the file tells of."""
        done = [item for item in items if is_among(item.nodeid, self._done)]
        items[:] = [item for item in items if not is_among(item.nodeid, self._done)]
        config.hook.pytest_deselected(items=done)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Write a file that cannot be read, or is skipped whole."""
        if report.outcome != "passed":
            self._write_outcome(report.nodeid, "error" if report.failed else "skipped", _tell_why(report))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Write that a test begins."""
        self._write({"begun": nodeid})

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Write what became of a test; a fault before or behind it counts as an error."""
        if hasattr(report, "wasxfail"):
            self._write_outcome(report.nodeid, "passed", "")
        elif report.skipped:
            self._write_outcome(report.nodeid, "skipped", _tell_why(report))
        elif report.failed:
            self._write_outcome(report.nodeid, "failed" if report.when == "call" else "error", _tell_why(report))
        elif report.when == "call":
            self._write_outcome(report.nodeid, "passed", "")

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, exitstatus: int) -> None:
        """Write that the run has come to its end."""
        self._write({"ended": int(exitstatus)})
        self._file.close()

    def _write_outcome(self, test: str, outcome: OutcomeKind, why: str) -> None:
        self._write({"test": test, "outcome": outcome, "why": why})

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()


def _tell_why(report: pytest.TestReport | pytest.CollectReport) -> str:
    """Return one line of why a test was skipped or failed."""
    if isinstance(report.longrepr, tuple):
        return report.longrepr[2].removeprefix("Skipped: ")
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is not None:
        return str(crash.message).partition("\n")[0]
    return (str(report.longrepr).strip().splitlines() or [""])[-1]
