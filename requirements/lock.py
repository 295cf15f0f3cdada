"""Write run.txt, and a file for each addition and group of pyproject.toml, anew: the newest versions, with hashes.

They are for every system. The resolver (uv) lives in a .venv of its own that is thrown away. Nothing that names a
package index may get into the files, so that they serve behind any mirror; all are looked through before they replace
the old ones.
"""

import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OPTIONS = ["--universal", "--python-version=3.11", "--generate-hashes", "--no-header", "--no-annotate", "--quiet"]


def main() -> None:
    """Lock what the performer needs with its build backend, then what the additions, tests and docs need beside it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    run_needs = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        python = resolver(folder / "venv")
        run = compiled(python, run_needs, folder / "run.txt")
        fitting, files = [f"--constraints={run}"], [run]
        for name, needs in project["project"]["optional-dependencies"].items():
            files.append(compiled(python, needs, folder / f"{name}.txt", *fitting))
            fitting.append(f"--constraints={files[-1]}")
        for name, needs in project["dependency-groups"].items():
            files.append(compiled(python, needs, folder / f"{name}.txt", *fitting))
            fitting.append(f"--constraints={files[-1]}")
        texts = {file.name: file.read_text(encoding="utf-8") for file in files}
    for name, text in texts.items():
        replace(ROOT / "requirements" / name, text)


def resolver(home: Path) -> Path:
    """Install uv into a new environment; return that environment's Python."""
    venv.create(home, with_pip=True)
    python = home / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "uv"], check=True)
    return python


def compiled(python: Path, needs: list[str], target: Path, *options: str) -> Path:
    """Resolve these requirements into a file of exact versions."""
    needed = target.with_suffix(".in")
    needed.write_text("\n".join(needs), encoding="utf-8")
    command = [str(python), "-m", "uv", "pip", "compile", *OPTIONS, *options, f"--output-file={target}", str(needed)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return target


def replace(file: Path, text: str) -> None:
    """Put the new text in the file's place if it is fit for it, and say what changed."""
    if found := unfit(text):
        sys.exit(f"{file.name} is left as it was: the new one would hold {found!r}")
    before = pins(file.read_text(encoding="utf-8")) if file.exists() else {}
    after = pins(text)
    file.write_text(text, encoding="utf-8", newline="\n")
    changed = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    changes = [f"{name} {before.get(name, '-')} → {after.get(name, '-')}" for name in changed]
    print(f"{file.name}: {len(after)} packages;", ", ".join(changes) or "nothing new")


def pins(text: str) -> dict[str, str]:
    """Read package names and their versions; one that differs by Python has several, joined by " or "."""
    found: dict[str, str] = {}
    for name, version in re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE):
        found[name] = f"{found[name]} or {version}" if name in found else version
    return found


def unfit(text: str) -> str:
    """Return the first line that is no pinned package, no marker and no hash (an address, an option); empty if none."""
    fit = re.compile(r"[\w.-]+==[\w.!+]+( ; [\w. '\"<>=!()]+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?")
    return next((line for line in text.splitlines() if not fit.fullmatch(line)), "")


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(
            f"Nothing is changed: `{Path(error.cmd[0]).name} {' '.join(error.cmd[1:4])}` failed; its words are above."
        )
