import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from filelock import FileLock

from release import wine, wine_stubs
from release.wine import Wine, find_missing, open_wine, windows_path
from requirements.terminal import Stop
from tests.systems import write_script


def test_what_is_missing_is_named_with_its_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_script(tmp_path / "Xvfb", "")
    monkeypatch.setenv("PATH", str(tmp_path))

    assert find_missing() == (
        "wine, x86_64-w64-mingw32-gcc missing: "
        "apt install --no-install-recommends wine wine64 gcc-mingw-w64-x86-64-win32"
    )
    with pytest.raises(Stop, match="apt install"), open_wine(tmp_path / "prefix"):
        pass


def test_nothing_is_said_where_nothing_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in wine.NEEDS:
        write_script(tmp_path / name, "")
    monkeypatch.setenv("PATH", str(tmp_path))

    assert not find_missing()


def test_a_folder_in_use_is_not_entered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in wine.NEEDS:
        write_script(tmp_path / name, "")
    monkeypatch.setenv("PATH", str(tmp_path))

    with FileLock(tmp_path / "lock"), pytest.raises(Stop, match="used by another start"), open_wine(tmp_path):
        pass


def test_a_file_is_named_as_programs_of_windows_know_it() -> None:
    assert windows_path(Path("/tmp/a b/c.txt")) == r"Z:\tmp\a b\c.txt"


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wine]:
    """Open a prefix of the tests' own, with `cmd.exe` in it as in every one."""
    if missing := find_missing():
        pytest.skip(f"Wine cannot be tried: {missing}")
    folder = tmp_path_factory.mktemp("wine")
    with open_wine(folder, {"COLOUR": "red"}) as opened:
        yield opened
    shutil.rmtree(folder)  # it has 700 MB


@pytest.mark.slow
def test_a_program_of_windows_tells_and_ends(prefix: Wine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "of this machine")
    heard: list[str] = []

    answer = prefix.run(
        ["cmd", "/c", "echo %COLOUR% %SECRET% %MORE%&exit 3"], limit_s=60, more={"MORE": "1"}, told=heard.append
    )

    assert answer.code == 3
    assert answer.lines == heard == ["red %SECRET% 1"]


@pytest.mark.slow
def test_a_program_is_ended_at_its_limit(prefix: Wine) -> None:
    answer = prefix.run(["cmd", "/c", "echo begun& notepad"], limit_s=5)

    assert answer.code is None
    assert answer.lines == ["begun"]


@pytest.mark.slow
def test_what_a_program_leaves_running_is_ended(prefix: Wine) -> None:
    answer = prefix.run(["cmd", "/c", "start /b notepad& echo done"], limit_s=60)

    assert answer.code == 0
    assert answer.seconds < 60
    assert not list(find_processes_of(prefix))


def find_processes_of(prefix: Wine) -> Iterator[int]:
    """Yield the processes of this machine that belong to a prefix."""
    for each in psutil.process_iter():
        with suppress(psutil.Error):
            if each.environ().get("WINEPREFIX") == str(prefix.folder / "prefix"):
                yield each.pid


@pytest.mark.slow
def test_what_wine_lacks_is_there_and_is_not_built_again(prefix: Wine) -> None:
    system = prefix.drive / "windows" / "system32"
    before = {name: (system / f"{name}.dll").stat().st_mtime_ns for name in ("bcryptprimitives", "icuuc", "ucrtbase")}

    wine_stubs.build(system)

    assert before == {name: (system / f"{name}.dll").stat().st_mtime_ns for name in before}
    assert prefix.run(["cmd", "/c", "exit 0"], limit_s=60).code == 0


@pytest.mark.slow
def test_a_program_of_linux_is_called_with_its_words_and_its_exit_code(prefix: Wine, tmp_path: Path) -> None:
    wine_stubs.lend_programs(["cat", "ls", "no-such-program"], tmp_path)

    said = prefix.run(["cmd", "/c", f"echo well now| {windows_path(tmp_path / 'cat.exe')} -A"], limit_s=60)
    refused = prefix.run([tmp_path / "ls.exe", "/no such folder"], limit_s=60)

    assert (said.code, said.lines) == (0, ["well now^M$"])
    assert refused.code == 2
    assert "'/no such folder'" in refused.lines[-1]
    assert not (tmp_path / "no-such-program.exe").exists()
