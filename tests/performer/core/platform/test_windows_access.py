"""Who may read a file on Windows: as its descriptor says, and as it is asked to be."""

import ctypes
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from performer.core.platform import windows_access
from performer.core.platform.windows_access import explain_keeping, find_others, keep_to_owner, list_others
from tests.performer.core.platform.played_windows import PlayedWindows, play_windows
from tests.systems import windows_only

ME = "S-1-5-21-11-22-33-1001"
ANOTHER = "S-1-5-21-11-22-33-1002"


@pytest.mark.parametrize(
    ("descriptor", "others"),
    [
        # A folder under %LOCALAPPDATA%, and one that Python makes with mode 0700.
        (f"D:(A;OICIID;FA;;;SY)(A;OICIID;FA;;;BA)(A;OICIID;FA;;;{ME})", None),
        ("D:P(A;OICI;FA;;;OW)(A;OICI;FA;;;BA)(A;OICI;FA;;;SY)", None),
        # One at the root of another disk.
        (
            "D:AI(A;ID;FA;;;BA)(A;OICIIOID;GA;;;BA)(A;ID;FA;;;SY)(A;ID;0x1301bf;;;AU)(A;OICIID;0x1200a9;;;BU)",
            "everyone who has logged in, all users of this machine",
        ),
        (f"D:(A;;FA;;;{ME})(A;;FR;;;{ANOTHER})", ANOTHER),
        (f"D:(D;;FA;;;WD)(A;;FA;;;{ME})", None),
        ("D:(A;OICI;FA;;;WD)", "everyone"),
        ("D:NO_ACCESS_CONTROL", "everyone"),
        ("", "everyone"),
        ("D:P(A;;FA;;;S-1-5-80-956008885-3418522649)(A;;FX;;;S-1-15-2-1)(A;;FX;;;AC)", None),
    ],
)
def test_others_are_all_but_us_the_system_and_administrators(descriptor: str, others: str | None) -> None:
    assert list_others(descriptor, ME) == others


def test_the_command_that_keeps_others_out_goes_for_what_lies_in_a_folder_too(tmp_path: Path) -> None:
    file = tmp_path / "tokens.json"

    assert explain_keeping(tmp_path) == f'icacls "{tmp_path}" /inheritance:r /grant:r "%USERNAME%:(OI)(CI)F"'
    assert explain_keeping(file) == f'icacls "{file}" /inheritance:r /grant:r "%USERNAME%:F"'


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> PlayedWindows:
    """Have a Windows whose user is me, and where a descriptor says that everyone may read."""
    played = play_windows(monkeypatch)
    texts = {each: ctypes.create_unicode_buffer(each) for each in (ME, "D:(A;;FR;;;WD)")}

    def tell(text: str, place: int) -> Callable[..., int]:
        def answer(*words: Any) -> int:
            words[place]._obj.value = ctypes.addressof(texts[text])
            return 1

        return answer

    played.answer(
        "advapi32",
        ConvertSidToStringSidW=tell(ME, 1),
        ConvertSecurityDescriptorToStringSecurityDescriptorW=tell("D:(A;;FR;;;WD)", 3),
        GetNamedSecurityInfoW=lambda *_: 0,
        SetNamedSecurityInfoW=lambda *_: 0,
    )
    return played


def test_a_file_is_kept_to_its_owner_against_what_its_folder_says(windows: PlayedWindows, tmp_path: Path) -> None:
    file = tmp_path / "tokens.json"
    keep_to_owner(file)

    ((words, *_),) = windows.called("ConvertStringSecurityDescriptorToSecurityDescriptorW")
    ((path, kind, what, *_),) = windows.called("SetNamedSecurityInfoW")
    assert words == f"D:P(A;;FA;;;{ME})(A;;FA;;;SY)(A;;FA;;;BA)"
    assert (path, kind, what) == (str(file), 1, 0x80000004)


def test_all_that_a_folder_will_hold_is_kept_too(windows: PlayedWindows, tmp_path: Path) -> None:
    keep_to_owner(tmp_path)

    ((words, *_),) = windows.called("ConvertStringSecurityDescriptorToSecurityDescriptorW")
    assert words == f"D:P(A;OICI;FA;;;{ME})(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)"


def test_who_gets_at_a_file_is_read_off_it_and_what_windows_made_is_freed(
    windows: PlayedWindows, tmp_path: Path
) -> None:
    assert find_others(tmp_path) == "everyone"
    assert len(windows.called("LocalFree")) == 3
    assert windows.called("CloseHandle")


def test_only_a_new_file_is_kept_from_others_when_it_is_opened(windows: PlayedWindows, tmp_path: Path) -> None:
    for _ in range(2):
        os.close(windows_access.open_for_owner(str(tmp_path / "log"), os.O_CREAT | os.O_WRONLY))

    assert len(windows.called("SetNamedSecurityInfoW")) == 1


@windows_only("Windows alone has lists of access")
def test_what_was_kept_to_its_owner_is_open_to_nobody_else(tmp_path: Path) -> None:
    file = tmp_path / "tokens.json"
    file.touch()
    for each in (file, tmp_path):
        keep_to_owner(each)

        assert find_others(each) is None
    assert file.read_bytes() == b""
