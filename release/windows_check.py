"""Try the checkout with a Windows Python under Wine: its set-up, 20 seconds of show, its tests folder by folder.

python3 run.py windows-check               everything, half an hour and more: before a release
python3 run.py windows-check --short       what touches the system, 3 minutes; passed by where there is no Wine
python3 run.py windows-check FOLDER ...    set-up, show and these tests

What it makes is kept in the user's cache folder, so that the next one is set up in seconds.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from release import staging, wine_stubs
from release.checkout_copy import renew_copy
from release.outcomes import Outcomes, OutcomeSum, read_outcomes, sum_up, tell_counts, write_outcome
from release.staging import PYTHON_VERSION, WINDOWS
from release.windows_python import fetch_repack, find_cache
from release.wine import USER, Wine, WineAnswer, find_missing, open_wine, windows_path, wine_version
from release.wine_known import KnownTests, read_known
from requirements.terminal import ROOT, Stop, run_program, say

SHORT = (
    "tests/performer/core/platform",
    "tests/performer/core/process",
    "tests/performer/core/files",
    "tests/requirements",
    "tests/test_run.py",
)
"""The tests of what Windows does otherwise."""
LENT = ("espeak-ng", "tesseract")
"""Linux's programs that the tests may call: on a Windows they are installed, too."""
GOAL = 0.99
"""The share of what is not another system's by nature that is to pass."""
SHOW_S = 20
SET_UP_LIMIT_S = 900
SHOW_LIMIT_S = 180
FOLDER_LIMIT_S = 1200
SHORT_LIMIT_S = 150
"""What the tests of the short form may take."""
TEST_LIMIT_S = 100
_MOST_DEATHS = 8
"""So often a folder's tests are taken up again behind one that has ended them."""
_CRASH = "wine: Unhandled"
_CAUSES = ("Fatal Python error", "wine: ", "+++", "Error", "ERROR")
"""How lines begin that say why a program has ended."""
_MOST_TOLD = 200
"""So many letters of such a line are told."""
_NOBODY = {"OLLAMA_HOST": "http://127.0.0.1:9"}
"""No model is there: the stand-in plays, and no real one is kept busy."""


@dataclass(frozen=True, kw_only=True)
class FolderRun:
    """What the tests of a folder came to."""

    folder: str
    outcomes: Outcomes
    seconds: float


def main(words: Sequence[str]) -> int:
    """Run what the words ask for, and return 0 if everything is as it should be."""
    if set(words) & {"-h", "--help"}:
        print((__doc__ or "").strip())
        return 0
    is_short, folders = "--short" in words, [word for word in words if word != "--short"]
    missing = find_missing()
    if missing and is_short:
        print(f"windows-check: skipped, {missing}")
        return 0
    if unknown := [each for each in folders if not (ROOT / each).exists()]:
        raise Stop(f"there is no {' and no '.join(unknown)}; name folders or files of tests.")
    began = time.monotonic()
    with open_wine(find_cache() / "windows") as wine:
        check = WindowsCheck(wine, read_known(), folder_limit_s=SHORT_LIMIT_S if is_short else FOLDER_LIMIT_S)
        check.lay_out()
        if is_short:
            check.fill_environment()
        check.set_up()
        is_shown = check.perform()
        groups = [list(SHORT)] if is_short and not folders else [[each] for each in folders or list_folders(ROOT)]
        runs = [check.run_tests(group) for group in groups]
    told = {test: told for run in runs for test, told in run.outcomes.tests.items()}
    cut_short = [run.folder for run in runs if not run.outcomes.is_whole]
    goal = 0.0 if folders else GOAL
    return conclude(sum_up(told, read_known()), is_shown, cut_short, time.monotonic() - began, goal=goal)


def list_folders(root: Path) -> list[str]:
    """Return the folders and files of tests that are run each by itself: one that hangs takes no other with it."""
    inside = [each for folder in ("tests", "tests/performer") for each in sorted((root / folder).iterdir())]
    tests = [each for each in inside if any(each.rglob("test_*.py")) or each.match("test_*.py")]
    return [each.relative_to(root).as_posix() for each in tests if each != root / "tests" / "performer"]


def conclude(told: OutcomeSum, is_shown: bool, cut_short: Sequence[str], seconds: float, *, goal: float = GOAL) -> int:
    """Print what is to be mended and what everything came to, and return the exit code.

    Args:
        told: What became of the tests.
        is_shown: Whether the show performed.
        cut_short: The folders whose tests came to no end.
        seconds: How long it all took.
        goal: The share that is to pass.
    """
    for why, count in told.cannot.most_common():
        print(f"  Wine     cannot pass {count}: {why}")
    for test in told.needless:
        print(f"  passed   though Wine cannot pass it, says release/wine_known.toml: {test}")
    for test, why in told.failing.items():
        print(f"  failed   {test} - {why}")
    parts = [
        "the show performed" if is_shown else "the show FAILED",
        tell_counts(told),
        f"{len(cut_short)} folders without an end{''.join(f' ({each})' for each in cut_short)}",
        f"{told.share:.2%} of what is not another system's passed (goal {goal:.0%})",
        f"{seconds:.0f} s",
    ]
    print(f"windows-check: {'; '.join(parts)}")
    return 0 if is_shown and not told.failing and not cut_short and told.share >= goal else 1


