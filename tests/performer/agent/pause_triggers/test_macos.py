"""The desktop of macOS, as far as it can be tried elsewhere: a `lsappinfo` that stands in, and its absence."""

from pathlib import Path

import pytest

from performer.agent.pause_triggers.desktop import ForegroundWindow
from performer.agent.pause_triggers.macos import MacDesktop
from performer.core.errors import ServiceError
from tests.systems import write_script

SAYS = """
case "$1" in
front) echo ' ASN:0x0-0x1:' ;;
info) echo '"LSDisplayName"="Größe Vault"' ;;
esac
"""


def test_the_program_in_front_is_read_off_what_the_system_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "lsappinfo"
    write_script(program, SAYS)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")

    assert MacDesktop().foreground() == ForegroundWindow(program="Größe Vault")


def test_where_the_system_says_nothing_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(ServiceError, match="`lsappinfo` does not tell which program is in front"):
        MacDesktop().foreground()
