"""The browser source in OBS: added with the right size, found again, put into the scene on air, and proved."""

import pytest

from performer.core.errors import ServiceError
from performer.stage.obs_studio.browser_source import NAME, add, prove, read_state
from performer.stage.obs_studio.connection import ObsError, connect
from tests.fakes.obs import FakeObs, serve_obs

pytestmark = pytest.mark.anyio
URL = "http://127.0.0.1:8766/stage?token=x"


async def test_the_source_is_added_to_the_scene_on_air_as_large_as_the_canvas() -> None:
    async with serve_obs(FakeObs(canvas=(2560, 1440))) as obs, connect(port=obs.port) as connection:
        before = await read_state(connection)
        after = await add(connection, URL)

    assert (before.place, after.place) == ("nowhere", "here")
    assert after.fits
    assert obs.inputs[NAME]["url"] == URL
    assert (obs.inputs[NAME]["width"], obs.inputs[NAME]["height"]) == (2560, 1440)


async def test_a_source_of_the_wrong_size_is_mended_and_not_added_twice() -> None:
    async with serve_obs(FakeObs(inputs={NAME: {"url": "old", "width": 800, "height": 600}})) as obs:
        obs.scenes["Game"].append(NAME)
        async with connect(port=obs.port) as connection:
            before = await read_state(connection)
            after = await add(connection, URL)

    assert (before.fits, after.fits) == (False, True)
    assert obs.scenes["Game"] == [NAME]


async def test_a_source_of_another_scene_is_put_into_that_on_air() -> None:
    async with serve_obs(FakeObs(inputs={NAME: {"url": URL, "width": 1920, "height": 1080}})) as obs:
        obs.scenes["Break"].append(NAME)
        async with connect(port=obs.port) as connection:
            before = await read_state(connection)
            after = await add(connection, URL)

    assert (before.place, after.place) == ("elsewhere", "here")


@pytest.mark.parametrize("see_through", [True, False])
async def test_a_picture_proves_whether_one_sees_through_it(*, see_through: bool) -> None:
    async with serve_obs(FakeObs(see_through=see_through)) as obs, connect(port=obs.port) as connection:
        await add(connection, URL)
        proof = await prove(connection)

    assert proof.is_see_through is see_through
    assert proof.jpeg.startswith(b"\xff\xd8")


async def test_what_is_no_picture_proves_nothing() -> None:
    async with serve_obs(FakeObs(is_picture=False)) as obs, connect(port=obs.port) as connection:
        await add(connection, URL)
        with pytest.raises(ObsError, match="no picture") as refused:
            await prove(connection)

    assert refused.value.trouble == "refused"


async def test_an_obs_without_browser_sources_is_told_where_to_get_another() -> None:
    async with serve_obs(FakeObs(kinds=("image_source",))) as obs, connect(port=obs.port) as connection:
        with pytest.raises(ServiceError, match="no browser sources"):
            await add(connection, URL)
