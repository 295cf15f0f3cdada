import json
import logging
from pathlib import Path

import pytest

from performer.core.http_security.connection_limits import HEADERS
from tests.performer.stage.server.requests import ENTRANCES, WRONG, answered, asked, due, knocks, routes, status_of
from tests.performer.stage.standing import Standing, standing

ODD = {
    "absolute form": (b"GET http://127.0.0.1:{port}/stage?token={token} HTTP/1.1\r\n{host}\r\n", 400),
    "absolute form of another": (b"GET http://evil.test/stage?token={token} HTTP/1.1\r\n{host}\r\n", 400),
    "two names": (b"GET /stage?token={token} HTTP/1.1\r\n{host}Host: evil.test\r\n\r\n", 400),
    "two pages": (
        b"GET /stage?token={token} HTTP/1.1\r\n{host}Origin: http://127.0.0.1:{port}\r\nOrigin: http://evil.test\r\n\r\n",
        403,
    ),
    "no name": (b"GET /stage?token={token} HTTP/1.1\r\n\r\n", 400),
    "no name, long ago": (b"GET /stage?token={token} HTTP/1.0\r\n\r\n", 403),
    "an empty page": (b"GET /stage?token={token} HTTP/1.1\r\n{host}Origin:\r\n\r\n", 403),
    "two tokens, the first wrong": (b"GET /stage?token=x&token={token} HTTP/1.1\r\n{host}\r\n", 403),
    "trace": (b"TRACE /stage?token={token} HTTP/1.1\r\n{host}\r\n", 405),
    "post": (b"POST /stage?token={token} HTTP/1.1\r\n{host}\r\n", 405),
    "delete": (b"DELETE /emotes/laugh.png?token={token} HTTP/1.1\r\n{host}\r\n", 405),
    "options": (b"OPTIONS * HTTP/1.1\r\n{host}\r\n", 400),
    "preflight": (b"OPTIONS /stage?token={token} HTTP/1.1\r\n{host}Access-Control-Request-Method: GET\r\n\r\n", 405),
    "connect": (b"CONNECT evil.test:443 HTTP/1.1\r\n{host}\r\n", 400),
    "a method of its own": (b"FETCH /stage?token={token} HTTP/1.1\r\n{host}\r\n", 400),
    "only the head of a socket": (b"HEAD /control?token={control} HTTP/1.1\r\n{host}\r\n", 405),
    "a socket with half a key": (
        b"GET /control?token={control} HTTP/1.1\r\n{host}{upgrade}x\r\n\r\n",
        400,
    ),
    "a name that is no text": (b"GET /health HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n", 400),
    "a page that is no text": (b"GET /health HTTP/1.1\r\n{host}Origin: http://\x80\r\n\r\n", 400),
    "a wish that is no text": (b"PUT /health HTTP/1.1\r\n{host}Expect: \x90\r\n\r\n", 400),
    "a key that is no text": (b"GET /control?token={control} HTTP/1.1\r\n{host}{upgrade}\x90\r\n\r\n", 400),
    "a version that is no text": (b"GET /control?token={control} HTTP/1.1\r\n{host}{upgrade}x\r\nX: \x90\r\n\r\n", 400),
    "cookies of others": (b"GET /stage?token={token} HTTP/1.1\r\n{host}Cookie: a=\xe4; b=\xff\r\n\r\n", 200),
    "tls": (b"\x16\x03\x01 /stage?token={token}\r\n\r\n", 400),
    "bare line feeds": (b"GET /stage?token={token} HTTP/1.1\n{host}\n", 400),
    "two lengths": (
        b"POST /stage?token={token} HTTP/1.1\r\n{host}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        400,
    ),
}
NOT_THERE = {
    "/page/{token}/index.html": 404,
    "/page/{token}/..%2f..%2fpyproject.toml": 404,
    "/page/{token}/..%252f..%252fpyproject.toml": 404,
    "/page/{token}/..%5c..%5cpyproject.toml": 404,
    "/page/{token}/../../stage?token={token}": 404,
    "/page/{token}/%2e%2e/%2e%2e/stage?token={token}": 404,
    "/page/{token}/fonts/..%2f..%2f..%2fpyproject.toml": 404,
    "/page/{token}/stage.css%00.png": 400,
    "/page/{token}//stage.css": 404,
    "/page/{token}/" + "a" * 3000: 404,
    "/emotes/..%2fmake_emotes.png?token={token}": 404,
    "/emotes/%2fetc%2fpasswd?token={token}": 404,
    "/emotes/laugh.png%0d%0aX:%20y?token={token}": 400,
    "/emotes/nobody.png?token={token}": 404,
    "/mascot/..%2fneutral-idle.png?token={token}": 404,
    "/sounds/C:%5cwindows.wav?token={token}": 404,
    "/sounds/nobody.wav?token={token}": 404,
    "//evil.test/stage?token={token}": 404,
    "/nowhere?token={token}": 404,
}


