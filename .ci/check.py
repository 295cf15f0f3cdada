"""Run the style gate: every tool, even after one has failed, so that one run shows all there is to mend."""

import subprocess
import sys
import time

TOOLS = {
    "ruff format": ["-m", "ruff", "format", "--check", "--quiet", "."],
    "ruff check": ["-m", "ruff", "check", "--quiet", "."],
    "mypy": ["-m", "mypy", "--no-error-summary"],
    "import-linter": ["-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
}


def main() -> int:
    """Return how many tools had something to say; print only what those said."""
    return sum(not passes(name, arguments) for name, arguments in TOOLS.items())


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
    sys.exit(1 if main() else 0)
