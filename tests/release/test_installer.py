"""The set-up program: its icon and its words here; built quickly, and installed where Wine is, among the slow tests."""

import re
import shutil
from pathlib import Path

import pytest
from PIL import Image

from performer.core.files.home import CHECKOUT
from release import installer
from release.wine import find_missing, open_wine, windows_path
from requirements.additions import FOLDER as ADDITIONS
from requirements.terminal import Stop
from tests.release.checkout import needs_git

SCRIPT = (installer.PARTS / "installer.nsi").read_text(encoding="utf-8")
LIMIT_S = 100


def test_icon_has_every_size_that_windows_shows(tmp_path: Path) -> None:
    installer.make_icon(CHECKOUT / "assets" / "icon" / "performer.png", tmp_path / "performer.ico")

    with Image.open(tmp_path / "performer.ico") as icon:
        assert icon.info["sizes"] == {(size, size) for size in installer.ICON_SIZES}


def test_an_upgrade_removes_all_that_is_laid_but_the_additions() -> None:
    removed = set(
        re.findall(r'RMDir /r "\$INSTDIR\\([\w-]+)"', SCRIPT.partition("!macro RemoveProgram")[2].split("!macroend")[0])
    )

    assert removed == {"python", "bin", "licences"}
    assert f'RMDir /r "$INSTDIR\\{ADDITIONS}"' in SCRIPT.partition("Section Uninstall")[2]


def test_every_sentence_for_a_person_is_there_in_both_languages() -> None:
    sentences = re.findall(r"^LangString (\w+) \$\{LANG_(\w+)\}", SCRIPT, re.MULTILINE)

    assert {(name, language) for name, _ in sentences for language in ("ENGLISH", "GERMAN")} == set(sentences)


def test_without_what_builds_it_the_remedy_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(Stop, match="apt install nsis"):
        installer.build(tmp_path)


@needs_git
@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.skipif(not shutil.which("makensis"), reason="makensis builds it: apt install nsis")
def test_quick_one_installs_starts_and_is_removed_without_a_trace(tmp_path: Path) -> None:
    setup = installer.build(tmp_path / "dist", quick=True)
    if missing := find_missing():
        pytest.skip(f"installed by Wine alone: {missing}")

    with open_wine(tmp_path / "wine") as wine:
        assert wine.run([windows_path(setup), "/S"], limit_s=LIMIT_S).code == 0
        program = wine.drive / "users/wine/AppData/Local/Programs/Stream Performer"
        wine.prepare_python(program / "python/Lib/site-packages")
        told = wine.run([windows_path(program / "python/python.exe"), "-m", "performer", "hush"], limit_s=LIMIT_S)
        assert "Start one with: performer" in " ".join(told.lines)
        assert (
            wine.run(
                [windows_path(program / "uninstall.exe"), "/S", f"_?={windows_path(program)}"], limit_s=LIMIT_S
            ).code
            == 0
        )
        assert [file.name for file in program.iterdir()] == [
            "uninstall.exe"
        ]  # it cannot remove itself from its own place
