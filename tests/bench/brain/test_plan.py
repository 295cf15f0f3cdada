"""What is planned wins over what is configured."""

import pytest

from bench.brain.plan import complete_spec
from bench.show.rig import apply_plan
from performer.config.config import Config
from performer.core.errors import ConfigError
from performer.models.settings import EndpointSettings


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


def test_a_named_model_takes_the_place_of_the_configured_ones() -> None:
    configured = Config(models=(EndpointSettings(spec="ollama:other"),))

    assert apply_plan(configured, "medium", "").models == configured.models
    planned = apply_plan(configured, "high", complete_spec("some:1b"))
    assert (planned.model.spec, planned.models, planned.pacing.talkativeness) == ("ollama:some:1b", (), "high")


def test_what_is_no_model_is_told() -> None:
    with pytest.raises(ConfigError, match="Its name and its address are missing"):
        apply_plan(Config(), "medium", complete_spec("openai:"))