NAMES = {
    "127.0.0.1:{port}": True,
    "localhost:{port}": True,
    "LocalHost:{port}": True,
    "[::1]:{port}": True,
    "127.0.0.1": False,
    "localhost:1": False,
    "127.0.0.1:0{port}": False,
    "127.0.0.1:+{port}": False,
    "evil.example:{port}": False,
    "127.0.0.1.evil.example:{port}": False,
    "localhost.:{port}": False,
    "127.0.0.1:{port}@evil.example": False,
    "evil.example@127.0.0.1:{port}": False,
    "evil.example#@127.0.0.1:{port}": False,
    "127.0.0.1:{port}:80": False,
    "127.0.0.1:{port}, evil.example": False,
    "127.1:{port}": False,
    "2130706433:{port}": False,
    "0x7f.0.0.1:{port}": False,
    "0.0.0.0:{port}": False,
    "192.168.0.5:{port}": False,
    "[::1]": False,
    "::1": False,
    "::1:{port}": False,
    "[::ffff:127.0.0.1]:{port}": False,
    "[::1%25lo]:{port}": False,
    "127。0。0。1:{port}": False,
    "": False,
}
PAGES = {
    "http://127.0.0.1:{port}": True,
    "http://localhost:{port}": True,
    "http://[::1]:{port}": True,
    "https://127.0.0.1:{port}": False,
    "ws://127.0.0.1:{port}": False,
    "http://127.0.0.1:1": False,
    "http://127.0.0.1": False,
    "http://127.0.0.1:{port}.evil.test": False,
    "http://127.0.0.1:{port}/": False,
    "http://127.0.0.1:{port}@evil.test": False,
    "http://evil.test:{port}": False,
    "http://evil.test": False,
    "127.0.0.1:{port}": False,
    "chrome-extension://abcdefgh": False,
    "null": False,
    "file://": False,
    " ": False,
}
BY_PROXY = {
    ("stage.example.org", "https://stage.example.org"): True,
    ("Stage.Example.org", "https://Stage.Example.org"): True,
    ("127.0.0.1:{port}", "https://stage.example.org"): True,
    ("stage.example.org", "http://stage.example.org"): False,
    ("stage.example.org", "https://stage.example.org.evil.test"): False,
    ("stage.example.org:{port}", "https://stage.example.org"): False,
    ("example.org", "https://stage.example.org"): False,
}


def filled(house: Standing, request: bytes) -> bytes:
    port, tokens = house.server.addresses.port, house.server.tokens
    fields = {
        "port": port,
        "host": f"Host: 127.0.0.1:{port}\r\n",
        "token": tokens.renderer,
        "control": tokens.control,
        "upgrade": "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ",
    }
    for name, value in fields.items():
        request = request.replace(b"{%s}" % name.encode(), str(value).encode())
    return request


async def is_welcome(house: Standing, host: str, origin: str = "") -> bool:
    port = house.server.addresses.port
    page = f"Origin: {origin}\r\n" if origin else ""
    head = await asked(port, f"GET /health HTTP/1.1\r\nHost: {host}\r\n{page}\r\n".format(port=port).encode())
    return {200: True, 400: False, 403: False}[status_of(head)]


@pytest.mark.anyio
async def test_it_is_known_of_every_route_whose_it_is(house: Standing) -> None:
    assert routes(house) == set(ENTRANCES)


