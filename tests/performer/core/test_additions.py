"""The additions of an installed copy: which packages they lack, and which are of another version."""

from pathlib import Path

from performer.core import additions
from performer.core.files.home import CHECKOUT

HASH = f"    --hash=sha256:{'0' * 64}\n"


def install(folder: Path, name: str, version: str) -> None:
    info = folder / f"{name}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")


def test_only_what_is_not_there_in_the_wanted_version_is_to_be_installed(tmp_path: Path) -> None:
    install(tmp_path, "there", "1.0")
    install(tmp_path, "Old_One", "1.0")
    old, new = f"old-one==2.0 \\\n{HASH}", f"new==1.0 ; sys_platform == 'win32' \\\n{HASH}"

    absent = additions.select_absent(f"there==1.0 \\\n{HASH}{old}{new}{old}", [str(tmp_path)])

    assert absent == old + new


def test_a_package_that_differs_by_python_is_there_in_any_of_its_versions(tmp_path: Path) -> None:
    install(tmp_path, "prop", "1.0")
    two = f"prop==1.0 ; python_full_version < '3.12' \\\n{HASH}prop==2.0 ; python_full_version >= '3.12' \\\n{HASH}"

    assert additions.select_absent(two, [str(tmp_path)]) == ""


def test_of_two_copies_of_a_package_the_one_that_is_imported_counts(tmp_path: Path) -> None:
    install(tmp_path / "first", "prop", "2.0")
    install(tmp_path / "second", "prop", "1.0")
    paths = [str(tmp_path / name) for name in ("first", "second")]

    assert additions.select_absent(f"prop==1.0 \\\n{HASH}", paths) == f"prop==1.0 \\\n{HASH}"


def test_folder_is_the_one_that_python_imports_from(tmp_path: Path) -> None:
    folder = tmp_path / "performer-additions"

    assert additions.find_folder(["/lib", str(folder)]) == folder
    assert additions.find_folder(["/lib"]) is None


def test_what_was_added_by_another_version_is_named(tmp_path: Path) -> None:
    requirements, folder = tmp_path / "requirements", tmp_path / "performer-additions"
    requirements.mkdir()
    (requirements / "voice.txt").write_text(f"onnxruntime==2.0 \\\n{HASH}numpy==1.0 \\\n{HASH}", encoding="utf-8")
    for name, version in (("onnxruntime", "1.0"), ("numpy", "1.0"), ("of-somebody", "1.0")):
        install(folder, name, version)
    (folder / "onnxruntime").mkdir()

    assert additions.list_added(folder) == ["voice"]
    assert additions.list_unfit(folder, requirements) == ["onnxruntime"]


def test_each_addition_has_its_pinned_packages() -> None:
    from requirements.additions import PACKAGES

    assert all((CHECKOUT / "requirements" / f"{name}.txt").exists() for name in PACKAGES)
