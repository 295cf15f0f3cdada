"""What is kept of PySide6, in folders as its wheels have them, of each system."""

from pathlib import Path

import pytest

from performer.core.files.home import CHECKOUT
from release import qt_trim

WINDOWS = {
    "__init__.py": b"",
    "support/deprecated.py": b"",
    "scripts/deploy.py": b"",
    "QtGui.pyd": b"\0Qt6Gui.dll\0MSVCP140.dll\0",
    "QtCharts.pyd": b"\0Qt6Charts.dll\0",
    "Qt6Gui.dll": b"\0Qt6Core.dll\0KERNEL32.dll\0",
    "Qt6Core.dll": b"\0",
    "Qt6Charts.dll": b"\0Qt6Gui.dll\0",
    "Qt6Svg.dll": b"\0Qt6Gui.dll\0",
    "msvcp140.dll": b"\0",
    "plugins/platforms/qwindows.dll": b"\0Qt6Gui.dll\0",
    "plugins/imageformats/qsvg.dll": b"\0Qt6Svg.dll\0",
    "plugins/imageformats/qpdf.dll": b"\0Qt6Pdf.dll\0",
    "plugins/sqldrivers/qsqlite.dll": b"\0Qt6Core.dll\0",
    "translations/qt_de.qm": b"\0",
    "QtGui.pyi": b"",
}
MACOS = {
    "QtGui.abi3.so": b"\0@rpath/QtGui.framework/Versions/A/QtGui\0 QtQml\0",
    "Qt/lib/QtGui.framework/Versions/A/QtGui": b"\0",
    "Qt/lib/QtGui.framework/Resources/Info.plist": b"",
    "Qt/lib/QtQml.framework/Versions/A/QtQml": b"\0",
    "Qt/lib/QtQml.framework/Resources/Info.plist": b"",
}


def lay(folder: Path, files: dict[str, bytes]) -> Path:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def list_kept(folder: Path) -> set[str]:
    return {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}


def test_modules_stay_with_their_plugins_and_with_what_these_are_linked_to(tmp_path: Path) -> None:
    qt_trim.trim(lay(tmp_path, WINDOWS), {"QtGui"})

    assert list_kept(tmp_path) == {
        "__init__.py",
        "support/deprecated.py",
        "QtGui.pyd",
        "Qt6Gui.dll",
        "Qt6Core.dll",
        "Qt6Svg.dll",
        "msvcp140.dll",
        "plugins/platforms/qwindows.dll",
        "plugins/imageformats/qsvg.dll",
    }
    assert not (tmp_path / "translations").exists()


def test_a_framework_of_macos_stays_whole_where_a_library_is_linked_to_it(tmp_path: Path) -> None:
    qt_trim.trim(lay(tmp_path, MACOS), {"QtGui"})

    assert list_kept(tmp_path) == {name for name in MACOS if "QtQml" not in name}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("from PySide6.QtGui import QImage\n", {"QtGui"}),
        ("def late():\n    from PySide6.QtCore import QUrl\n", {"QtCore"}),
        ("from PySide6.QtWebEngineCore import QWebEnginePage\n", set()),
        ('TEXT = "from PySide6.QtSql import X"\n', set()),
    ],
)
def test_modules_are_read_from_the_imports(text: str, found: set[str], tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text(text, encoding="utf-8")

    assert qt_trim.find_modules([file]) == found


def test_our_code_imports_its_modules_in_the_one_way_that_is_read() -> None:
    ours = [file for name in ("desktop", "overlay", "performer", "sfx") for file in (CHECKOUT / name).rglob("*.py")]

    assert {"QtGui", "QtMultimedia", "QtWebSockets", "QtWidgets"} <= qt_trim.find_modules(ours)
    other_ways = ("import PySide6.", "from PySide6 import")
    assert [file for file in ours if any(way in file.read_text(encoding="utf-8") for way in other_ways)] == []
