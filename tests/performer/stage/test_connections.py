from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

import aiohttp
import anyio
import pytest
from aiohttp import web

from performer.stage.access_tokens import Role
from performer.stage.connections import MOST_BYTES, MOST_CLIENTS, MOST_IN_CONTROL
from performer.stage.protocol.codec import encode
from performer.stage.protocol.elements import Bubble, Caption
from performer.stage.protocol.messages import Drop, Hello, Put, Snapshot, Started
from tests.performer.stage.standing import PATIENCE_S, Standing


def ws(house: Standing) -> str:
    return house.server.addresses.url.replace("http", "ws").replace("/stage?", "/stage/ws?")


@asynccontextmanager
async def coming_in(
    house: Standing, address: str, meanwhile: Callable[[], Awaitable[None]]
) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """Come to an address; while the answer is written, something else happens."""

    async def happen(_request: web.Request, _answer: web.StreamResponse) -> None:
        await meanwhile()

    app = house.server._routes.app(house.server._auth)
    app.on_response_prepare.append(happen)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    here, other = f":{house.server.addresses.port}/", f":{runner.addresses[0][1]}/"
    host = {"Host": f"127.0.0.1{here[:-1]}"}
    try:
        async with house.session.ws_connect(address.replace(here, other), headers=host) as socket:
            yield socket
    finally:
        await runner.cleanup()


@pytest.mark.anyio
async def test_a_client_hears_the_snapshot_and_then_what_happens(house: Standing) -> None:
    here = Bubble(id="b", alt="Already here.", born_ms=0)
    house.stage.show(here)
    async with house.peer(ws(house)) as peer:
        first = await peer.hear()
        assert isinstance(first, Snapshot)
        assert first.elements == (here,)

        line = Caption(id="c", alt="Naïve? Нет!", born_ms=1)
        house.stage.show(line)
        house.stage.drop("b")
        house.stage.drop("b")
        house.stage.drop("c")

        assert [await peer.hear() for _ in range(3)] == [Put(element=line), Drop(id="b"), Drop(id="c")]


@pytest.mark.anyio
async def test_what_is_crowded_out_is_dropped_before_the_new_one_comes(house: Standing) -> None:
    async with house.peer(ws(house)) as peer:
        await peer.hear()
        for id_ in "abcd":
            house.stage.show(Bubble(id=id_, alt="Hm.", born_ms=0))

        heard = [await peer.hear() for _ in range(5)]
        assert heard[3] == Drop(id="a")
        assert isinstance(heard[4], Put)


@pytest.mark.anyio
async def test_a_client_that_does_not_read_is_closed_and_harms_nobody_else(house: Standing) -> None:
    async with house.peer(ws(house)) as slow, house.peer(ws(house)) as quick:
        await slow.hear()
        await quick.hear()
        count = 0
        with anyio.fail_after(PATIENCE_S):
            while len(house.clients) == 2:
                house.stage.show(Caption(id="c", alt="x" * 60_000, born_ms=count))
                await quick.hear()
                count += 1

        house.stage.drop("c")
        assert await quick.hear() == Drop(id="c")


@pytest.mark.anyio
async def test_one_client_too_many_is_turned_away_until_another_leaves(house: Standing) -> None:
    async with anyio.create_task_group() as tasks:
        connected = anyio.Semaphore(0)
        leave = anyio.Event()

        async def stay() -> None:
            async with house.peer(ws(house)) as peer:
                await peer.hear()
                connected.release()
                await leave.wait()

        for _ in range(MOST_CLIENTS):
            tasks.start_soon(stay)
        for _ in range(MOST_CLIENTS):
            await connected.acquire()
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await house.session.ws_connect(ws(house))
        leave.set()

    assert refused.value.status == 503
    async with house.peer(ws(house)) as peer:
        assert isinstance(await peer.hear(), Snapshot)


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("no json", 1007),
        ("[" * 30_000, 1007),
        ('{"op":"dance"}', 1007),
        ('{"op":"hello","client":5}', 1007),
        ('{"op":"started","id":["x"]}', 1007),
        ("x" * (MOST_BYTES + 1), 1009),
        (encode(Started(id="s1")), 1008),
        (encode(Drop(id="b")), 1008),
        (b"bytes", 1003),
    ],
)
async def test_a_renderer_that_says_what_it_may_not_is_closed(house: Standing, said: str | bytes, code: int) -> None:
    async with house.peer(ws(house)) as peer:
        await peer.hear()
        await (peer.socket.send_str(said) if isinstance(said, str) else peer.socket.send_bytes(said))

        assert (await peer.goodbye())[0] == code
    assert not house.desk.sounds


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_a_renderer_that_claims_to_sound_is_not_believed_and_may_stay(house: Standing) -> None:
    async with house.peer(ws(house)) as peer:
        await peer.hear()
        await peer.say(Hello(client="page", sounds=True))
        await peer.say(Hello(client="page", sounds=True))
        await peer.say(Hello(client="page"))
        house.stage.show(Bubble(id="b", alt="Hm.", born_ms=0))

        assert isinstance(await peer.hear(), Put)
        assert not house.desk.sounds


