import subprocess
from pathlib import Path

import pytest

from release.checkout_copy import list_files, renew_copy


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "checkout"
    (folder / "part").mkdir(parents=True)
    for name, content in {
        "run.py": "1",
        "part/new.py": "2",
        "secret.log": "3",
        ".gitignore": "*.log\n.venv/\n",
    }.items():
        (folder / name).write_text(content, encoding="utf-8")
    subprocess.run(["git", "init", "--quiet", str(folder)], check=True)
    subprocess.run(["git", "-C", str(folder), "add", "run.py"], check=True)
    return folder


def test_what_git_does_not_ignore_is_listed_committed_or_not(checkout: Path) -> None:
    assert sorted(map(str, list_files(checkout))) == [".gitignore", str(Path("part/new.py")), "run.py"]


def test_a_file_that_is_gone_is_not_listed(checkout: Path) -> None:
    (checkout / "run.py").unlink()

    assert Path("run.py") not in list_files(checkout)


def test_a_copy_follows_and_keeps_what_runs_have_made_in_it(checkout: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    renew_copy(checkout, copy)
    kept = [copy / ".venv" / "python", copy / "part" / "__pycache__" / "new.pyc", copy / "show.egg-info" / "name"]
    for file in kept:
        file.parent.mkdir()
        file.touch()
    (checkout / "part/new.py").rename(checkout / "part/newer.py")
    (checkout / "run.py").write_text("changed", encoding="utf-8")

    renew_copy(checkout, copy)

    assert all(file.exists() for file in kept)
    assert (copy / "run.py").read_text(encoding="utf-8") == "changed"
    assert (copy / "part/newer.py").exists()
    assert not (copy / "part/new.py").exists()
