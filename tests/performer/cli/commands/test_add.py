"""`performer add` in an installed copy, which here is a folder without run.py; nothing is fetched."""

import subprocess
import sys
from pathlib import Path

import pytest

from performer.cli.commands import add
from performer.core.errors import ConfigError
from performer.core.files.home import CHECKOUT
from requirements import additions as table
from requirements import python


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
    """Keep what pip would be told."""
    told: list[tuple[str, ...]] = []
    monkeypatch.setattr(python, "pip", lambda _python, _lock, *words: told.append(words))
    return told


def test_pinned_packages_go_into_the_folder_of_additions_and_the_next_steps_name_the_command(
    copy: Path, pip: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(add, "_has", lambda _module: True)

    add.add(["voice"])

    ((hashes, binary, *others, requirement),) = pip
    assert (hashes, binary) == ("--require-hashes", "--only-binary=:all:")
    assert f"--target={copy / table.FOLDER}" in others
    assert requirement.startswith("--requirement=")
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


@pytest.mark.usefixtures("copy")
def test_a_copy_without_pip_says_how_it_is_had_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(add, "_has", lambda module: module != "pip")

    with pytest.raises(ConfigError, match=r"stream-performer\[voice\]"):
        add.add(["voice"])


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
