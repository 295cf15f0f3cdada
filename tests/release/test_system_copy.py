"""A copy that runs with the system's own Python: how packages of several are laid together, and its launcher."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from release.system_copy import join, write_launcher
from requirements.terminal import Stop

PRODUCT = "import os, sys\nprint(sys.argv[1:], os.path.dirname(os.path.dirname(__file__)), sys.prefix)\n"
posix = pytest.mark.skipif(os.name == "nt", reason="POSIX only: a launcher for a shell")


def lay(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        file = folder / name.replace("__", "/").replace("_", ".")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


def list_files(folder: Path) -> set[str]:
    return {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}


def test_machine_code_lies_side_by_side_and_what_one_python_has_apart(tmp_path: Path) -> None:
    first = lay(tmp_path / "1", prop__init_py="same", prop__code_311_so="a", prop_dist_info="")
    second = lay(tmp_path / "2", prop__init_py="same", prop__code_313_so="b", prop_dist_info="", audioop__init_py="")

    join({"3.11": first, "3.13": second}, tmp_path / "packages")

    assert list_files(tmp_path / "packages") == {
        "all/prop/init.py",
        "all/prop/code.311.so",
        "all/prop/code.313.so",
        "all/prop.dist.info",
        "python3.13/audioop/init.py",
    }


def test_file_that_differs_between_pythons_stops_it(tmp_path: Path) -> None:
    first, second = lay(tmp_path / "1", prop__init_py="one"), lay(tmp_path / "2", prop__init_py="another")

    with pytest.raises(Stop, match=r"init\.py differs"):
        join({"3.11": first, "3.13": second}, tmp_path / "packages")


def test_what_tells_of_an_installation_may_differ(tmp_path: Path) -> None:
    folders = {version: tmp_path / version for version in ("3.11", "3.13")}
    for version, folder in folders.items():
        (folder / "prop-1.dist-info").mkdir(parents=True)
        (folder / "prop-1.dist-info/RECORD").write_text(version, encoding="utf-8")

    join(folders, tmp_path / "packages")

    assert list_files(tmp_path / "packages") == {"all/prop-1.dist-info/RECORD"}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy whose product only says how it was called, in a folder with a blank and an umlaut."""
    folder = tmp_path / "Eigene Spiele ü"
    (folder / "packages/all/performer").mkdir(parents=True)
    (folder / "packages/all/performer/__main__.py").write_text(PRODUCT, encoding="utf-8")
    write_launcher(folder / "performer", packages="packages", environment='"$HOME/python of it"', words="run")
    return folder


def start(copy: Path, home: Path, *words: str, path: str = "") -> "subprocess.CompletedProcess[str]":
    (home / "performer.py").write_text("raise SystemExit('the wrong one')", encoding="utf-8")
    environment = {"HOME": str(home), "PATH": path or f"{Path(sys.executable).resolve().parent}:/usr/bin:/bin"}
    command = ["/bin/sh", str(copy / "performer"), *words]
    return subprocess.run(command, cwd=home, env=environment, capture_output=True, text=True, timeout=60)


@posix
def test_launcher_starts_the_product_from_any_folder_and_makes_its_environment_once(copy: Path, tmp_path: Path) -> None:
    first = start(copy, tmp_path)
    made = (tmp_path / "python of it/pyvenv.cfg").stat().st_mtime_ns
    again = start(copy, tmp_path, "say", "hello there")

    packages, environment = copy / "packages/all", tmp_path / "python of it"
    assert first.stdout == f"['run'] {packages} {environment}\n", first.stderr
    assert again.stdout == f"['say', 'hello there'] {packages} {environment}\n"
    assert (tmp_path / "python of it/pyvenv.cfg").stat().st_mtime_ns == made


@posix
def test_copy_that_was_moved_is_found_and_by_a_link_too(copy: Path, tmp_path: Path) -> None:
    start(copy, tmp_path)

    moved = copy.rename(tmp_path / "moved")
    link = tmp_path / "bin/performer"
    link.parent.mkdir()
    link.symlink_to(moved / "performer")

    assert str(moved / "packages/all") in start(link.parent, tmp_path).stdout


@posix
def test_environment_whose_python_has_gone_is_made_anew(copy: Path, tmp_path: Path) -> None:
    start(copy, tmp_path)
    python = tmp_path / "python of it/bin/python"
    python.unlink()
    python.symlink_to("/nonexistent/python3.11")

    assert start(copy, tmp_path).stdout.startswith("['run']")


@posix
def test_machine_without_a_fitting_python_is_told_so(copy: Path, tmp_path: Path) -> None:
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("dirname", "readlink"):
        (programs / name).symlink_to(f"/usr/bin/{name}")

    refused = start(copy, tmp_path, path=str(programs))

    assert refused.returncode == 1
    assert (
        refused.stderr == "Stream Performer needs Python 3.11, 3.12 or 3.13: install one of them, then start again.\n"
    )
