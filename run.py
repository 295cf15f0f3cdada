#!/usr/bin/env python3
"""Set Stream Performer up on this machine, then hand over to it.

python3 run.py [OPTIONS]         perform, with the options that `python3 run.py run --help` lists
python3 run.py WORD ...          say, hush, pause, resume, react, status, panel, approvals, approve, cancel,
                                 errands, guard, doctor, config, tokens, memory, schedule, discord, discord-io, mcp,
                                 replay, bench, sound, window, desktop, install-launcher, quit, mic, pull, models,
                                 tools, voice, ears, plugin
python3 run.py test [WORDS]      the quick tests, or pytest with these words
python3 run.py check             the style gate: ruff, mypy, import-linter; --fix lets ruff mend what it can first
python3 run.py docs              build the documentation into site/; --serve shows it on this machine
python3 run.py add mic           add what tells your voice from noise, for a show that listens (mic.enabled)
python3 run.py add voice         add what speaks like a person: some 230 MB on the disk
python3 run.py add hearing       add what understands what you say: some 520 MB; what `mic` adds is part of it
python3 run.py add ocr           add what reads words off the screen
python3 run.py lock              renew the pinned requirements
python3 run.py windows-check     try it with a Windows Python under Wine; --short takes 3 minutes
python3 run.py installer         build the installer for Windows, here, into dist/
python3 run.py release           build all that a release consists of into dist/
python3 run.py ... --no-system   any of these, leaving the system's packages alone (anywhere before a `--`)

The first start takes a minute or more, later ones seconds.
"""
# Standard library only, for Python 3.11 to 3.13; an older one must still be able to read this file and say so.

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial

from requirements import additions, hold, node, python, record, system
from requirements.python import PYTHON, UNFINISHED
from requirements.terminal import ROOT, START, Stop, run_program, say

SUPPORTED = ((3, 13), (3, 12), (3, 11))
SETS = {
    "run": ["run"],
    "test": ["run", "test", "release"],
    "check": ["run", "test", "release"],
    "docs": ["run", "docs"],
    "release": ["run", "release"],
}
"""The pinned requirements of each job."""
RELEASE = {
    "windows-check": "release.windows_check",
    "installer": "release.installer",
    "release": "release.everything",
}
"""What makes and tries what others install, each with its module."""
QUICK_TESTS = ["-m", "not slow", "-n", "2", "--dist", "loadfile"]
"""What `test` alone runs: in two processes, each with the tests of whole files, which share what is costly to begin."""


def main(given: list[str]) -> None:
    """Set up what the words ask for, then become it."""
    words, with_system = asked(given)
    if words[:1] in (["-h"], ["--help"]):
        print_help()
        return
    if sys.version_info[:2] not in SUPPORTED:
        hand_over([*other_python(), str(ROOT / "run.py"), *given])
    if words[:1] == ["add"]:
        add(words[1:], with_system=with_system)
        return
    job, arguments = read(words)
    if not is_ready(job, with_system=with_system):
        set_up(job, with_system=with_system)
    if job != "run":
        os.chdir(ROOT)
    hand_over([str(PYTHON), *arguments])


def print_help() -> None:
    """Print what the words do, with the command as this system has it."""
    written = "python3 run.py"
    indent = " " * (len(written) - len(START))
    for line in (__doc__ or "").strip().splitlines():
        shown = line[len(indent) :] if line.startswith(indent) else line  # noqa: FURB188  older ones lack removeprefix
        print(shown.replace(written, START))


def asked(words: list[str]) -> tuple[list[str], bool]:
    """Remove `--no-system` from the words, and return whether the system's packages are ours to install.

    What comes after `--` is meant for others, whatever it says.
    """
    end = words.index("--") if "--" in words else len(words)
    ours = [word for word in words[:end] if word != "--no-system"]
    return [*ours, *words[end:]], len(ours) == end


def read(words: list[str]) -> tuple[str, list[str]]:
    """Return the job that the words ask for, a key of `SETS`, and the arguments for .venv's Python."""
    first, rest = (words[0], words[1:]) if words else ("", [])
    if first == "test":
        return "test", ["-m", "pytest", *(rest or QUICK_TESTS)]
    if first == "check":
        return "check", [".ci/check.py", *rest]
    if first == "docs":
        return "docs", ["-m", "requirements.docs", *rest]
    if first == "lock":
        return "check", ["requirements/lock.py", *rest]
    if first in RELEASE:
        return "release", ["-m", RELEASE[first], *rest]
    return "run", ["-m", "performer", *words]


