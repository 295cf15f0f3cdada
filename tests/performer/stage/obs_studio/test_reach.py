"""Where OBS loads the stage from: never from an address that would lead it to itself."""

from collections.abc import Callable
from typing import Any

import pytest

from performer.stage.obs_studio.reach import Route, StageReach, find_reach, find_route
from performer.stage.obs_studio.settings import ObsSettings
from performer.stage.settings import StageSettings

pytestmark = pytest.mark.anyio
PORT = 8766
ELSEWHERE = "192.0.2.7"  # of documentation: nobody's


OWN = "192.0.2.1"


def leave_by(own: str) -> Callable[[str, int], Route]:
    """Return the way of a machine that has this address on the way to any other."""
    return lambda host, _port: Route(own=own, other=host)


LEAVES = leave_by(OWN)


async def find(obs_host: str, route: Callable[[str, int], Route | None] = LEAVES, **stage: Any) -> StageReach:
    return await find_reach(ObsSettings(host=obs_host), StageSettings(**stage), PORT, route)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "127.0.1.1"])
async def test_an_obs_on_this_machine_takes_the_stages_own_address(host: str) -> None:
    assert await find(host, find_route) == StageReach()
    assert await find(host, find_route, host="0.0.0.0", public_host="stage.example.org") == StageReach()


async def test_so_does_one_that_is_named_by_an_address_of_this_machine() -> None:
    assert await find(OWN) == StageReach()


async def test_a_stage_of_this_machine_alone_cannot_be_reached_and_the_setting_is_named() -> None:
    found = await find(ELSEWHERE)

    assert found.origin == ""
    for words in (ELSEWHERE, "stage.host to 0.0.0.0", "not encrypted", "obs.host to 127.0.0.1"):
        assert words in found.trouble


async def test_a_stage_for_all_is_reached_by_the_address_that_the_other_machine_sees() -> None:
    assert await find(ELSEWHERE, host="0.0.0.0") == StageReach(origin="http://192.0.2.1:8766")


@pytest.mark.parametrize(
    ("stage", "origin"),
    [
        ({"host": "192.0.2.1"}, "http://192.0.2.1:8766"),
        ({"host": "2001:db8::1"}, "http://[2001:db8::1]:8766"),
        ({"public_host": "stage.example.org:8443"}, "https://stage.example.org:8443"),
    ],
)
async def test_an_address_of_its_own_and_a_proxy_are_reached_as_they_are_set(
    stage: dict[str, Any], origin: str
) -> None:
    assert await find(ELSEWHERE, **stage) == StageReach(origin=origin)


async def test_without_a_way_there_it_is_told() -> None:
    found = await find("obs-pc", lambda _host, _port: None, host="0.0.0.0")

    assert found.trouble == "Nobody knows the way to obs-pc: look at obs.host, or at the network."
