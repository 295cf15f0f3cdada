"""What installs a part is told as this system does it."""

import sys
from pathlib import Path

import pytest

from performer.core.files.home import CHECKOUT
from performer.core.install import explain_espeak, explain_system_voice, explain_tesseract_languages, find_installer


@pytest.mark.parametrize(
    ("installer", "espeak", "voice", "languages"),
    [
        ("apt", "apt install espeak-ng", "apt install libespeak-ng1", "tesseract-ocr-chi-sim"),
        ("win32", "winget install eSpeak-NG", "Settings > Time & language > Speech", "Tesseract's set-up program"),
        ("darwin", "brew install espeak-ng", "System Settings", "brew install tesseract-lang"),
        ("other", "as your system installs programs", "as your system installs", "deu and chi_sim of Tesseract"),
    ],
)
def test_each_system_is_told_of_its_own_way(installer: str, espeak: str, voice: str, languages: str) -> None:
    told = (
        explain_espeak(installer),
        explain_system_voice(installer),
        explain_tesseract_languages(["deu", "chi_sim"], installer),
    )

    assert all(part in text for part, text in zip((espeak, voice, languages), told, strict=True))
    assert installer == "apt" or not any("apt install" in text for text in told)


def test_a_linux_without_apt_is_not_told_of_apt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_installer("linux") == "other"

    (tmp_path / ("apt.exe" if sys.platform == "win32" else "apt")).touch(mode=0o755)
    assert [find_installer(system) for system in ("linux", "win32", "darwin")] == ["apt", "win32", "darwin"]


def test_apt_is_named_nowhere_else_in_the_product() -> None:
    files = [file for folder in ("performer", "overlay", "sfx") for file in (CHECKOUT / folder).rglob("*.py")]

    assert [file.name for file in files if "apt install" in file.read_text(encoding="utf-8")] == ["install.py"]