class WindowsCheck:
    """A Windows Python and a copy of the checkout in a Wine prefix."""

    def __init__(self, wine: Wine, known: KnownTests, *, folder_limit_s: float) -> None:
        self._wine = wine
        self._known = known
        self._folder_limit_s = folder_limit_s
        self._python = wine.folder / "python" / "python.exe"
        self._checkout = wine.folder / "checkout"
        self._lent = wine.folder / "lent"
        self._logs = wine.folder / "logs"
        shutil.rmtree(self._logs, ignore_errors=True)
        self._logs.mkdir()

    def lay_out(self) -> None:
        """Lay out Python and checkout."""
        if not self._python.exists():
            shutil.copytree(fetch_repack(find_cache()), self._python.parent, dirs_exist_ok=True)
        self._wine.prepare_python(self._python.parent / "Lib")
        wine_stubs.lend_programs(LENT, self._lent)
        renew_copy(ROOT, self._checkout)
        say("wine", f"{wine_version()}, everything in {self._wine.folder}")

    def set_up(self) -> None:
        """Run the set-up of the checkout for show and tests."""
        answer = self._run("set-up", [self._python, "run.py", "test", "--version"], limit_s=SET_UP_LIMIT_S)
        if answer.code != 0:
            raise Stop(f"the set-up failed{_tell_end(answer)}: {self._logs / 'set-up.txt'}")
        say("set-up", f"for the show and its tests: {answer.seconds:.0f} s")

    def fill_environment(self) -> None:
        """Make a first .venv by uv, which takes seconds where pip takes minutes; the set-up looks it over."""
        environment = self._checkout / ".venv"
        if environment.exists():
            return
        answer = self._run("set-up", [self._python, "-m", "venv", ".venv"], limit_s=SET_UP_LIMIT_S)
        if answer.code == 0:
            sets = [f"--requirements={ROOT / 'requirements' / name}.txt" for name in ("run", "test")]
            staging.install(environment / "Lib" / "site-packages", WINDOWS, PYTHON_VERSION, "--require-hashes", *sets)

    def perform(self) -> bool:
        """Run the show as on a fresh machine; return whether it did so to its end and nothing crashed."""
        settings = self._wine.drive / "users" / USER / "AppData" / "Local" / "stream-performer"
        shutil.rmtree(settings, ignore_errors=True)
        words = ["run.py", "--seconds", str(SHOW_S), "--no-console"]
        answer = self._run("show", [self._python, *words], limit_s=SHOW_LIMIT_S, more=_NOBODY)
        is_on_stage = any(line.startswith("stage ") for line in answer.lines)
        is_well = answer.code == 0 and is_on_stage and not any(line.startswith(_CRASH) for line in answer.lines)
        verdict = f"ended well after {answer.seconds:.0f} s" if is_well else f"failed{_tell_end(answer)}"
        say("show", f"{SHOW_S} s of it {verdict}: {self._logs / 'show.txt'}")
        return is_well

    def run_tests(self, group: Sequence[str]) -> FolderRun:
        """Run the quick tests of some folders in one process; behind a test that ends it, go on in another."""
        name = group[0].replace("/", "_")
        file = self._logs / f"{name}.jsonl"
        began = time.monotonic()
        for test in self._known.list_left_out():
            if test.startswith(tuple(group)):
                write_outcome(file, test, "error", "is left out")
        for _ in range(_MOST_DEATHS):
            left_s = self._folder_limit_s - (time.monotonic() - began)
            more = {"WINEPATH": windows_path(self._lent)}
            answer = self._run(name, self._test_command(group, file), limit_s=left_s, more=more)
            outcomes = read_outcomes(file)
            if outcomes.is_whole or answer.code is None or not outcomes.last_begun:
                break
            write_outcome(file, outcomes.last_begun, "error", f"has ended the process{_tell_end(answer)}")
        run = FolderRun(folder=" ".join(group), outcomes=read_outcomes(file), seconds=time.monotonic() - began)
        self._tell(run)
        return run

    def _test_command(self, group: Sequence[str], file: Path) -> list[str | Path]:
        """Return what runs the tests of which the file tells nothing yet."""
        python: list[str | Path] = [self._checkout / ".venv" / "Scripts" / "python.exe", "-m", "pytest"]
        limits = ["--continue-on-collection-errors", f"--timeout={TEST_LIMIT_S}", "--timeout-method=thread"]
        plugins = ["-p", "no:cacheprovider", "-p", "release.pytest_outcomes", "--outcomes", windows_path(file)]
        return [*python, *group, "-q", "-m", "not slow", "--tb=short", *limits, *plugins]

    def _tell(self, run: FolderRun) -> None:
        told = sum_up(run.outcomes.tests, self._known)
        end = "" if run.outcomes.is_whole else f", NO END: stopped in {run.outcomes.last_begun or 'no test'}"
        say("tests", f"{run.folder}: {tell_counts(told)}{end}; {run.seconds:.0f} s")

    def _run(
        self, log: str, command: Sequence[str | Path], *, limit_s: float, more: dict[str, str] | None = None
    ) -> WineAnswer:
        """Run a program in the copy, and add what it says to a log."""
        answer = self._wine.run(command, limit_s=limit_s, cwd=self._checkout, more=more)
        with (self._logs / f"{log}.txt").open("a", encoding="utf-8") as file:
            file.write("\n".join([*answer.lines, ""]))
        return answer


def _tell_end(answer: WineAnswer) -> str:
    """Return how a program ended, with the last it said of that."""
    end = "at its time limit" if answer.code is None else f"with code {answer.code}"
    causes = [line for line in answer.lines if line.lstrip(".sFE").startswith(_CAUSES)]
    return f" {end} after {answer.seconds:.0f} s ({(causes or answer.lines or ['without a word'])[-1][:_MOST_TOLD]})"


if __name__ == "__main__":
    run_program(main, by_hand="\n  stopped  by hand")
