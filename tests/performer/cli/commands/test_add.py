"""`performer add` in an installed copy, which here is a folder without run.py; nothing is fetched."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from performer.cli.commands import add
from performer.core.errors import ConfigError
from performer.core.files.home import CHECKOUT
from requirements import additions as table
from requirements import python
from requirements.terminal import Stop


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of an installed copy whose `voice` is one small package."""
    (tmp_path / "requirements").mkdir()
    pinned = f"prop==1.0 \\\n    --hash=sha256:{'0' * 64}\n"
    (tmp_path / "requirements" / "voice.txt").write_text(pinned, encoding="utf-8")
    monkeypatch.setattr(add, "CHECKOUT", tmp_path)
    monkeypatch.setattr(add, "COMMAND", "performer")
    monkeypatch.syspath_prepend(str(tmp_path / table.FOLDER))
    return tmp_path


@pytest.fixture
def pip(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """Keep what pip, or uv, would be told."""
    told: list[tuple[str, ...]] = []
    monkeypatch.setattr(python, "install_by", lambda command: told.append(tuple(command)))
    return told


def test_pinned_packages_go_into_the_folder_of_additions_and_the_next_steps_name_the_command(
    copy: Path, pip: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(add, "_has", lambda _module: True)

    add.add(["voice"])

    (command,) = pip
    assert command[:4] == (sys.executable, "-m", "pip", "install")
    assert {"--require-hashes", "--only-binary=:all:", f"--target={copy / table.FOLDER}"} <= set(command)
    said = capsys.readouterr().err
    assert "performer voice get NAME" in said
    assert "run.py" not in said


def test_what_is_there_already_is_not_fetched_again(
    copy: Path, pip: list[tuple[str, ...]], capsys: pytest.CaptureFixture[str]
) -> None:
    info = copy / table.FOLDER / "prop-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: prop\nVersion: 1.0\n", encoding="utf-8")

    add.add(["voice"])

    assert pip == []
    assert "adding" not in capsys.readouterr().err


@pytest.fixture
def without_pip(copy: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of programs, empty yet, beside a copy that has no pip."""
    monkeypatch.setattr(add, "_has", lambda module: module != "pip")
    programs = copy / "programs"
    programs.mkdir()
    monkeypatch.setenv("PATH", str(programs))
    return programs


@pytest.mark.usefixtures("without_pip")
def test_a_copy_without_pip_and_uv_says_how_it_is_had_anew() -> None:
    with pytest.raises(ConfigError, match=r"install uv, or .* 'stream-performer\[voice\] @ FILE\.whl'"):
        add.add(["voice"])


def test_in_a_copy_without_pip_it_is_uv_that_adds(without_pip: Path, pip: list[tuple[str, ...]]) -> None:
    uv = without_pip / ("uv.exe" if os.name == "nt" else "uv")
    uv.write_bytes(b"")
    uv.chmod(0o755)

    add.add(["voice"])

    (command,) = pip
    assert command[:3] == (str(uv), "pip", "install")
    assert f"--python={sys.executable}" in command


def test_what_is_loaded_is_not_renewed_on_windows_beside_a_show(
    copy: Path, pip: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(_op: str) -> str:
        return "It performs."

    monkeypatch.setattr(add, "ask_performer", answer)
    add._refuse_beside_show(copy, "win32")  # nothing was added, so nothing is loaded

    (copy / table.PACKAGES["voice"].module).mkdir()
    add._refuse_beside_show(copy, "linux")
    with pytest.raises(Stop, match="a show is on"):
        add._refuse_beside_show(copy, "win32")
    assert pip == []


@pytest.mark.usefixtures("copy")
def test_what_nobody_knows_is_refused_with_what_there_is() -> None:
    with pytest.raises(ConfigError, match="what can be added is mic, voice, hearing, ocr; not nose"):
        add.add(["nose"])


def test_in_a_checkout_it_is_run_py_that_adds() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "performer", "add", "voice"], cwd=CHECKOUT, capture_output=True, text=True
    )

    assert done.returncode == 1
    assert "run.py add voice" in done.stderr
