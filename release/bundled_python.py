"""The Python inside the installer: python.org's own where it can be fetched, else the checked repack of PyPI."""

from __future__ import annotations

import hashlib
import io
import shutil
import subprocess
import urllib.request
import zipfile
from pathlib import Path

from release.staging import PYTHON_VERSION
from release.windows_python import REPACK, fetch_repack
from requirements import other_pythons
from requirements.additions import FOLDER as ADDITIONS

EMBEDDABLE = "https://www.python.org/ftp/python/3.13.14/python-3.13.14-embed-amd64.zip"
SHA256 = "90b4e5b9898b72d744650524bff92377c367f44bd5fbd09e3148656c080ad907"
CPP_RUNTIME = ("msvcp140.dll", "msvcp140_1.dll")
"""What packages that are added later need, and not every Windows has; Qt's packages bring it for themselves alone."""
MAGIC = 3571
"""The first number in each .pyc of Python 3.13, whichever of its releases made it."""
PACKAGES = Path("Lib/site-packages")
REPACK_KEPT = ("DLLs", "Lib", "LICENSE.txt", "python.exe", "python3.dll", "python313.dll", "pythonw.exe", "vcruntime*")
REPACK_CLUTTER = ("DLLs/*tk*", "DLLs/tcl*", "DLLs/*.ico", "DLLs/*.cat", "Lib/site-packages", "Lib/sitecustomize.py")
REPACK_CLUTTER_IN_LIB = ("__pycache__", "ensurepip", "idlelib", "pydoc_data", "test", "tkinter", "turtle*", "venv")
UNCOMPILED = r"[\\/](pip|pygments)[\\/]"
"""What no show imports."""
_SHORT_VERSION = PYTHON_VERSION.replace(".", "")
_LIMIT_S = 60


def lay(target: Path, cache: Path, compiler: Path | None) -> str:
    """Put a Python of Windows into a folder that is not there yet; return whose it is, for the build's output.

    Args:
        target: The folder.
        cache: Where what is fetched is kept.
        compiler: What makes .pyc, by which the repack becomes as small as python.org's.
    """
    archive = fetch_embeddable(cache)
    if archive:
        lay_embeddable(archive, target)
        return EMBEDDABLE.rpartition("/")[2]
    lay_repack(fetch_repack(cache), target, compiler)
    return f"{REPACK} (python.org cannot be reached from here, and what PyPI has is a stranger's repack of it)"


def fetch_embeddable(cache: Path, address: str = EMBEDDABLE, sha256: str = SHA256) -> Path | None:
    """Return python.org's zip, fetched unless the cache holds it; None where it cannot be had, or is not what it was.

    What has been in the cache is looked at again: others may have written there.
    """
    archive = cache / address.rpartition("/")[2]
    if not archive.exists():
        try:
            with urllib.request.urlopen(address, timeout=_LIMIT_S) as answer:  # noqa: S310  its hash is known
                archive.write_bytes(answer.read())
        except OSError:
            return None
    if hashlib.sha256(archive.read_bytes()).hexdigest() != sha256:
        archive.unlink()
        return None
    return archive


def lay_embeddable(archive: Path, target: Path) -> None:
    """Unpack python.org's zip. The library in it is a zip of .pyc, which is pressed better with all else."""
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(target)
    library = target / f"python{_SHORT_VERSION}.zip"
    with zipfile.ZipFile(io.BytesIO(library.read_bytes())) as pressed, zipfile.ZipFile(library, "w") as loose:
        for each in pressed.infolist():
            loose.writestr(each, pressed.read(each), zipfile.ZIP_STORED)
    write_search_path(target, library.name, ".")


def lay_repack(folder: Path, target: Path, compiler: Path | None) -> None:
    """Copy of the repack what the embeddable Python has too, its library as .pyc in a zip where they can be made."""
    target.mkdir(parents=True)
    for each in (each for pattern in REPACK_KEPT for each in folder.glob(pattern)):
        copy = shutil.copytree if each.is_dir() else shutil.copy2
        copy(each, target / each.name)
    for pattern in (*REPACK_CLUTTER, *(f"Lib/{name}" for name in REPACK_CLUTTER_IN_LIB), "Lib/**/__pycache__"):
        for each in list(target.glob(pattern)):
            shutil.rmtree(each) if each.is_dir() else each.unlink()
    if compiler is None:
        write_search_path(target, "Lib", "DLLs")
        return
    write_search_path(target, pack_library(compiler, target), "DLLs")


def pack_library(compiler: Path, target: Path) -> str:
    """Make a zip of the .pyc of a Python's library, in the library's place, and return its name.

    It is not pressed: it is read at each start, and the set-up program presses it with all else.
    """
    library = target / "Lib"
    compile_all(compiler, library, "-b")
    packed = target / f"python{_SHORT_VERSION}.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for file in sorted(library.rglob("*.pyc")):
            archive.write(file, file.relative_to(library).as_posix())
    shutil.rmtree(library)
    return packed.name


def share_cpp_runtime(target: Path) -> None:
    """Copy the libraries of C++ that Qt's packages bring to where all packages of this Python find them."""
    for name in CPP_RUNTIME:
        shutil.copy2(target / PACKAGES / "shiboken6" / name, target / name)


def write_search_path(target: Path, *library: str) -> None:
    """Limit this Python's imports to its own folders, whatever the environment and the registry say."""
    lines = [*library, str(PACKAGES), f"../{ADDITIONS}", "import site"]
    text = "".join(f"{line}\n" for line in lines).replace("/", "\\")
    (target / f"python{_SHORT_VERSION}._pth").write_text(text, encoding="utf-8")


def find_compiler() -> Path | None:
    """Return a Python of this machine whose .pyc the bundled one takes; None without one."""
    found = other_pythons.interpreter(PYTHON_VERSION)
    question = "import importlib.util; print(int.from_bytes(importlib.util.MAGIC_NUMBER[:2], 'little'))"
    if found is None or subprocess.run([found, "-c", question], capture_output=True, text=True).stdout.strip() != str(
        MAGIC
    ):
        return None
    return found


def compile_all(compiler: Path, folder: Path, *options: str) -> None:
    """Make the .pyc of a folder, by paths that do not name this machine, and which are not compared with the source."""
    always = ["-q", "-j", "0", "-x", UNCOMPILED, "--invalidation-mode", "unchecked-hash", "-s", str(folder)]
    # What some packages bring for other Pythons cannot be compiled; nothing imports that.
    subprocess.run([compiler, "-m", "compileall", *always, *options, str(folder)], capture_output=True)
