"""What is set up: for which jobs, with which additions, and for which state of the files that decide it."""

from __future__ import annotations

import hashlib
import json
import sys
from typing import Any

from requirements.python import VENV
from requirements.terminal import ROOT

READY = VENV / "ready.json"  # written last: which jobs are set up, and for which state of what decides
DECIDING = (
    "run.py",
    "pyproject.toml",
    "requirements/system.py",
    *(f"requirements/{name}.txt" for name in ("run", "mic", "voice", "hearing", "test", "docs", "release")),
    "requirements/node/package-lock.json",
)


def jobs_ready() -> dict[str, list[str] | None]:
    """Read which jobs are set up, each with the system packages it does without (None: nobody looked)."""
    try:
        record = _read()
        return dict(record["jobs"]) if record["state"] == state() else {}
    except (ValueError, KeyError, TypeError):
        return {}


def added() -> list[str]:
    """Read what has been added, whatever has changed since."""
    names = _read().get("added")
    return [str(name) for name in names] if isinstance(names, list) else []


def write(jobs: dict[str, list[str] | None], additions: list[str]) -> None:
    """Note that all this is set up now."""
    READY.write_text(json.dumps({"state": state(), "jobs": jobs, "added": additions}), encoding="utf-8")


def state() -> str:
    """Fold this Python, this place and the deciding files into one word: another word, and all is looked at again."""
    whole = hashlib.sha256(f"{sys.version_info[:2]} {sys.platform} {ROOT}".encode())
    for name in DECIDING:
        whole.update((ROOT / name).read_bytes())
    return whole.hexdigest()


def _read() -> dict[str, Any]:
    try:
        record = json.loads(READY.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return record if isinstance(record, dict) else {}
