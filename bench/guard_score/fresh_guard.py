"""A fresh process in which a guard is made and judges some lines: it prints what that took.

    python -m bench.guard_score.fresh_guard < JSON

The JSON has `modules`, which are imported before anything is measured, and `lines`, which are judged. The answer has
`start_ms`, until the guard was ready for its first line, and `start_worked_ms`, what the processor worked for
that; `first_ms`, what the first line took; and `grown_mb`, by which
the process grew until the last line was judged (null where the system does not tell).
"""

import json
import os
import sys
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path


def main() -> None:
    """Measure, and print the figures as JSON."""
    asked = json.load(sys.stdin)
    for name in asked["modules"]:
        with suppress(Exception):  # a module that only another system has
            import_module(name)
    before_mb, began, began_s = read_memory_mb(), time.perf_counter(), time.process_time()

    from bench.guard_score.judge import make_guard

    guard = make_guard(beside=True)
    ready, ready_s = time.perf_counter(), time.process_time()
    first, *others = asked["lines"]
    guard.sentence(first)
    judged = time.perf_counter()
    for line in others:
        guard.sentence(line)
    after_mb = read_memory_mb()
    grown_mb = None if before_mb is None or after_mb is None else round(after_mb - before_mb, 2)
    figures = {
        "start_ms": (ready - began) * 1e3,
        "start_worked_ms": (ready_s - began_s) * 1e3,
        "first_ms": (judged - ready) * 1e3,
        "grown_mb": grown_mb,
    }
    print(json.dumps(figures))


def read_memory_mb() -> float | None:
    """Return the resident memory of this process; None where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


if __name__ == "__main__":
    main()
