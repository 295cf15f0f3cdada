"""What nobody catches is told without secrets, on standard error and in the log."""

import json
import subprocess
import sys
from pathlib import Path

from performer.core.process.out_of_memory import NO_MEMORY

CRASH = """
import sys, threading
from pathlib import Path
from performer.core.log import log_crashes
from performer.core.log import log_to
from performer.core.redact.redact import add_secret

add_secret("correct-horse")
log_crashes()
log_to(Path(sys.argv[1]))

class Brittle:
    def __del__(self):
        raise ValueError("correct-horse in a last word")

def break_off():
    raise ValueError("correct-horse in a thread")

Brittle()
thread = threading.Thread(target=break_off)
thread.start()
thread.join()
raise ValueError("correct-horse \\x1b[2J in the middle of it")
"""


STARVED = """
import sys, threading
from pathlib import Path
from performer.core.log import log_crashes, log_to

log_crashes()
log_to(Path(sys.argv[1]))

class StarvedError(Exception):
    @property
    def __suppress_context__(self):
        raise MemoryError

def starve():
    raise StarvedError

thread = threading.Thread(target=starve)
thread.start()
thread.join()
"""


def test_a_crash_that_cannot_be_told_for_lack_of_memory_is_told_by_a_sentence(tmp_path: Path) -> None:
    starved = subprocess.run(
        [sys.executable, "-c", STARVED, tmp_path / "performer.log"], capture_output=True, text=True, check=False
    )

    assert starved.stderr == f"{NO_MEMORY}\n"


def test_a_crash_is_told_and_logged_without_secrets(tmp_path: Path) -> None:
    log = tmp_path / "performer.log"

    crashed = subprocess.run([sys.executable, "-c", CRASH, log], capture_output=True, text=True, check=False)

    entries = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert crashed.returncode == 1
    assert [entry["level"] for entry in entries] == ["ERROR", "CRITICAL", "CRITICAL"]
    assert [entry["error"].splitlines()[-1] for entry in entries] == [
        "ValueError: *** in a last word",
        "ValueError: *** in a thread",
        "ValueError: *** \x1b[2J in the middle of it",
    ]
    assert crashed.stderr.count("Traceback (most recent call last):") == 2
    assert crashed.stderr.endswith("ValueError: ***  [2J in the middle of it\n")
    assert "horse" not in crashed.stderr + log.read_text(encoding="utf-8")