def add(names: list[str], *, with_system: bool) -> None:
    """Add what not every show needs; it stays, and is renewed with the rest."""
    if names[:1] in (["-h"], ["--help"]):
        print_help()
        return
    additions.add(names, START, bring=partial(bring, with_system=with_system), has=python.has, with_system=with_system)


def bring(names: list[str], *, with_system: bool) -> None:
    """Add sets of Python packages beside those of every show."""
    for name in names:
        if name not in record.added():
            additions.announce(name)
    if not set(names) <= set(record.added()) or not is_ready("run", with_system=with_system):
        set_up("run", with_system=with_system, more=names)


def other_python() -> list[str]:
    """Find a command that starts a supported Python. It must be tried: a version manager's shim may refuse."""
    for major, minor in SUPPORTED:
        name, *option = ["py", f"-{major}.{minor}"] if os.name == "nt" else [f"python{major}.{minor}"]
        found = shutil.which(name)
        question = f"import sys; sys.exit(sys.version_info[:2] != ({major}, {minor}))"
        if found and subprocess.run([found, *option, "-c", question], stderr=subprocess.DEVNULL).returncode == 0:
            return [found, *option]
    raise Stop(f"Python 3.11, 3.12 or 3.13 is needed, this is {version()}: install one of them, then start again.")


def hand_over(command: list[str]) -> None:
    """Become this command, so that signals reach it. Windows cannot: there it is waited for and alone minds Ctrl+C."""
    sys.stderr.flush()
    if os.name != "nt":
        os.execv(command[0], command)
    for name in ("SIGINT", "SIGBREAK"):  # Ctrl+Break too
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    sys.exit(subprocess.run(command).returncode)


def is_ready(job: str, *, with_system: bool) -> bool:
    """Whether a job can start at once; remind of the system packages that its set-up could not get."""
    jobs = record.jobs_ready()
    if job not in jobs or not PYTHON.exists() or UNFINISHED.exists():
        return False
    if not with_system:
        return True
    absent = system.missing(jobs[job] or [])
    if absent:
        system.remind(absent)
    return jobs[job] is not None


def set_up(job: str, *, with_system: bool, more: Sequence[str] = ()) -> None:
    """Bring the system, the .venv and its packages to what a job needs. Of two starts at once the second waits."""
    began = time.monotonic()
    with only_one() as lock:
        added = sorted({*record.added(), *more})
        if is_ready(job, with_system=with_system) and added == record.added():
            return
        say("set-up", f"{ROOT}, Python {version()}")
        absent = system.install(system.wanted(job)) if with_system else None
        python.make_venv(lock)
        python.install([*SETS[job], *added], lock)
        if job == "test":
            node.install(lock)
        record.write({**record.jobs_ready(), **name_ready(job, absent)}, added)
        say("ready", f"after {time.monotonic() - began:.0f} s; the next start goes straight on")


def name_ready(job: str, absent: list[str] | None) -> dict[str, list[str] | None]:
    """Return which jobs are ready after one, each with the system's packages that it does without."""
    ready = {job: absent}
    if job == "test":
        needed = system.wanted("run")
        ready["run"] = None if absent is None else [name for name in absent if name in needed]
    return ready


@contextlib.contextmanager
def only_one() -> Iterator[int]:
    """Hold the lock. What changes the .venv inherits it: a pip that outlives a killed start holds it on."""
    lock = hold.grab(ROOT)
    if lock is None:
        say("wait", "another start is setting up; this one goes on when that is done")
        while (lock := hold.grab(ROOT)) is None:
            time.sleep(0.2)
    try:
        yield lock
    finally:
        os.close(lock)


def version() -> str:
    """Write this Python's version."""
    return ".".join(str(part) for part in sys.version_info[:3])


if __name__ == "__main__":
    try:
        run_program(main, by_hand="\n  stopped  by hand; the next start mends what was left half done")
    except OSError as error:
        sys.exit(f"  stopped  {error}")
