"""The session of a control page: a cookie that stands for the token as long as that is valid, and for no POST."""

from pathlib import Path

import pytest

from tests.performer.stage.standing import Standing, standing

pytestmark = pytest.mark.anyio


async def enter(house: Standing) -> str:
    """Open the panel by its address, and return the cookie that the browser got, as a header has it."""
    async with house.session.get(house.server.addresses.panel_url, allow_redirects=False) as answer:
        assert answer.status == 303
        assert answer.headers["Location"] == "/panel"
        return answer.headers["Set-Cookie"]


async def ask(house: Standing, path: str, cookie: str, *, method: str = "GET", **headers: str) -> int:
    """Ask with a cookie and no token, and return the status."""
    sent = {"Cookie": cookie.partition(";")[0], **headers}
    async with house.session.request(method, house.base + path, headers=sent) as answer:
        return answer.status


async def test_a_page_opened_by_its_address_gets_a_cookie_that_no_script_reads(tmp_path: Path) -> None:
    async with standing(tmp_path) as house:
        cookie = await enter(house)

        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert house.server.tokens.control not in cookie


async def test_the_cookie_opens_the_page_and_its_files_in_place_of_the_token(tmp_path: Path) -> None:
    async with standing(tmp_path) as house:
        cookie = await enter(house)

        for path in ("/panel", "/panel/files/control/control.mjs", "/panel/files/control/vendor/preact.mjs"):
            assert await ask(house, path, cookie) == 200
            assert await ask(house, path, "") == 403


async def test_the_cookie_gives_no_order_by_post(tmp_path: Path) -> None:
    async with standing(tmp_path) as house:
        cookie = await enter(house)

        assert await ask(house, "/cue", cookie, method="POST") in {401, 403}


async def test_another_sites_page_is_refused_with_the_cookie(tmp_path: Path) -> None:
    async with standing(tmp_path) as house:
        assert await ask(house, "/panel", await enter(house), Origin="http://127.0.0.1:1") == 403


async def test_a_renewed_token_voids_the_cookie(tmp_path: Path) -> None:
    async with standing(tmp_path) as house:
        cookie = await enter(house)

        house.server.renew(["control"])

        assert await ask(house, "/panel", cookie) == 403


async def test_a_page_can_ask_whether_it_is_still_let_in(tmp_path: Path) -> None:
    async with standing(tmp_path) as house:
        cookie = await enter(house)
        let_in = await ask(house, "/panel", cookie, method="HEAD")

        house.server.renew(["control"])

        assert (let_in, await ask(house, "/panel", cookie, method="HEAD")) == (200, 403)
