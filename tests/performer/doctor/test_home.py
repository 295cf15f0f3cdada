"""The doctor and the home: folders, room, configuration, and what we run on."""

from pathlib import Path

import pytest

from performer.core.clock import VirtualClock
from performer.core.command_line import COMMAND
from performer.core.platform import windows_paths
from performer.doctor.home import check_home, has_refcount_bug
from performer.updates.newest import find_version
from tests.performer.doctor.taking import Taken, examined, taken
from tests.systems import posix_only

pytestmark = pytest.mark.anyio


async def home(folder: Path, **environ: str) -> Taken:
    return await taken(check_home, examined(home=folder, environ=environ))


async def test_a_fresh_home_is_all_right(tmp_path: Path) -> None:
    found = await home(tmp_path / "new")

    tried = ["folders", "room", "config", "guard", "version", "python", "PySide6", "clock"]
    assert found.states == dict.fromkeys(tried, "ok")
    assert found["version"].found == f"Version {find_version()}. Updates are not looked for"
    assert "the defaults hold" in found["config"].found


async def test_a_home_that_cannot_be_written_to_does_not_hide_the_rest(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    found = await home(tmp_path / "file" / "home")

    assert found.states["folders"] == "failed"
    assert "PERFORMER_HOME" in found["folders"].remedy
    assert found.states["python"] == "ok"


async def test_what_is_wrong_in_the_configuration_is_said(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[stage]\nprot = 1\n", encoding="utf-8")

    found = await home(tmp_path)

    assert found.states["config"] == "failed"
    assert "'stage.prot'" in found["config"].found


@posix_only("has no such modes")
async def test_a_home_that_is_open_to_others_is_told_with_the_remedy(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)

    found = await home(tmp_path)

    assert found.states["folders"] == "warning"
    assert found["folders"].found == f"{tmp_path}, where tokens and memory lie, is open to others on this machine"
    assert found["folders"].remedy == f"chmod 700 {tmp_path}"


async def test_a_folder_of_which_windows_cuts_the_paths_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(windows_paths, "read_value", lambda _path, _name: 0)
    monkeypatch.setattr("performer.doctor.home.explain_long_path", windows_paths.explain_long_path)
    short = await home(tmp_path / "x")
    long = await home(tmp_path / ("x" * (200 - len(str(tmp_path)))))

    assert (short.states["folders"], long.states["folders"]) == ("ok", "warning")
    assert "leaves 58 characters for the names in it" in long["folders"].found
    assert "LongPathsEnabled" in long["folders"].remedy


@posix_only("has no such modes")
@pytest.mark.parametrize(("mode", "state"), [(0o644, "warning"), (0o600, "ok")])
async def test_a_configuration_with_a_password_is_for_its_owner_alone(tmp_path: Path, mode: int, state: str) -> None:
    file = tmp_path / "config.toml"
    file.write_text('[model]\nurl = "http://me:hunter22@pc:11434"\n', encoding="utf-8")
    file.chmod(mode)

    found = await home(tmp_path)

    assert found.states["config"] == state
    assert found["config"].remedy == ("" if state == "ok" else f"chmod 600 {file}")


async def test_a_dry_run_is_a_warning_and_a_list_that_cannot_be_read_a_failure(tmp_path: Path) -> None:
    (tmp_path / "blocklist.txt").write_text("plonk\nflarn\n", encoding="utf-8")
    assert (await home(tmp_path))["guard"].found == "level standard; of your own 2 blocked and 0 allowed"
    assert (await home(tmp_path, PERFORMER_GUARD__DRY_RUN="true")).states["guard"] == "warning"
    lenient = await home(tmp_path, PERFORMER_GUARD__ACTIONS__SELF_HARM="pass")
    assert lenient.states["guard"] == "warning"
    assert lenient["guard"].remedy == f"{COMMAND} config unset guard.actions.self_harm"

    (tmp_path / "allowlist.txt").write_text("bee\nc*\n", encoding="utf-8")
    (refused,) = [each for each in (await home(tmp_path)).findings if "line" in each.found]
    assert refused.found.startswith("line 2 of allowlist.txt is left out: it has too few letters")
    assert (refused.state, refused.remedy) == ("warning", "Write more of the word.")

    found = await home(tmp_path, PERFORMER_GUARD__ALLOW_FILE=str(tmp_path / "gone.txt"))

    assert found.states["guard"] == "failed"
    assert "The allow list" in found["guard"].found


async def test_a_wrong_variable_is_said(tmp_path: Path) -> None:
    found = await home(tmp_path, PERFORMER_STAGE__PORT="many")

    assert "(environment) has value 'many'" in found["config"].found


async def test_a_disk_that_is_nearly_full_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("performer.doctor.home._ROOM_MIB", 1 << 40)
    assert (await home(tmp_path)).states["room"] == "warning"

    monkeypatch.setattr("performer.doctor.home._LEAST_MIB", 1 << 40)
    assert (await home(tmp_path)).states["room"] == "failed"


async def test_the_machines_clock_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("performer.doctor.home._OLDEST_YEAR", 2027)

    found = await taken(check_home, examined(clock=VirtualClock(), home=tmp_path))

    assert found["clock"].state == "warning"


@pytest.mark.parametrize(
    ("pyside", "python", "forgets"),
    [("6.12.0", (3, 11), True), ("6.13", (3, 11), True), ("6.11.3", (3, 11), False), ("6.12.0", (3, 12), False)],
)
def test_the_pairs_that_lose_count_of_none_are_known(pyside: str, python: tuple[int, int], forgets: bool) -> None:
    assert has_refcount_bug(pyside, python) == forgets


async def test_a_name_that_masks_everyday_words_is_counted_with_its_remedy(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[guard]\nown_names = ["Jane Roe", "the"]\n', encoding="utf-8")

    (doubted,) = [each for each in (await home(tmp_path)).findings if "own_names" in each.found]

    assert doubted.found == "name 2 of guard.own_names masks everyday words such as 'the'"
    assert (doubted.state, doubted.remedy) == ("warning", "Write more of it, such as the whole name.")
