import aiohttp
import pytest

from tests.performer.stage.standing import Standing

PATHS = {
    "/stage?token={token}": ("renderer", "sound"),
    "/stage/ws?token={token}": ("renderer", "sound"),
    "/page/{token}/stage.css": ("renderer", "sound"),
    "/page/{token}/fonts/Nunito-Bold.ttf": ("renderer", "sound"),
    "/emotes/laugh.png?token={token}": ("renderer", "sound"),
    "/emotes/laugh@2x.png?token={token}": ("renderer", "sound"),
    "/sounds/ding.wav?token={token}": ("renderer", "sound"),
    "/control?token={token}": ("control",),
}


async def status(house: Standing, path: str, **headers: str) -> int:
    async with house.session.get(house.base + path, headers=headers) as answer:
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert "Access-Control-Allow-Origin" not in answer.headers
        return answer.status


@pytest.mark.anyio
@pytest.mark.parametrize("path", PATHS)
async def test_each_route_opens_to_its_roles_and_to_nobody_else(house: Standing, path: str) -> None:
    tokens = {role: getattr(house.server.tokens, role) for role in ("renderer", "sound", "control")}
    for role, token in (*tokens.items(), ("nobody", "x" * 32), ("nobody", "%F0%9F")):
        refused = await status(house, path.format(token=token)) == 403

        assert refused is (role not in PATHS[path]), role


@pytest.mark.anyio
async def test_health_needs_no_token_and_tells_no_secret(house: Standing) -> None:
    async with house.session.get(house.base + "/health") as answer:
        text = await answer.text()

    assert text == '{"ok": true}'


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("host", "welcome"),
    [
        ("127.0.0.1:{port}", True),
        ("localhost:{port}", True),
        ("[::1]:{port}", True),
        ("127.0.0.1", False),
        ("localhost:1", False),
        ("evil.example:{port}", False),
        ("127.0.0.1.evil.example:{port}", False),
        ("[::1]", False),
        ("::1", False),
    ],
)
async def test_only_our_own_name_is_answered_to(house: Standing, host: str, welcome: bool) -> None:
    named = host.format(port=house.server.addresses.port)

    assert await status(house, "/health", Host=named) == (200 if welcome else 403)


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("origin", "welcome"),
    [
        ("http://127.0.0.1:{port}", True),
        ("http://localhost:{port}", True),
        ("https://127.0.0.1:{port}", False),
        ("http://127.0.0.1:1", False),
        ("http://evil.example", False),
        ("null", False),
        ("file://", False),
    ],
)
async def test_only_our_own_pages_may_connect(house: Standing, origin: str, welcome: bool) -> None:
    named = origin.format(port=house.server.addresses.port)
    url = house.server.addresses.control_url

    if welcome:
        async with house.session.ws_connect(url, origin=named):
            pass
    else:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await house.session.ws_connect(url, origin=named)
        assert refused.value.status == 403


@pytest.mark.anyio
@pytest.mark.parametrize(
    "path",
    [
        "/page/{token}/index.html",
        "/page/{token}/..%2f..%2fpyproject.toml",
        "/page/{token}/fonts/..%2f..%2f..%2fpyproject.toml",
        "/emotes/..%2fmake_emotes.png?token={token}",
        "/emotes/nobody.png?token={token}",
        "/sounds/nobody.wav?token={token}",
        "/nowhere?token={token}",
    ],
)
async def test_what_is_not_listed_is_not_there(house: Standing, path: str) -> None:
    assert await status(house, path.format(token=house.server.tokens.renderer)) == 404