@pytest.mark.anyio
async def test_each_route_opens_to_its_own_name_pages_and_tokens_and_to_nothing_else(house: Standing) -> None:
    found = {knock: await answered(house, knock) for knock in knocks(house)}

    assert {knock: status for knock, status in found.items() if status != due(knock)} == {}
    assert len(found) == len(ENTRANCES) * 2 * 4 * 8


@pytest.mark.anyio
async def test_only_the_stages_own_looks_and_control_may_be_told_what_is_down(house: Standing) -> None:
    house.server._routes._health = lambda: {"ok": False, "down": ["voice"]}
    tokens = house.server.tokens
    told = {}
    for token in ("", tokens.renderer, tokens.control):
        async with house.session.get(f"{house.base}/health?token={token}") as answer:
            told[token] = json.loads(await answer.text())

    assert told == {
        "": {"ok": False},
        tokens.renderer: {"ok": False},
        tokens.control: {"ok": False, "down": ["voice"]},
    }


@pytest.mark.anyio
async def test_every_answer_carries_our_headers(house: Standing) -> None:
    for path in (house.server.addresses.url, *(f"{house.base}/{name}" for name in ("stage", "nowhere", "health"))):
        async with house.session.get(path) as answer:
            assert {name: answer.headers[name] for name in HEADERS} == HEADERS
            assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.mark.anyio
async def test_only_our_own_name_is_answered_to(house: Standing) -> None:
    assert {name: await is_welcome(house, name) for name in NAMES} == NAMES


@pytest.mark.anyio
async def test_only_our_own_pages_may_connect(house: Standing) -> None:
    found = {page: await is_welcome(house, "127.0.0.1:{port}", page) for page in PAGES}

    assert found == PAGES


@pytest.mark.anyio
async def test_a_proxy_in_front_is_let_in_by_the_name_that_is_set(tmp_path: Path) -> None:
    async with standing(tmp_path, public_host="stage.example.org") as house:
        found = {(host, page): await is_welcome(house, host, page) for host, page in BY_PROXY}

    assert found == BY_PROXY


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_an_open_stage_goes_by_any_address_and_by_no_name(tmp_path: Path) -> None:
    async with standing(tmp_path, host="0.0.0.0") as house:
        port = house.server.addresses.port
        found = {
            host: await is_welcome(house, f"{host}:{port}")
            for host in ("127.0.0.1", "192.168.0.5", "[fe80::1]", "evil.test", "192.168.0.5.evil.test", "[192.168.0.5]")
        }

    assert [host for host, welcome in found.items() if welcome] == ["127.0.0.1", "192.168.0.5", "[fe80::1]"]


@pytest.mark.anyio
async def test_what_is_not_listed_is_not_there(house: Standing) -> None:
    port, found = house.server.addresses.port, {}
    for path in NOT_THERE:
        found[path] = status_of(await asked(port, filled(house, b"GET %s HTTP/1.1\r\n{host}\r\n" % path.encode())))

    assert found == NOT_THERE


@pytest.mark.anyio
async def test_what_is_odd_is_refused_and_no_token_comes_into_the_log_or_back(
    house: Standing, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    heads = {}
    for name, (request, _) in ODD.items():
        heads[name] = await asked(house.server.addresses.port, filled(house, request))

    assert {name: status_of(head) for name, head in heads.items()} == {name: due for name, (_, due) in ODD.items()}
    assert all(b"X-Content-Type-Options: nosniff" in head for head in heads.values())
    said = "".join([caplog.text, *(head.decode() for head in heads.values())])
    assert house.server.tokens.renderer not in said
    assert house.server.tokens.control not in said
    assert all(record.levelno < logging.WARNING for record in caplog.records)


@pytest.mark.anyio
async def test_a_wrong_token_is_told_in_the_log_once_in_a_while(
    virtual_house: Standing, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "performer.core.http_security.auth_failures")
    for _ in range(3):
        async with virtual_house.session.get(f"{virtual_house.base}/stage?token={WRONG}") as answer:
            assert answer.status == 403

    assert len(caplog.records) == 1
    assert "Does OBS have an old address?" in caplog.text
    assert WRONG not in caplog.text
