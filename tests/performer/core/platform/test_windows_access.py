"""Who may read a file on Windows: as its descriptor says, and as it is asked to be."""

import ctypes
import os
from pathlib import Path
from typing import Any

import pytest

from performer.core.platform import windows_access
from performer.core.platform.windows_access import explain_keeping, find_others, keep_to_owner, list_others
from tests.performer.core.platform.played_windows import PlayedWindows, play_windows
from tests.systems import windows_only

ME = "S-1-5-21-11-22-33-1001"
ANOTHER = "S-1-5-21-11-22-33-1002"
OPEN = f"D:(A;;FR;;;WD)(A;;FA;;;{ME})(A;;FR;;;{ANOTHER})"


@pytest.mark.parametrize(
    ("descriptor", "others"),
    [
        # A folder under %LOCALAPPDATA%, and one that Python makes with mode 0700.
        (f"D:(A;OICIID;FA;;;SY)(A;OICIID;FA;;;BA)(A;OICIID;FA;;;{ME})", []),
        ("D:P(A;OICI;FA;;;OW)(A;OICI;FA;;;BA)(A;OICI;FA;;;SY)", []),
        # One at the root of another disk.
        (
            "D:AI(A;ID;FA;;;BA)(A;OICIIOID;GA;;;BA)(A;ID;FA;;;SY)(A;ID;0x1301bf;;;AU)(A;OICIID;0x1200a9;;;BU)",
            ["AU", "BU"],
        ),
        (f"D:(A;;FA;;;{ME})(A;;FR;;;{ANOTHER})", [ANOTHER]),
        (f"D:(D;;FA;;;WD)(A;;FA;;;{ME})", []),
        ("D:(A;OICI;FA;;;WD)", ["WD"]),
        ("D:NO_ACCESS_CONTROL", ["WD"]),
        ("", ["WD"]),
        ("D:P(A;;FA;;;S-1-5-80-956008885-3418522649)(A;;FX;;;S-1-15-2-1)(A;;FX;;;AC)", []),
        # Whom a condition lets in may be anybody.
        (
            'D:(XA;;FA;;;WD;(@User.x == 1 || (Member_of {SID(BA)} && @User.y == "A;;FA;;;AN")))(A;;FR;;;BU)',
            ["WD", "BU"],
        ),
        ("D:(XA;;FA;;;SY;(@User.x == 1))", []),
    ],
)
def test_others_are_all_but_us_the_system_and_administrators(descriptor: str, others: list[str]) -> None:
    assert list_others(descriptor, ME) == others


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> PlayedWindows:
    """Have a Windows whose user is me, and where a descriptor says that everyone may read, and another one."""
    played = play_windows(monkeypatch)
    texts = {each: ctypes.create_unicode_buffer(each) for each in (ME, "S-1-1-0", ANOTHER, OPEN)}
    sids = {"WD": 1, ANOTHER: 2}
    numbers = {0: ME, 1: "S-1-1-0", 2: ANOTHER}

    def tell(text: str, answer: Any) -> int:
        answer._obj.value = ctypes.addressof(texts[text])
        return 1

    def find(who: str, answer: Any) -> int:
        answer._obj.value = sids[who]
        return 1

    played.answer(
        "advapi32",
        ConvertSidToStringSidW=lambda sid, answer: tell(numbers[getattr(sid, "value", None) or 0], answer),
        ConvertStringSidToSidW=find,
        ConvertSecurityDescriptorToStringSecurityDescriptorW=lambda *words: tell(OPEN, words[3]),
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
    assert find_others(tmp_path) == f"everyone, {ANOTHER}"
    assert len(windows.called("LocalFree")) == 3
    assert windows.called("CloseHandle")


def test_the_command_that_keeps_others_out_names_all_by_number_as_every_shell_hands_it_on(
    windows: PlayedWindows, tmp_path: Path
) -> None:
    file = tmp_path / "tokens.json"

    ours, others = f'/inheritance:r /grant:r "*{ME}:', f'/remove:g "*S-1-1-0" "*{ANOTHER}"'
    assert explain_keeping(tmp_path) == f'icacls "{tmp_path}" {ours}(OI)(CI)F" {others}'
    assert explain_keeping(file) == f'icacls "{file}" {ours}F" {others}'


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
        assert explain_keeping(each).endswith('F"')
    assert file.read_bytes() == b""


@windows_only("Windows alone has lists of access")
def test_whom_windows_names_by_letters_is_known_by_number() -> None:
    assert [windows_access._spell_sid(who) for who in ("WD", "BU", ANOTHER)] == ["S-1-1-0", "S-1-5-32-545", ANOTHER]
