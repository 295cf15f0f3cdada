"""Write what the set-up does, in few aligned lines on standard error: standard output is the performer's."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from requirements.hold import pass_on

ROOT = Path(__file__).resolve().parent.parent


def find_start(system: str = os.name) -> str:
    """Return how a person starts run.py: on Windows `python3` is nothing, or opens a shop."""
    return "py run.py" if system == "nt" else "python3 run.py"


START = find_start()


class Stop(Exception):
    """Write in one sentence why the set-up cannot go on, and the remedy."""


def run_program(main: Callable[[list[str]], object], *, by_hand: str | int = 130) -> NoReturn:
    """Run a program with this process's words, and end the process with its code, or with why it stopped.

    Args:
        main: What it does; an exit code that it returns is this process's.
        by_hand: How the process ends at Ctrl+C: with a code, or with a line on standard error.
    """
    try:
        code = main(sys.argv[1:])
        sys.exit(code if isinstance(code, int) else 0)
    except Stop as stop:
        sys.exit(f"  stopped  {stop}")
    except KeyboardInterrupt:
        sys.exit(by_hand)


def say(label: str, text: str) -> None:
    """Print one line that stays."""
    print(f"  {label:<8} {text}", file=sys.stderr, flush=True)


def stand(label: str, text: str) -> None:
    """Show a line that the next one overwrites, on a terminal only."""
    if sys.stderr.isatty():
        room = shutil.get_terminal_size().columns - 1
        print(f"  {label:<8} {text}"[:room].ljust(room), end="\r", file=sys.stderr, flush=True)


def watch(label: str, command: list[str], *, hold: int | None = None) -> tuple[bool, list[str]]:
    """Run a command in the checkout, showing the line it is at; return whether it went well, and all its lines.

    Args:
        label: What the shown line begins with.
        command: Its output is read as text; its input is empty.
        hold: A lock that the command keeps for as long as it lives, even if this process does not.
    """
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        **({} if hold is None else pass_on(hold)),
    )
    lines: list[str] = []
    with process:
        for line in process.stdout or ():
            if line.startswith("Waiting for") and line.strip() not in lines:
                say(label, line.strip())
            lines.append(line.strip())
            stand(label, line.strip())
    stand("", "")
    return process.returncode == 0, [line for line in lines if line]
