"""Windows' functions: each that is called has a signature, and structures are laid out as Windows reads them."""

import ast
import ctypes
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace

import pytest

from performer.core.files.home import CHECKOUT
from performer.core.platform import windows_api
from performer.core.platform.windows_api import (
    BasicLimits,
    ExtendedLimits,
    Guid,
    LastInput,
    MonitorInfo,
    Rectangle,
    ThreadMessage,
    WindowClass,
    declare,
    load,
)
from tests.systems import posix_only

_FOLDER = Path(windows_api.__file__).parent
_PRODUCT = ("asr", "desktop", "overlay", "performer", "sfx", "tts")
_BEYOND = {"POINTER", "CFUNCTYPE", "Structure", "Path", "Thread", "Event", "StreamHandler"}
_OF_WINREG = {"OpenKey", "QueryValueEx", "DeleteValue"}


@pytest.mark.parametrize(
    ("structure", "size"),
    [
        (BasicLimits, 64),
        (ExtendedLimits, 144),
        (Guid, 16),
        (LastInput, 8),
        (MonitorInfo, 40),
        (Rectangle, 16),
        (ThreadMessage, 48),
        (WindowClass, 72),
    ],
)
def test_structures_are_as_large_as_on_64_bit_windows(structure: type[ctypes.Structure], size: int) -> None:
    assert ctypes.sizeof(structure) == size


def test_a_guid_lies_in_memory_as_windows_reads_it() -> None:
    read = Guid.read("00021401-0000-0000-C000-000000000046")

    assert bytes(read).hex() == "0114020000000000c000000000000046"


@pytest.mark.parametrize(
    ("place", "covered"),
    [
        ((-1920, 0, 0, 1080), True),
        ((-1928, -8, 8, 1088), True),
        ((-1919, 0, 0, 1080), False),
        ((-1920, 1, 0, 1080), False),
        ((-1920, 0, -1, 1080), False),
        ((-1920, 0, 0, 1040), False),
        ((0, 0, 1920, 1080), False),
    ],
)
def test_a_rectangle_covers_another_if_it_leaves_no_edge_of_it(place: tuple[int, ...], covered: bool) -> None:
    assert Rectangle(*place).covers(Rectangle(-1920, 0, 0, 1080)) is covered


def test_what_is_called_has_a_signature_and_no_signature_is_idle() -> None:
    known = {name for library in windows_api._SIGNATURES.values() for name in library}
    files = [each for each in _FOLDER.glob("windows_*.py") if each.name != "windows_api.py"]
    nodes = read_nodes(
        [*files, CHECKOUT / "overlay" / "windows_order.py", CHECKOUT / "overlay" / "client" / "process.py"]
    )
    used = {node.attr for node in nodes if isinstance(node, ast.Attribute) and node.attr in known}
    called = {
        node.func.attr
        for node in nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr[0].isupper()
    }

    assert used == known
    assert called - _BEYOND - _OF_WINREG <= known


def test_no_library_of_windows_is_reached_by_another_way() -> None:
    files = [file for part in _PRODUCT for file in (CHECKOUT / part).rglob("*.py") if file.name != "windows_api.py"]
    names = {node.attr for node in read_nodes(files) if isinstance(node, ast.Attribute)}

    assert "CDLL" in names, "X11's are reached so"
    assert not names & {"windll", "WinDLL", "oledll", "OleDLL", "cdll"}


def read_nodes(files: Iterable[Path]) -> list[ast.AST]:
    return [node for file in files for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))]


def test_only_declared_functions_are_reached_and_with_their_types() -> None:
    library = SimpleNamespace(OpenProcess=SimpleNamespace(), CloseHandle=SimpleNamespace())
    declared = declare(library, {"OpenProcess": (ctypes.c_void_p, ctypes.c_uint32)})

    assert vars(declared) == {"OpenProcess": library.OpenProcess}
    assert (library.OpenProcess.restype, library.OpenProcess.argtypes) == (ctypes.c_void_p, [ctypes.c_uint32])


@posix_only("there it works")
def test_elsewhere_it_is_said_that_it_is_windows_own() -> None:
    with pytest.raises(OSError, match="user32 is Windows' own"):
        load("user32")
