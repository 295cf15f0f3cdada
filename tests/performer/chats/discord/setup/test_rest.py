"""Discord's REST API as the doctor asks it: JSON in the right shape, or a sentence about what came instead."""

import pytest

from performer.chats.discord.setup.rest import DiscordApiAnswer, open_api, read_object, read_objects
from performer.core.errors import ServiceError
from tests.performer.cli.test_control_client import another_program


def test_a_value_of_another_shape_counts_as_empty() -> None:
    assert read_object([1]) == {}
    assert read_objects([{"id": "1"}, 2]) == [{"id": "1"}]
    assert read_objects({"id": "1"}) == []
    assert DiscordApiAnswer(status=200, said={"id": "1"}).fields == {"id": "1"}


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("status", "sentence"), [(429, "asks for patience"), (500, "answers 500"), (200, "with what is no JSON")]
)
async def test_another_answer_than_expected_is_told(status: int, sentence: str) -> None:
    async with another_program(status) as port, open_api(f"http://127.0.0.1:{port}/", "token") as api:
        with pytest.raises(ServiceError, match=sentence):
            await api.get("/users/@me")


@pytest.mark.anyio
async def test_an_answer_without_json_counts_by_its_status() -> None:
    async with another_program(404) as port, open_api(f"http://127.0.0.1:{port}", "token") as api:
        assert await api.get("/channels/1") == DiscordApiAnswer(status=404)
