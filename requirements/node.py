"""Put Node's MCP servers beside the .venv's packages: real ones, for the tests to talk with. Nothing else needs Node.

python3 -m requirements.node         install them, as `python3 run.py test` does
python3 -m requirements.node lock    renew the lock, after package.json has other versions
"""

from __future__ import annotations

import hashlib
import json
import shutil

from requirements.python import VENV
from requirements.terminal import ROOT, START, Stop, run_program, say, watch

PINNED = ROOT / "requirements" / "node"
FILES = ("package.json", "package-lock.json")
HOME = VENV / "node"
INSTALLED = HOME / "installed"  # written last: the state of the files that it was installed from
QUIET = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"]
REMEDY = f"install Node.js with npm (nodejs.org), then: {START} test"


def main(words: list[str]) -> None:
    """Install what is pinned, or renew the lock if that is the word."""
    if words == ["lock"]:
        renew()
    else:
        install()


def install(lock: int | None = None) -> None:
    """Install what is pinned, checked against its hashes; without npm or network the tests of it are skipped."""
    npm = shutil.which("npm")
    if is_there():
        return
    if npm is None:
        say("node", f"no npm here, so the tests with Node's MCP servers are skipped; {REMEDY}")
        return
    say("node", "packages of requirements/node")
    shutil.rmtree(HOME, ignore_errors=True)
    HOME.mkdir(parents=True)
    for name in FILES:
        shutil.copy(PINNED / name, HOME)
    whole, lines = watch("node", [npm, "ci", f"--prefix={HOME}", *QUIET], hold=lock)
    if whole:
        INSTALLED.write_text(state(), encoding="utf-8")
    else:
        say("node", f"they cannot be installed: {lines[-1] if lines else 'no word why'}; later: {REMEDY}")


def is_there() -> bool:
    """Return whether what is pinned now is installed."""
    return INSTALLED.exists() and INSTALLED.read_text(encoding="utf-8") == state()


def state() -> str:
    """Fold the pinned files into one word."""
    return hashlib.sha256(b"".join((PINNED / name).read_bytes() for name in FILES)).hexdigest()


def renew() -> None:
    """Write the lock anew, without any address in it, so that it serves behind any mirror."""
    npm = shutil.which("npm")
    if npm is None:
        raise Stop(f"npm is needed; {REMEDY}.")
    words = [npm, "install", f"--prefix={PINNED}", "--package-lock-only", "--omit-lockfile-registry-resolved", *QUIET]
    whole, lines = watch("node", words)
    if not whole:
        raise Stop(f"the lock cannot be renewed: {lines[-1] if lines else 'no word why'}")
    file = PINNED / "package-lock.json"
    lock = json.loads(file.read_text(encoding="utf-8"))
    for package in lock["packages"].values():
        package.pop("funding", None)
        package.pop("resolved", None)
    file.write_text(json.dumps(lock, indent=1) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    run_program(main)
