from pathlib import Path

import pytest

from release import wine_stubs
from requirements.terminal import Stop
from tests.systems import write_script

TOLD = """
[Ordinal/Name Pointer] Table
\t[   0] _Cbuild
\t[2487] crealf
"""
TOLD_BY_A_NEWER_ONE = """
[Ordinal/Name Pointer] Table -- Ordinal Base 1
\t[   0] +base[   1]  0000 _Cbuild
\t[2487] +base[2488]  09b7 crealf
"""


@pytest.mark.parametrize("told", [TOLD, TOLD_BY_A_NEWER_ONE])
def test_the_names_that_a_library_exports_are_read(told: str) -> None:
    assert wine_stubs.list_exports(told) == ["_Cbuild", "crealf"]


def test_what_we_have_is_exported_from_here_and_all_else_from_wines_own() -> None:
    written = wine_stubs.write_definitions(["_Cbuild", "crealf"], ["crealf"])

    assert written == "LIBRARY ucrtbase\nEXPORTS\n  _Cbuild = ucrtwine._Cbuild\n  crealf = our_crealf\n"


def test_a_compiler_that_fails_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_script(tmp_path / wine_stubs.COMPILER, "echo no such header >&2; exit 1\n")
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(Stop, match=r"bcryptprimitives\.dll cannot be built: no such header"):
        wine_stubs.build(tmp_path)


def test_wines_own_library_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wine 10 has the one of them."""
    own = tmp_path / "bcryptprimitives.dll"
    own.write_bytes(b"of Wine")
    write_script(tmp_path / wine_stubs.COMPILER, "echo not asked to >&2; exit 1\n")
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(Stop, match=r"icuuc\.dll"):
        wine_stubs.build(tmp_path)

    assert own.read_bytes() == b"of Wine"