@pytest.mark.anyio
async def test_a_renderer_may_say_its_name(house: Standing) -> None:
    async with house.peer(ws(house)) as peer:
        await peer.hear()
        await peer.say(Hello(client="page"))
        house.stage.show(Bubble(id="b", alt="Hm.", born_ms=0))

        assert isinstance(await peer.hear(), Put)


@pytest.mark.anyio
async def test_who_says_too_much_at_once_is_closed(virtual_house: Standing) -> None:
    async with virtual_house.peer(ws(virtual_house)) as peer:
        await peer.hear()
        for _ in range(301):
            await peer.say(Hello(client="page"))

        assert await peer.goodbye() == (1008, "More than 60 messages a second.")


@pytest.mark.anyio
async def test_of_a_hundred_that_come_together_no_more_are_let_in_than_there_may_be(house: Standing) -> None:
    refused = 0
    async with AsyncExitStack() as stack, anyio.create_task_group() as tasks:

        async def come() -> None:
            nonlocal refused
            try:
                await stack.enter_async_context(house.session.ws_connect(ws(house)))
            except aiohttp.WSServerHandshakeError as error:
                refused += error.status == 503

        for _ in range(100):
            tasks.start_soon(come)

    assert refused == 100 - MOST_CLIENTS


@pytest.mark.anyio
async def test_who_does_not_take_its_goodbye_is_cut_off(house: Standing) -> None:
    async with house.peer(ws(house)) as deaf:
        await deaf.hear()
        for number in range(200):  # more than the buffers between hold, and it reads nothing of it
            house.stage.show(Caption(id="c", alt="x" * 60_000, born_ms=number))

        with anyio.fail_after(PATIENCE_S):
            await house.clients.close_roles("renderer", why="")

        assert len(house.clients) == 0


@pytest.mark.anyio
async def test_neither_pages_nor_those_in_control_take_the_others_room(house: Standing) -> None:
    async with AsyncExitStack() as stack:
        for url, room in ((house.server.addresses.control_url, MOST_IN_CONTROL), (ws(house), MOST_CLIENTS)):
            for _ in range(room):
                await stack.enter_async_context(house.session.ws_connect(url))
            with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
                await house.session.ws_connect(url)


@pytest.mark.anyio
async def test_half_a_character_is_sent_as_a_question_mark_and_closes_nothing(house: Standing) -> None:
    async with house.peer(ws(house)) as peer:
        await peer.hear()
        house.stage.show(Bubble(id="b", alt="é \ud800!", born_ms=0))
        house.stage.drop("b")

        assert await peer.hear() == Put(element=Bubble(id="b", alt="é ?!", born_ms=0))
        assert await peer.hear() == Drop(id="b")


@pytest.mark.anyio
@pytest.mark.parametrize("role", ["renderer", "control"])
async def test_who_comes_in_while_its_token_is_renewed_has_nothing_of_the_old_one(house: Standing, role: Role) -> None:
    async def renew() -> None:
        house.server.renew([role])

    address = ws(house) if role == "renderer" else house.server.addresses.control_url
    async with coming_in(house, address, renew) as socket:
        goodbye = await socket.receive(PATIENCE_S)

    assert (goodbye.type, socket.close_code, len(house.clients)) == (aiohttp.WSMsgType.CLOSE, 1013, 0)


@pytest.mark.anyio
async def test_the_last_place_is_not_given_twice(house: Standing) -> None:
    async with AsyncExitStack() as stack:

        async def take_all_places() -> None:
            for _ in range(MOST_CLIENTS):
                await stack.enter_async_context(house.session.ws_connect(ws(house)))

        async with coming_in(house, ws(house), take_all_places) as socket:
            goodbye = await socket.receive(PATIENCE_S)

        assert (goodbye.type, socket.close_code) == (aiohttp.WSMsgType.CLOSE, 1013)
        assert len(house.clients) == MOST_CLIENTS


@pytest.mark.anyio
async def test_who_is_closed_hears_all_that_waits_for_it_and_then_why(house: Standing) -> None:
    async with house.peer(ws(house)) as peer:
        await peer.hear()
        house.stage.show(Caption(id="c", alt="The last word.", born_ms=0))
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(partial(house.clients.close_roles, "renderer", why="The token is another one."))

            assert isinstance(await peer.hear(), Put)
            assert await peer.goodbye() == (1008, "The token is another one.")
