"""A show of a copy that was installed or unpacked, in which something is surely said."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

LINE = "Nobody saw that coming."
READY = "Ctrl+C ends the show"


def perform(program: Path, folder: Path, environment: Mapping[str, str], *options: str) -> tuple[int, str]:
    """Run a show of a program in a folder, have it say a line, and return how it ended and all that it printed."""
    told = folder / "terminal.txt"
    with (
        told.open("w", encoding="utf-8") as errors,
        subprocess.Popen(
            [str(program), "run", "--port=0", *options],
            cwd=folder,
            env={**environment, "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            encoding="utf-8",
        ) as show,
    ):
        assert show.stdout is not None
        printed = ""
        for line in show.stdout:
            printed += line
            if READY in line:
                order = [str(program), "say", LINE]
                subprocess.run(order, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL, timeout=60)
        return show.wait(), printed + told.read_text(encoding="utf-8")
