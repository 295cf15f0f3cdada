"""The set-up program: its icon and its words here; built quickly, and installed where Wine is, among the slow tests."""

import re
import shutil
from pathlib import Path

import pytest
from PIL import Image

from performer.core.files.home import CHECKOUT
from release import installer
from release.installer_trial import NOT_OUR_FOLDER, Trial
from release.windows import search_path
from release.wine import find_missing, open_wine, windows_path
from requirements.additions import FOLDER as ADDITIONS
from requirements.terminal import Stop
from tests.release.checkout import needs_git
from tests.systems import write_script

SCRIPT = (installer.PARTS / "installer.nsi").read_text(encoding="utf-8")
LIMIT_S = 100
needs_makensis = pytest.mark.skipif(not shutil.which("makensis"), reason="makensis builds it: apt install nsis")


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


def test_a_folder_is_known_as_ours_before_anything_is_run_or_removed_in_it() -> None:
    installs = SCRIPT.partition('\nSection "${NAME}"')[2].split("SectionEnd")[0]
    removes = SCRIPT.partition("\nSection Uninstall")[2].split("SectionEnd")[0]

    assert (
        installs.index("Call FindOthers")
        < installs.index("!insertmacro GiveUp")
        < installs.index("Call EndShow")
        < installs.index("WriteUninstaller")
        < installs.index("!insertmacro RemoveProgram")
    )
    assert removes.index("!insertmacro GiveUp") < removes.index("Call un.EndShow") < removes.index("RemoveProgram")


def test_exit_codes_are_those_that_others_know_them_by() -> None:
    assert set(re.findall(r'GiveUp "\$\(NOT_\w+\)" (\d)', SCRIPT)) == {str(NOT_OUR_FOLDER)}
    assert re.findall(r"!define NOT_ON_PATH (\d)", SCRIPT) == [str(search_path.NOT_FOUND)]


def test_every_sentence_for_a_person_is_there_in_both_languages() -> None:
    sentences = re.findall(r"^LangString (\w+) \$\{LANG_(\w+)\}", SCRIPT, re.MULTILINE)

    assert {(name, language) for name, _ in sentences for language in ("ENGLISH", "GERMAN")} == set(sentences)


def test_without_what_builds_it_the_remedy_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(Stop, match="apt install nsis"):
        installer.build(tmp_path)


@pytest.fixture
def small_stage(tmp_path: Path) -> Path:
    """Return a staged folder with next to nothing in it."""
    stage = tmp_path / "stage"
    for name in ("python", "bin", "licences"):
        (stage / name).mkdir(parents=True)
        (stage / name / "some.txt").write_text("some", encoding="utf-8")
    installer.make_icon(CHECKOUT / "assets" / "icon" / "performer.png", stage / "performer.ico")
    return stage


@needs_makensis
def test_signer_gets_the_uninstaller_then_the_set_up(small_stage: Path, tmp_path: Path) -> None:
    signer = write_script(
        tmp_path / "sign it", f'head -c 2 "$1" >> "{tmp_path}/seen"; echo " $1" >> "{tmp_path}/seen"\n'
    )
    setup = tmp_path / "some-setup.exe"

    installer.press(small_stage, setup, "0.1.0", {"QUICK": "1", "SIGN": str(signer)})

    first, second = (tmp_path / "seen").read_text(encoding="utf-8").splitlines()
    assert first.startswith("MZ ")
    assert second == f"MZ {setup}"


@needs_makensis
def test_signer_that_fails_stops_the_build(small_stage: Path, tmp_path: Path) -> None:
    signer = write_script(tmp_path / "sign", "exit 3\n")

    with pytest.raises(Stop, match="makensis failed"):
        installer.press(small_stage, tmp_path / "some-setup.exe", "0.1.0", {"QUICK": "1", "SIGN": str(signer)})


@needs_git
@needs_makensis
@pytest.mark.slow
@pytest.mark.timeout(600)
def test_quick_one_installs_starts_and_is_removed_without_a_trace(tmp_path: Path) -> None:
    setup = installer.build(tmp_path / "dist", quick=True)
    if missing := find_missing():
        pytest.skip(f"installed by Wine alone: {missing}")

    with open_wine(tmp_path / "wine") as wine:
        trial = Trial(wine, setup)
        trial.refuse()
        trial.install()
        with wine.start([windows_path(trial.program / "python/python.exe"), "-m", "performer", "hush"]) as asked:
            told = asked.communicate(timeout=LIMIT_S)[0]
        with wine.start([windows_path(trial.program / "uninstall.exe"), "/S"]) as removal:
            removal.communicate(timeout=LIMIT_S)
        trial.expect(lambda: not trial.program.exists(), "the removal")

    assert "Start one with: performer" in told
