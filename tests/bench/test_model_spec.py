"""A bench takes a bare name for an Ollama's model."""

import pytest

from bench.model_spec import complete_spec


@pytest.mark.parametrize(
    ("model", "spec"),
    [
        ("qwen2.5-coder:0.5b", "ollama:qwen2.5-coder:0.5b"),
        ("smollm2", "ollama:smollm2"),
        ("ollama:qwen3-vl:4b@http://127.0.0.1:1", "ollama:qwen3-vl:4b@http://127.0.0.1:1"),
        ("understudy", "understudy"),
        ("openai:some@http://127.0.0.1:1/v1", "openai:some@http://127.0.0.1:1/v1"),
    ],
)
def test_a_bare_name_is_a_model_of_ollama(model: str, spec: str) -> None:
    assert complete_spec(model) == spec
