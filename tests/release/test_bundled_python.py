"""The Python inside the installer, of python.org's zip and of the repack, both made small here."""

import hashlib
import http.server
import sys
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from release import bundled_python

REPACK = (
    *("python.exe", "pythonw.exe", "python3.dll", "python313.dll", "vcruntime140.dll", "LICENSE.txt", "NEWS.txt"),
    *("DLLs/_ssl.pyd", "DLLs/_tkinter.pyd", "DLLs/tcl86t.dll", "DLLs/py.ico", "include/Python.h", "libs/python3.lib"),
    *("Lib/os.py", "Lib/json/__init__.py", "Lib/tkinter/__init__.py", "Lib/ensurepip/__init__.py"),
    *("Lib/sitecustomize.py", "Lib/site-packages/pip.py", "Scripts/pip.exe"),
)


@pytest.fixture
def repack(tmp_path: Path) -> Path:
    """Return a folder as the repack has it."""
    for name in REPACK:
        (tmp_path / "repack" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "repack" / name).write_text("", encoding="utf-8")
    return tmp_path / "repack"


def list_files(folder: Path) -> set[str]:
    return {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}


def test_of_the_repack_stays_what_the_embeddable_python_has(repack: Path, tmp_path: Path) -> None:
    bundled_python.lay_repack(repack, tmp_path / "python", None)

    assert list_files(tmp_path / "python") == {
        *("python.exe", "pythonw.exe", "python3.dll", "python313.dll", "vcruntime140.dll", "LICENSE.txt"),
        *("DLLs/_ssl.pyd", "Lib/os.py", "Lib/json/__init__.py", "python313._pth"),
    }


def test_library_of_the_repack_becomes_a_zip_of_what_is_compiled(repack: Path, tmp_path: Path) -> None:
    bundled_python.lay_repack(repack, tmp_path / "python", Path(sys.executable))

    with zipfile.ZipFile(tmp_path / "python" / "python313.zip") as library:
        assert set(library.namelist()) == {"os.pyc", "json/__init__.pyc"}
    assert not (tmp_path / "python" / "Lib").exists()
    assert read_search_path(tmp_path / "python")[:2] == ["python313.zip", "DLLs"]


def test_libraries_of_cpp_are_there_for_all_packages(tmp_path: Path) -> None:
    brought = tmp_path / bundled_python.PACKAGES / "shiboken6"
    brought.mkdir(parents=True)
    for name in (*bundled_python.CPP_RUNTIME, "msvcp140_2.dll"):
        (brought / name).write_text("", encoding="utf-8")

    bundled_python.share_cpp_runtime(tmp_path)

    assert {file.name for file in tmp_path.glob("*.dll")} == set(bundled_python.CPP_RUNTIME)


def read_search_path(python: Path) -> list[str]:
    return (python / "python313._pth").read_text(encoding="utf-8").splitlines()


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Return a zip as python.org has it."""
    with zipfile.ZipFile(tmp_path / "library.zip", "w", zipfile.ZIP_DEFLATED) as library:
        library.writestr("os.pyc", "0" * 1000)
    with zipfile.ZipFile(tmp_path / "embeddable.zip", "w") as packed:
        packed.write(tmp_path / "library.zip", "python313.zip")
        for name in ("python.exe", "python313._pth", "_ssl.pyd"):
            packed.writestr(name, "python313.zip\n.\n#import site\n")
    return tmp_path / "embeddable.zip"


def test_the_embeddable_python_imports_its_library_our_packages_and_the_additions(
    archive: Path, tmp_path: Path
) -> None:
    bundled_python.lay_embeddable(archive, tmp_path / "python")

    assert read_search_path(tmp_path / "python") == [
        *("python313.zip", ".", "Lib\\site-packages", "..\\performer-additions", "import site")
    ]
    with zipfile.ZipFile(tmp_path / "python" / "python313.zip") as library:
        assert library.read("os.pyc") == b"0" * 1000
        assert library.getinfo("os.pyc").compress_type == zipfile.ZIP_STORED


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Return the address of a server of ours, for the files of the test's folder."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *words: object) -> None:
            super().__init__(*words, directory=str(tmp_path))  # type: ignore[arg-type]

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_zip_is_fetched_once_by_its_hash(archive: Path, address: str, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    sha256 = hashlib.sha256(archive.read_bytes()).hexdigest()

    first = bundled_python.fetch_embeddable(cache, f"{address}/{archive.name}", sha256)
    archive.unlink()
    second = bundled_python.fetch_embeddable(cache, f"{address}/{archive.name}", sha256)

    assert first == second == cache / "embeddable.zip"


@pytest.mark.parametrize("name", ["embeddable.zip", "none.zip"])
def test_another_zip_or_none_is_not_taken(name: str, archive: Path, address: str, tmp_path: Path) -> None:
    assert archive.exists()
    cache = tmp_path / "cache"
    cache.mkdir()

    assert bundled_python.fetch_embeddable(cache, f"{address}/{name}", "0" * 64) is None
    assert list(cache.iterdir()) == []


def test_compiled_files_name_no_folder_of_this_machine_and_are_not_compared_with_their_source(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text("PLACE = 1\n", encoding="utf-8")

    bundled_python.compile_all(Path(sys.executable), tmp_path)

    (compiled,) = tmp_path.rglob("*.pyc")
    content = compiled.read_bytes()
    assert int.from_bytes(content[4:8], "little") == 1
    assert str(tmp_path).encode() not in content
