"""What of PySide6 goes into a package: the modules that our code imports, their plug-ins, and what those are linked to.

A library names in its own file what it is linked to, on every system: one that names another of PySide6 needs it.
"""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

LEFT_OUT = frozenset({"QtWebEngineCore", "QtWebEngineWidgets"})
"""A browser of 240 MB, for the window of the control page: without it the page opens in the person's own browser."""
PLUGINS = re.compile(
    r"platforms|styles|multimedia|tls|imageformats|platforminputcontexts|platformthemes|wayland-|xcbgl"
)
"""Beginnings of the kinds of plug-ins that these modules load."""
NO_PLUGINS = re.compile(
    r"pdf|tiff|icns|wbmp|tga|jp2|virtualkeyboard|minimal|direct2d|linuxfb|vnc|eglfs|vkkhr|compositor|-server"
)
"""Parts of the names of those that nothing here asks for."""
_LIBRARY = re.compile(r"\.(pyd|dll|dylib|so)\b")
_FRAMEWORK = re.compile(r"/(\w+\.framework)/Versions/\w/\w+$")
_NAME = re.compile(rb"[\w.+-]+")


def find_modules(files: Iterable[Path]) -> set[str]:
    """Return the modules of PySide6 that Python files import, but for those left out."""
    found: set[str] = set()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("PySide6."):
                found.add((node.module or "").removeprefix("PySide6."))
    return found - LEFT_OUT


def trim(pyside: Path, modules: Iterable[str]) -> None:
    """Remove all from PySide6's folder that these modules do without."""
    kept = _list_needed(pyside, set(modules))
    frameworks = tuple(f"{name}/" for name in filter(None, map(_find_framework, kept)))
    for file in [each for each in pyside.rglob("*") if each.is_symlink() or each.is_file()]:
        place = file.relative_to(pyside).as_posix()
        is_python = file.suffix == ".py" and place.count("/") <= place.startswith("support/")
        if file not in kept and not is_python and not any(f"/{name}" in f"/{place}" for name in frameworks):
            file.unlink()
    for folder in sorted((each for each in pyside.rglob("*") if each.is_dir()), reverse=True):
        if not any(folder.iterdir()) or folder.name == "__pycache__":
            shutil.rmtree(folder)


def _list_needed(pyside: Path, modules: set[str]) -> set[Path]:
    """Return the libraries of the modules and plug-ins, with all that these are linked to."""
    libraries = dict(_name_libraries(pyside))
    todo = [file for file in libraries.values() if _is_wanted(file, pyside, modules)]
    needed: set[Path] = set()
    while todo:
        file = todo.pop()
        if file not in needed:
            needed.add(file)
            names = {name.decode().lower() for name in _NAME.findall(file.read_bytes())}
            todo += [libraries[name] for name in names & libraries.keys()]
    return needed


def _name_libraries(pyside: Path) -> Iterator[tuple[str, Path]]:
    """Yield each library with the name by which others are linked to it; Windows does not mind the case."""
    for file in pyside.rglob("*"):
        if file.is_file() and (_LIBRARY.search(file.name) or _find_framework(file)):
            yield (_find_framework(file) or file.name).lower(), file


def _find_framework(file: Path) -> str:
    """Return the name of the framework of macOS whose library a file is; empty for any other."""
    found = _FRAMEWORK.search(file.as_posix())
    return found[1] if found else ""


def _is_wanted(file: Path, pyside: Path, modules: set[str]) -> bool:
    if file.parent == pyside:
        return file.name.split(".")[0] in modules
    is_plugin = file.parent.parent.name == "plugins" and PLUGINS.match(file.parent.name)
    return bool(is_plugin) and not NO_PLUGINS.search(file.name)
