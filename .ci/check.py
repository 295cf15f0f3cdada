"""Run the style gate: every tool, even after one has failed, so that one run shows all there is to mend.

`--fix` first has ruff format the files and mend what it can mend by itself.
"""

import subprocess
import sys
import time
from pathlib import Path

TOOLS = {
    "ruff format": ["-m", "ruff", "format", "--check", "--quiet", "."],
    "ruff check": ["-m", "ruff", "check", "--quiet", "."],
    # A file that is read or written without its encoding has another one on Windows; ruff tells so in preview alone.
    "encodings": ["-m", "ruff", "check", "--quiet", "--preview", "--select", "PLW1514", "."],
    "mypy": ["-m", "mypy", "--no-error-summary"],
    "words": [str(Path(__file__).with_name("words.py"))],
    "import-linter": ["-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
}
FIXES = {
    "ruff fix": ["-m", "ruff", "check", "--fix", "--exit-zero", "--quiet", "."],
    "ruff write": ["-m", "ruff", "format", "--quiet", "."],
}


def main(words: list[str]) -> int:
    """Return how many tools had something to say; print only what those said."""
    if words not in ([], ["--fix"]):
        sys.exit("  stopped  the style gate takes --fix, or nothing")
    tools = {**(FIXES if words else {}), **TOOLS}
    return sum(not passes(name, arguments) for name, arguments in tools.items())


def passes(name: str, arguments: list[str]) -> bool:
    """Run one tool from the checkout's root."""
    began = time.monotonic()
    result = subprocess.run([sys.executable, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    verdict = "failed" if result.returncode else "ok"
    print(f"  {name:<14}{verdict:<7}{time.monotonic() - began:.1f} s", flush=True)
    if result.returncode:
        print(result.stdout, flush=True)
    return result.returncode == 0


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)
