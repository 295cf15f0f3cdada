from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from aiohttp.test_utils import make_mocked_request

from performer.core.clock import VirtualClock
from performer.stage.connections import StageClient, make_socket
from performer.stage.protocol.messages import Hello
from performer.stage.sound.roles import NOBODY, SoundRoles


@contextmanager
def connected(*names: str) -> Iterator[list[StageClient]]:
    clients = []
    with ExitStack() as stack:
        for name in names:
            client = StageClient(VirtualClock(), make_socket(), make_mocked_request("GET", "/"), "sound")
            client.name = name
            stack.enter_context(client._outgoing)
            stack.enter_context(client._waiting)
            clients.append(client)
        yield clients


@pytest.mark.anyio
async def test_the_best_is_the_first_in_order_that_can_play() -> None:
    roles = SoundRoles(["page", "sfx"])
    with connected("other", "sfx", "page") as (other, sfx, page):
        for client in (other, sfx, page):
            roles.greet(client, Hello(client=client.name))
        assert (roles.find_best(), roles.why) == (None, NOBODY)

        for client in (other, sfx, page):
            roles.greet(client, Hello(client=client.name, sounds=True, why=f"device of {client.name}"))
        assert (roles.find_best(), roles.why) == (page, "device of page")
        assert roles.find_best([page]) is sfx
        assert roles.find_best([page, sfx]) is other

        roles.leave(page)
        assert roles.find_best() is sfx


@pytest.mark.anyio
async def test_a_silent_client_comes_last_until_it_plays() -> None:
    roles = SoundRoles(["page", "sfx"])
    with connected("page", "sfx") as (page, sfx):
        for client in (page, sfx):
            roles.greet(client, Hello(client=client.name))
            roles.greet(client, Hello(client=client.name, sounds=True))
        roles.distrust(page)
        assert roles.find_best() is sfx

        roles.trust(page)
        assert roles.find_best() is page


@pytest.mark.anyio
async def test_the_reasons_of_all_are_given_when_none_can_play() -> None:
    roles = SoundRoles()
    with connected("page", "sfx") as (page, sfx):
        for client, why in ((page, "muted"), (sfx, "no device")):
            roles.greet(client, Hello(client=client.name))
            roles.greet(client, Hello(client=client.name, why=why))

        assert roles.why == "page: muted; sfx: no device"
