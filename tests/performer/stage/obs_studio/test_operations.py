"""How the stage is in OBS, and adding it: each trouble has its own state, and a sentence with the remedy."""

import base64
from pathlib import Path
from typing import Any

import pytest

from performer.core.clock import VirtualClock
from performer.guard.guard import Guard
from performer.guard.settings import GuardSettings
from performer.stage.obs_studio.browser_source import NAME
from performer.stage.obs_studio.operations import ObsOperations
from performer.stage.obs_studio.password import ObsPassword
from performer.stage.obs_studio.reach import StageReach
from performer.stage.obs_studio.settings import ObsSettings
from tests.fakes.obs import FakeObs, serve_obs

pytestmark = pytest.mark.anyio
HERE = StageReach()
URL = "http://127.0.0.1:8766/stage?token=x"


def operations(obs: FakeObs, folder: Path, reach: StageReach) -> ObsOperations:
    async def find_reach() -> StageReach:
        return reach

    return ObsOperations(
        VirtualClock(seed=3),
        Guard(GuardSettings()),
        ObsSettings(port=obs.port),
        ObsPassword(folder / "obs.password"),
        find_url=lambda: URL,
        find_reach=find_reach,
        count_pages=lambda: 1,
    )


async def ask(obs: FakeObs, folder: Path, name: str, reach: StageReach = HERE, **arguments: Any) -> Any:
    return await operations(obs, folder, reach).by_name()[f"obs.{name}"](arguments)


async def test_a_source_that_was_added_is_on_air_and_proved_see_through(tmp_path: Path) -> None:
    async with serve_obs(FakeObs()) as obs:
        before = await ask(obs, tmp_path, "state")
        added = await ask(obs, tmp_path, "add")

    assert (before["state"], added["state"]) == ("nowhere", "here")
    assert (added["scene"], added["width"], added["pages"]) == ("Game", 1920, 1)
    assert added["see_through"] is True
    assert base64.b64decode(added["jpeg"]).startswith(b"\xff\xd8")


async def test_a_password_is_asked_for_once_and_never_told(tmp_path: Path) -> None:
    async with serve_obs(FakeObs(password="brisk-heron-77")) as obs:
        asked = await ask(obs, tmp_path, "add")
        added = await ask(obs, tmp_path, "add", password="brisk-heron-77")
        later = await ask(obs, tmp_path, "state")

    assert asked["state"] == "password"
    assert "Show Connect Info" in asked["why"]
    assert (added["state"], later["state"]) == ("here", "here")
    assert "heron" not in str((asked, added, later))


async def test_a_wrong_password_is_not_kept(tmp_path: Path) -> None:
    async with serve_obs(FakeObs(password="brisk-heron-78")) as obs:
        refused = await ask(obs, tmp_path, "add", password="brisk-herring")

    assert refused["state"] == "password"
    assert not (tmp_path / "obs.password").exists()


@pytest.mark.parametrize(("scene", "width", "state"), [("Break", 1920, "elsewhere"), ("Game", 800, "size")])
async def test_a_source_in_the_wrong_place_or_size_is_told(tmp_path: Path, scene: str, width: int, state: str) -> None:
    async with serve_obs(FakeObs(inputs={NAME: {"url": URL, "width": width, "height": 1080}})) as obs:
        obs.scenes[scene].append(NAME)

        assert (await ask(obs, tmp_path, "state"))["state"] == state


async def test_an_obs_that_is_closed_is_told_as_absent(tmp_path: Path) -> None:
    async with serve_obs(FakeObs()) as obs:
        pass

    told = await ask(obs, tmp_path, "state")
    assert told["state"] == "absent"
    assert "Start OBS 28" in told["why"]


async def test_an_obs_that_is_closed_in_the_middle_is_told_as_gone(tmp_path: Path) -> None:
    async with serve_obs(FakeObs(closes_at="GetSourceScreenshot")) as obs:
        told = await ask(obs, tmp_path, "add")

    assert told["state"] == "gone"


async def test_an_obs_on_another_machine_is_given_an_address_that_leads_here(tmp_path: Path) -> None:
    reach = StageReach(origin="http://192.0.2.1:8766")
    async with serve_obs(FakeObs()) as obs:
        told = await ask(obs, tmp_path, "state", reach)
        await ask(obs, tmp_path, "add", reach)

        assert told["origin"] == "http://192.0.2.1:8766"
        assert obs.inputs[NAME]["url"] == "http://192.0.2.1:8766/stage?token=x"


@pytest.mark.parametrize("name", ["state", "add"])
async def test_an_obs_that_cannot_reach_the_stage_is_given_no_address(tmp_path: Path, name: str) -> None:
    async with serve_obs(FakeObs()) as obs:
        told = await ask(obs, tmp_path, name, StageReach(trouble="Set stage.host to 0.0.0.0."))

        assert (told["state"], told["why"]) == ("apart", "Set stage.host to 0.0.0.0.")
        assert obs.inputs == {}
        assert obs.asked == []
