"""What goes into every package: all that a show needs, nothing for builders, and the licences."""

import importlib.metadata
import importlib.util
import tomllib
from pathlib import Path

import pytest

from performer.core.files.home import CHECKOUT
from release import staging
from requirements.terminal import Stop
from tests.release.checkout import needs_git

needs_uv = pytest.mark.skipif(
    not importlib.util.find_spec("uv"), reason="uv installs for other systems; it comes with requirements/release.txt"
)


def lay_package(folder: Path, name: str, files: dict[str, str]) -> None:
    """Put an installed package into a folder."""
    info = f"{name}-1.dist-info"
    metadata = {f"{info}/METADATA": f"Metadata-Version: 2.4\nName: {name}\nVersion: 1\nLicense-Expression: MIT\n"}
    whole = {**files, **metadata}
    for path, text in {**whole, f"{info}/RECORD": "".join(f"{path},,\n" for path in whole)}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")


def test_licences_of_packages_and_of_what_lies_in_them_are_collected(tmp_path: Path) -> None:
    packages, into = tmp_path / "packages", tmp_path / "licences"
    lay_package(
        packages,
        "prop",
        {"prop-1.dist-info/licenses/LICENSE": "of prop", "prop/fonts/OFL.txt": "of a font", "prop/license.py": ""},
    )

    staging.collect_licences(packages, into)

    assert (into / "prop-1/prop-1.dist-info/licenses/LICENSE").read_text(encoding="utf-8") == "of prop"
    assert (into / "prop-1/prop/fonts/OFL.txt").read_text(encoding="utf-8") == "of a font"
    assert not (into / "prop-1/prop/license.py").exists()
    assert (into / "LIST.txt").read_text(encoding="utf-8") == "prop-1: MIT\n"
    assert {"LGPL-3.0.txt", "QT.txt"} <= {file.name for file in into.iterdir()}


@needs_uv
def test_a_package_that_is_not_made_for_a_system_stops_it_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UV_OFFLINE", "1")
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path / "cache"))

    with pytest.raises(Stop, match="cannot be had"):
        staging.fill(tmp_path / "packages", staging.WINDOWS, wheel=tmp_path / "none.whl")


@needs_git
@needs_uv
@pytest.mark.slow
def test_a_folder_for_windows_holds_what_a_show_needs_and_nothing_for_builders(tmp_path: Path) -> None:
    version = staging.fill(tmp_path, staging.WINDOWS)

    there = {each.name.lower() for each in importlib.metadata.distributions(path=[str(tmp_path)])}
    assert version == tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert {"pywin32", "tzdata", "pip", "aiohttp", "pyttsx3"} <= there
    assert not {"setuptools", "pytest"} & there
    for path in ("performer/cli/main.py", "prompts/scene.md", "requirements/voice.txt", "PySide6/Qt6Multimedia.dll"):
        assert (tmp_path / path).exists()
    programs = {file.name for file in tmp_path.glob("pip/_vendor/distlib/*.exe")}
    assert programs == {"t64.exe", "w64.exe"}  # which pip makes of, wherever a package has a command
    assert {"msvcp140.dll", "msvcp140_1.dll"} <= {file.name for file in tmp_path.glob("shiboken6/*.dll")}
    assert not list(tmp_path.glob("PySide6/*WebEngine*"))
    assert sum(file.stat().st_size for file in (tmp_path / "PySide6").rglob("*") if file.is_file()) < 100e6
