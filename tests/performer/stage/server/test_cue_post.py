"""The letterbox: a cue by one POST."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ConfigError, ServiceError
from performer.stage.server.cue_post import AT_ONCE, MOST_BYTES
from tests.performer.stage.server.requests import WRONG
from tests.performer.stage.standing import Standing, standing

pytestmark = pytest.mark.anyio
JSON = {"Content-Type": "application/json"}


class Box:
    """Remembers what was dropped in."""

    def __init__(self) -> None:
        self.cues: list[Mapping[str, Any]] = []

    async def take(self, arguments: Mapping[str, Any]) -> str:
        if arguments.get("text") == "wrong":
            raise ConfigError("The argument 'text' has value 'wrong'.")
        if arguments.get("text") == "full":
            raise ServiceError("Too much waits.")
        self.cues.append(arguments)
        return "taken"


async def posted(
    house: Standing, body: bytes, headers: Mapping[str, str] = JSON, token: str | None = None
) -> tuple[int, dict[str, Any] | str]:
    bearer = {"Authorization": f"Bearer {house.server.tokens.cue if token is None else token}"}
    url = house.server.addresses.cue_url
    async with house.session.post(url, data=body, headers={**bearer, **headers}) as answer:
        text = await answer.text()
        return answer.status, json.loads(text) if answer.content_type == "application/json" else text


async def test_a_cue_is_taken_as_the_control_socket_takes_it(tmp_path: Path) -> None:
    box = Box()
    async with standing(tmp_path, operations={"cue": box.take}) as house:
        assert await posted(house, b'{"text": "wave", "author": "Ann"}') == (200, {"ok": True, "value": "taken"})
        assert (await posted(house, b'{"text": "hi"}', token=house.server.tokens.control))[0] == 200

    assert box.cues == [{"text": "wave", "author": "Ann"}, {"text": "hi"}]


async def test_what_is_no_cue_is_refused_in_a_sentence(tmp_path: Path) -> None:
    box = Box()
    async with standing(tmp_path, operations={"cue": box.take}) as house:
        object_ = {"error": 'Send a JSON object, such as {"text": "say hello to Ann"}.'}
        for body in (b"", b"[]", b'"x"', b"{", b"\xff", b"[" * 3000):
            assert await posted(house, body) == (400, object_)
        assert await posted(house, b'{"text": "wrong"}') == (400, {"error": "The argument 'text' has value 'wrong'."})
        assert await posted(house, b'{"text": "full"}') == (503, {"error": "Too much waits."})

        form = {"Content-Type": "application/x-www-form-urlencoded"}
        assert (await posted(house, b"{}", form))[0] == 415
        assert (await posted(house, b"{}", {**JSON, "Content-Encoding": "gzip"}))[0] == 415
        assert (await posted(house, b" " * (MOST_BYTES + 1)))[0] == 413

    assert box.cues == []


async def test_a_wrong_token_is_refused_in_json_and_no_more_is_told_of_it(tmp_path: Path) -> None:
    async with standing(tmp_path) as house:
        refused = [await posted(house, b"{}", token=token) for token in (WRONG, "", house.server.tokens.sound)]

    sentence = "The token is missing or wrong: send 'Authorization: Bearer' with tokens.cue of run/stage.json."
    assert refused == [(403, {"error": sentence})] * 3


@pytest.mark.parametrize(
    ("body", "given"),
    [
        (b"{}", ""),
        (b'{"txt": "wave"}', ", only 'txt'"),
        (b'{"\\ud800": 1, "b": 2, "c": 3, "d": 4, "e": 5}', r", only '\ud800', 'b', 'c' and 2 more"),
    ],
)
async def test_a_cue_without_a_text_names_what_was_given(tmp_path: Path, body: bytes, given: str) -> None:
    async with standing(tmp_path, operations={"cue": Box().take}) as house:
        told = f'The cue has no \'text\'{given}. Send one, such as {{"text": "say hello to Ann"}}.'
        assert await posted(house, body) == (400, {"error": told})


async def test_a_body_of_unknown_length_is_refused(tmp_path: Path) -> None:
    async def pieces() -> Any:
        yield b'{"text": "wave"}'

    async with standing(tmp_path) as house:
        bearer = {"Authorization": f"Bearer {house.server.tokens.cue}"}
        url = house.server.addresses.cue_url
        async with house.session.post(url, data=pieces(), headers={**bearer, **JSON}) as answer:
            assert answer.status == 411


async def test_too_many_cues_have_to_wait(tmp_path: Path, virtual_clock: VirtualClock) -> None:
    box = Box()
    async with standing(tmp_path, clock=virtual_clock, operations={"cue": box.take}) as house:
        found = [(await posted(house, b'{"text": "x"}'))[0] for _ in range(AT_ONCE + 2)]
        virtual_clock._now += 1
        found.append((await posted(house, b'{"text": "x"}'))[0])

    assert found == [200] * AT_ONCE + [429] * 2 + [200]


async def test_a_show_without_the_operation_says_so(tmp_path: Path) -> None:
    async with standing(tmp_path) as house:
        status, answer = await posted(house, b'{"text": "wave"}')

    assert status == 400
    assert "There is no operation 'cue'." in str(answer)
