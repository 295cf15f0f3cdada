"""Shortcuts by the shell's object: played in memory as Windows lays it out, and where there is a Windows, its own."""

import ctypes
import sys
from ctypes import CFUNCTYPE, POINTER, c_int, c_int32, c_uint32, c_void_p, c_wchar_p
from pathlib import Path
from typing import Any

import pytest

from performer.core.platform.windows_shortcut import ShellLink, allow_start, is_start_allowed, write_shortcut
from tests.performer.core.platform.played_windows import PlayedWindows, play_windows
from tests.systems import windows_only

SHORTCUT = ShellLink(
    target="C:\\p\\pythonw.exe", words="-m x", folder="C:\\Größe", icon="C:\\i.ico", about="It starts x"
)
STARTS = "HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\StartupApproved\\StartupFolder"
SHELL_LINK, PERSIST_FILE = "0114020000000000c000000000000046", "0b01000000000000c000000000000046"


class PlayedLink:
    """The shell's object: a table of functions, as documented in shobjidl_core.h and objidl.h."""

    def __init__(self, windows: PlayedWindows) -> None:
        self.told: list[Any] = []
        self.saves = 0
        """The answer to Save."""
        text, nothing = (c_wchar_p,), ()
        places: dict[int, tuple[str, tuple[Any, ...]]] = {
            0: ("QueryInterface", (c_void_p, POINTER(c_void_p))),
            2: ("Release", nothing),
            6: ("Save", (c_wchar_p, c_int)),
            7: ("SetDescription", text),
            9: ("SetWorkingDirectory", text),
            11: ("SetArguments", text),
            17: ("SetIconLocation", (c_wchar_p, c_int)),
            20: ("SetPath", text),
        }
        self._kept = {place: self._make(name, kinds) for place, (name, kinds) in places.items()}
        table = (c_void_p * 21)(
            *(ctypes.cast(self._kept[place], c_void_p) if place in places else 0 for place in range(21))
        )
        self._object = (c_void_p * 1)(ctypes.addressof(table))
        self._table = table
        windows.answer("ole32", CoCreateInstance=self._create, CoInitializeEx=lambda *_: 0)

    def _make(self, name: str, kinds: tuple[Any, ...]) -> Any:
        def answer(this: int, *words: Any) -> int:
            assert this == ctypes.addressof(self._object)
            self.told.append((name, *words) if name != "QueryInterface" else name)
            if name == "QueryInterface":
                assert ctypes.string_at(words[0], 16).hex() == PERSIST_FILE
                words[1][0] = this
            return self.saves if name == "Save" else 0

        return CFUNCTYPE(c_uint32 if name == "Release" else c_int32, c_void_p, *kinds)(answer)

    def _create(self, kind: Any, _outer: None, _where: int, _interface: Any, made: Any) -> int:
        assert bytes(kind._obj).hex() == SHELL_LINK
        made._obj.value = ctypes.addressof(self._object)
        return 0


def test_the_shells_object_is_told_all_and_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    windows = play_windows(monkeypatch)
    link = PlayedLink(windows)
    write_shortcut(Path("menu.lnk"), SHORTCUT)

    assert link.told == [
        ("SetPath", "C:\\p\\pythonw.exe"),
        ("SetArguments", "-m x"),
        ("SetWorkingDirectory", "C:\\Größe"),
        ("SetIconLocation", "C:\\i.ico", 0),
        ("SetDescription", "It starts x"),
        "QueryInterface",
        ("Save", "menu.lnk", 1),
        ("Release",),
        ("Release",),
    ]
    assert len(windows.called("CoUninitialize")) == 1


def test_a_refusal_is_told_and_all_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    windows = play_windows(monkeypatch)
    link = PlayedLink(windows)
    link.saves = -2147024893

    with pytest.raises(OSError, match="0x80070003"):
        write_shortcut(Path("menu.lnk"), SHORTCUT)
    assert link.told[-2:] == [("Release",), ("Release",)]
    assert len(windows.called("CoUninitialize")) == 1


def test_a_thread_that_has_com_in_another_way_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    windows = play_windows(monkeypatch)
    PlayedLink(windows)
    windows.answer("ole32", CoInitializeEx=lambda *_: -2147417850)
    write_shortcut(Path("menu.lnk"), SHORTCUT)

    assert not windows.called("CoUninitialize")


@pytest.mark.parametrize(("noted", "allowed"), [(None, True), (b"\2" + bytes(11), True), (b"\3" + bytes(11), False)])
def test_a_start_that_a_person_has_switched_off_in_windows_is_allowed_again(
    noted: bytes | None, allowed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows = play_windows(monkeypatch)
    windows.registry[STARTS, "X.lnk"] = noted

    assert is_start_allowed("X.lnk") is allowed
    allow_start("X.lnk")
    assert is_start_allowed("X.lnk")


@windows_only("it has a shell")
def test_a_shortcut_is_written_for_a_path_of_any_script(tmp_path: Path) -> None:
    folder = tmp_path / "Größe 日本"
    folder.mkdir()
    link = folder / "ü.lnk"
    write_shortcut(link, ShellLink(target=sys.executable, words="-m x", folder=str(folder), icon="", about="x"))

    assert "Größe 日本".encode("utf-16-le") in link.read_bytes()
