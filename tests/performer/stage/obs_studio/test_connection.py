"""The connection to OBS: let in with the password, and a sentence with the remedy for whatever is in the way."""

import asyncio

import pytest
from aiohttp import web

from performer.stage.obs_studio.connection import ObsError, connect, prove
from tests.fakes.obs import FakeObs, serve_obs

pytestmark = pytest.mark.anyio


def test_the_proof_is_that_of_the_specification() -> None:
    proof = prove(
        "supersecretpassword",
        "lM1GncleQOaCu9lT1yeUZhFYnqhsLLP1G5lAGo3ixaI=",
        "+IxH4CnCiqpX1rM9scsNynZzbOe4KhDeYcTNS3PDaeY=",
    )

    assert proof == "1Ct943GAT+6YQUUX47Ia/ncufilbe6+oD6lY+5kaCu4="


@pytest.mark.parametrize("password", ["", "a secret"])
async def test_obs_lets_in_with_and_without_a_password(password: str) -> None:
    async with serve_obs(FakeObs(password=password)) as obs, connect(port=obs.port, password=password) as connection:
        assert (await connection.request("GetVideoSettings"))["baseWidth"] == 1920


@pytest.mark.parametrize(("given", "words"), [("", "asks for its password"), ("wrong", "has another password")])
async def test_a_missing_or_wrong_password_is_asked_for(given: str, words: str) -> None:
    async with serve_obs(FakeObs(password="a secret")) as obs:
        with pytest.raises(ObsError, match=words) as why:
            async with connect(port=obs.port, password=given):
                pass

    assert why.value.trouble == "password"


async def test_an_obs_that_does_not_run_is_told_with_the_remedy() -> None:
    async with serve_obs(FakeObs()) as obs:
        port = obs.port

    with pytest.raises(ObsError, match="Start OBS 28 or newer, and switch on Tools"):
        async with connect(port=port):
            pass


async def test_an_old_obs_that_says_no_hello_is_told_to_be_updated() -> None:
    def talk(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    async with server:
        with pytest.raises(ObsError, match="Start OBS 28 or newer"):
            async with connect(port=server.sockets[0].getsockname()[1]):
                pass


async def test_what_obs_refuses_is_told_in_its_own_words() -> None:
    async with serve_obs(FakeObs()) as obs, connect(port=obs.port) as connection:
        with pytest.raises(ObsError, match="OBS refused GetInputSettings: No source was found by the name of `x`"):
            await connection.request("GetInputSettings", {"inputName": "x"})


class OtherServer(FakeObs):
    """A WebSocket server that speaks another protocol."""

    async def attend(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(protocols=["obswebsocket.json"])
        await socket.prepare(request)
        for said in ("[1, 2]", "GetVersion?", '{"op": 0, "d": "hello"}'):
            await socket.send_str(said)
        return socket


async def test_what_answers_but_is_no_obs_28_is_told_to_be_updated() -> None:
    async with serve_obs(OtherServer()) as obs:
        with pytest.raises(ObsError, match="is no OBS 28 or newer") as why:
            async with connect(port=obs.port):
                pass

    assert why.value.trouble == "old"
