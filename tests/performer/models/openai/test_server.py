"""The list of a server's models, with what some servers tell of them."""

from performer.models.openai.server import OpenAIModel, parse_listed


def test_a_list_is_read_in_its_order_and_each_model_once() -> None:
    body = b'{"data": [{"id": "b"}, {"id": "a"}], "models": [{"name": "b", "capabilities": ["multimodal"]}]}'

    assert parse_listed(body) == (OpenAIModel(name="b", sees=True), OpenAIModel(name="a"))
