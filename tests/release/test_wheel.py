"""The wheel: it holds what runs, and an installation of it alone performs."""

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from release.source import list_files
from release.wheel import build_wheel, build_wheel_of_checkout
from requirements.terminal import Stop
from tests.e2e.performing import clean_environment
from tests.release.checkout import needs_git
from tests.release.copy_show import LINE, perform

RUNS = ("asr", "desktop", "overlay", "performer", "prompts", "requirements", "sfx", "tts")
"""What a show needs all of; of `assets` it needs the folders alone in which no program lies."""
SECONDS = 10


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel of this checkout."""
    return build_wheel_of_checkout(tmp_path_factory.mktemp("wheel"))


def is_needed(name: str) -> bool:
    """Whether a file of the checkout has a part in a show."""
    first, _, inner = name.partition("/")
    if first == "assets":
        return "/" in inner and not inner.startswith(("pixel_art_maker/", "sketching/", "synth/"))
    return first in RUNS and not name.startswith("requirements/node/")


@needs_git
@pytest.mark.slow
def test_wheel_holds_all_that_runs_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        held = {name for name in packed.namelist() if ".dist-info/" not in name}
        licence = next(name for name in packed.namelist() if name.endswith("licenses/LICENSE"))

    assert held == {name for name in list_files() if is_needed(name)}
    assert licence


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of programs of an environment that has the wheel, and what else is needed from the tests' own.

    Of the project it knows the wheel alone: the tests' environment would lead to the checkout by a `.pth`, which is
    read in a folder of packages, and not in one that is added by a `.pth`.
    """
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder / "venv", with_pip=False)
    python = folder / "venv/bin/python"
    asked = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*command, str(wheel)], check=True)
    Path(packages, "others.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return folder / "venv/bin"


def make_environment(tmp_path: Path) -> dict[str, str]:
    """Make an environment that leads to nothing of the checkout's."""
    environment = {**clean_environment(tmp_path / "home"), "PATH": os.defpath}
    environment.pop("PYTHONPATH", None)
    return environment


@needs_git
@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="POSIX only: an environment's programs lie in bin")
def test_installed_wheel_performs_from_any_folder(installed: Path, tmp_path: Path) -> None:
    journal = tmp_path / "journal.jsonl"

    options = (f"--seconds={SECONDS}", f"--journal={journal}")
    code, printed = perform(installed / "performer", tmp_path, make_environment(tmp_path), *options)

    assert code == 0, printed
    assert '"SpeechStarted"' in journal.read_text(encoding="utf-8"), printed
    assert f"»  {LINE}" in printed
    assert "run.py" not in printed
    assert "opened by: performer panel" in printed


@needs_git
@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="POSIX only: an environment's programs lie in bin")
@pytest.mark.parametrize("words", [("bench", "gate", "--short"), ("guard", "score", "some.txt")])
def test_installed_wheel_says_where_the_benches_are(installed: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    command = [str(installed / "performer"), *words]
    environment = make_environment(tmp_path)
    refused = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)

    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith("An installed copy has no benches")


def test_source_that_the_backend_refuses_stops_with_its_words(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[project]\nversion = 1\n", encoding="utf-8")

    with pytest.raises(Stop, match="the wheel could not be built"):
        build_wheel(tmp_path, tmp_path / "dist", 0)
