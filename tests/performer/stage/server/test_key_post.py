"""The keys of the game by one POST, as a Stream Deck sends it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from performer.core.errors import ServiceError
from performer.stage.server.key_post import MOST_BYTES
from tests.performer.stage.server.requests import WRONG
from tests.performer.stage.standing import Standing, standing

pytestmark = pytest.mark.anyio


class Hand:
    """Remembers which keys were pressed."""

    def __init__(self) -> None:
        self.pressed: list[Mapping[str, Any]] = []

    async def press(self, arguments: Mapping[str, Any]) -> str:
        if arguments["key"] == "react":
            raise ServiceError("Too much waits.")
        self.pressed.append(arguments)
        return "done"


async def posted(
    house: Standing, key: str, *, token: str | None = None, body: bytes = b"", in_address: str = ""
) -> tuple[int, Any]:
    bearer = {"Authorization": f"Bearer {house.server.tokens.control if token is None else token}"}
    headers = {"Authorization": "Basic b3ducw=="} if in_address else bearer
    url = f"{house.base}/do/{key}{in_address}"
    async with house.session.post(url, data=body, headers=headers) as answer:
        return answer.status, await answer.json() if answer.content_type == "application/json" else ""


async def test_a_key_is_pressed_with_or_without_a_body(tmp_path: Path) -> None:
    hand = Hand()
    async with standing(tmp_path, operations={"keys.press": hand.press}) as house:
        assert await posted(house, "hush") == (200, {"ok": True, "value": "done"})
        assert (await posted(house, "pause", body=b"{}"))[0] == 200
        assert await posted(house, "react") == (503, {"error": "Too much waits."})

    assert hand.pressed == [{"key": "hush"}, {"key": "pause"}]


async def test_a_page_cannot_press_a_key_by_its_address_and_no_log_learns_the_token(tmp_path: Path) -> None:
    hand = Hand()
    async with standing(tmp_path, operations={"keys.press": hand.press}) as house:
        token = house.server.tokens.control
        in_address = await posted(house, "hush", in_address=f"?token={token}")
        async with house.session.get(f"{house.base}/do/hush", headers={"Authorization": f"Bearer {token}"}) as got:
            by_get = got.status

    sentence = "The token is missing or wrong: send 'Authorization: Bearer' with tokens.control of run/stage.json."
    assert in_address == (403, {"error": sentence})
    assert by_get == 405
    assert hand.pressed == []


async def test_other_tokens_other_words_and_long_bodies_are_refused(tmp_path: Path) -> None:
    async with standing(tmp_path) as house:
        tokens = house.server.tokens
        refused = [(await posted(house, "hush", token=token))[0] for token in (WRONG, tokens.cue, tokens.sound)]
        unknown = await posted(house, "dance")
        long = (await posted(house, "hush", body=b" " * (MOST_BYTES + 1)))[0]

    assert refused == [403] * 3
    assert unknown == (404, {"error": "There is /do/hush, /do/pause, /do/react, /do/resume."})
    assert long == 413
