"""The doctor on what understands the streamer: what is installed, which model is there, and what to type."""

import importlib.util
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from performer.core.command_line import COMMAND
from performer.doctor.hearing import check_hearing
from tests.performer.doctor.taking import Taken, examined, taken

pytestmark = pytest.mark.anyio


@pytest.fixture(params=[True, False], ids=["installed", "not installed"])
def is_installed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Have the packages of the extra be there, or not, whatever this machine has."""
    found = ModuleSpec("there", None) if request.param else None
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: found)
    return bool(request.param)


async def hearing(home: Path, **settings: object) -> Taken:
    return await taken(check_hearing, examined(home=home, mic=settings))


async def test_without_recognition_every_step_to_it_is_told(tmp_path: Path, is_installed: bool) -> None:
    found = await hearing(tmp_path)

    steps = [
        *([] if is_installed else [f"{COMMAND} add hearing"]),
        f"{COMMAND} ears get tiny (78 MB)",
        f"{COMMAND} config set mic.recognition tiny",
        f"{COMMAND} config set mic.enabled true",
    ]
    assert found.states == {"recogniser": "skipped", "echo": "ok" if is_installed else "skipped"}
    assert found["recogniser"].remedy == f"To have it understand you: {'; '.join(steps)}"


async def test_a_show_that_should_understand_and_cannot_fails_with_the_remedies(
    tmp_path: Path, is_installed: bool
) -> None:
    found = await hearing(tmp_path, enabled=True, recognition="base", only_me=True)

    assert found.states == {
        "recogniser": "ok" if is_installed else "failed",
        "model": "failed",
        "your voice": "failed",
        "echo": "ok" if is_installed else "warning",
    }
    assert found["model"].found.endswith(f"Get it (148 MB): {COMMAND} ears get base")
    assert "ears get speaker" in found["your voice"].found
    assert is_installed or found["recogniser"].remedy == f"{COMMAND} add hearing"
    assert is_installed or "add hearing" in found["echo"].remedy


async def test_what_is_not_listened_with_yet_is_no_failure(tmp_path: Path) -> None:
    assert (await hearing(tmp_path, recognition="base")).states["model"] == "warning"


async def test_a_model_that_is_there_is_named_with_its_folder(tmp_path: Path) -> None:
    found = await hearing(tmp_path, enabled=True, recognition=str(tmp_path))

    assert (found["model"].state, found["model"].found) == ("ok", f"{tmp_path}, in {tmp_path}")
