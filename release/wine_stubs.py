"""What stands in a Wine prefix for what Wine lacks of Windows 10, built from the sources in `stubs`."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from requirements.terminal import Stop

FOLDER = Path(__file__).resolve().parent / "stubs"
COMPILER = "x86_64-w64-mingw32-gcc"
OVERRIDES = "ucrtbase=n,b"
"""What Wine must be told so that it loads the one that stands before its own."""
_WHOLE = {"bcryptprimitives": ["-ladvapi32"], "icuuc": []}
"""What Wine has nothing of, each with what it is linked to."""
_BEFORE, _BEHIND = "ucrtbase", "ucrtwine"
"""What stands before Wine's own, and what Wine's own is called then."""
_READER = "x86_64-w64-mingw32-objdump"
_SIGNATURE = b"Wine builtin DLL"
"""By this Wine knows what is its own, and looks for it elsewhere."""


def build(system: Path) -> None:
    """Build what a prefix lacks, unless it is there from the sources as they are.

    Args:
        system: The prefix's folder of DLLs, system32.
    """
    for name, libraries in _WHOLE.items():
        library, note = system / f"{name}.dll", system / f"{name}.c"
        is_wines_own = library.exists() and not note.exists()
        if not is_wines_own and _is_to_build(name, system):
            _compile(name, system, libraries)
    if _is_to_build(_BEFORE, system):
        _put_before(system)


def lend_programs(names: Sequence[str], folder: Path) -> None:
    """Make programs of Windows that call Linux's of the same name, of those that are there."""
    folder.mkdir(exist_ok=True)
    source, note = FOLDER / "linux_program.c", folder / "linux_program.c"
    is_new = not note.exists() or note.read_bytes() != source.read_bytes()
    for name in names:
        program = folder / f"{name}.exe"
        if shutil.which(name) and (is_new or not program.exists()):
            _call([COMPILER, "-municode", "-O1", "-s", "-o", str(program), str(source), "-lws2_32"], program.name)
    shutil.copy(source, note)


def list_exports(told: str) -> list[str]:
    """Read the names that a DLL exports from what objdump tells of it."""
    table = told.partition("[Ordinal/Name Pointer] Table")[2]
    return re.findall(r"^\t\[ *\d+\].*?(\S+)$", table, re.MULTILINE)


def write_definitions(exports: list[str], ours: list[str]) -> str:
    """Write for the linker what is exported: what we have from here, all else from Wine's own."""
    lines = [f"  {name} = {f'our_{name}' if name in ours else f'{_BEHIND}.{name}'}" for name in exports]
    return "\n".join([f"LIBRARY {_BEFORE}", "EXPORTS", *lines, ""])


def _put_before(system: Path) -> None:
    """Put our C library before Wine's, which keeps all but the functions that we have."""
    own, behind = system / f"{_BEFORE}.dll", system / f"{_BEHIND}.dll"
    if not behind.exists():
        behind.write_bytes(own.read_bytes().replace(_SIGNATURE, bytes(len(_SIGNATURE)), 1))
    compiled = system / f"{_BEFORE}.o"
    _call([COMPILER, "-c", "-O1", "-o", str(compiled), str(FOLDER / f"{_BEFORE}.c")], compiled.name)
    ours = re.findall(r"\bour_(\w+)$", _call([_READER, "-t", str(compiled)], compiled.name), re.MULTILINE)
    definitions = system / f"{_BEFORE}.def"
    exports = list_exports(_call([_READER, "-p", str(behind)], behind.name))
    definitions.write_text(write_definitions(exports, ours), encoding="utf-8")
    _compile(_BEFORE, system, ["-static-libgcc", str(definitions)])


def _is_to_build(name: str, system: Path) -> bool:
    note = system / f"{name}.c"
    return not note.exists() or note.read_bytes() != (FOLDER / f"{name}.c").read_bytes()


def _compile(name: str, system: Path, more: list[str]) -> None:
    """Build a DLL, and lay beside it what it was built from."""
    library = system / f"{name}.dll"
    _call([COMPILER, "-shared", "-O1", "-s", "-o", str(library), str(FOLDER / f"{name}.c"), *more], library.name)
    shutil.copy(FOLDER / f"{name}.c", system)


def _call(command: list[str], name: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Stop(f"{name} cannot be built: {(done.stderr.strip().splitlines() or ['no word why'])[-1]}")
    return done.stdout
