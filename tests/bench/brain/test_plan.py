"""What is planned wins over what is configured."""

import pytest

from bench.model_spec import complete_spec
from bench.show.rig import apply_plan
from performer.config.config import Config
from performer.core.errors import ConfigError
from performer.models.settings import EndpointSettings


def test_a_named_model_takes_the_place_of_the_configured_ones() -> None:
    configured = Config(models=(EndpointSettings(spec="ollama:other"),))

    assert apply_plan(configured, "medium", "").models == configured.models
    planned = apply_plan(configured, "high", complete_spec("some:1b"))
    assert (planned.model.spec, planned.models, planned.pacing.talkativeness) == ("ollama:some:1b", (), "high")


def test_what_is_no_model_is_told() -> None:
    with pytest.raises(ConfigError, match="Its name and its address are missing"):
        apply_plan(Config(), "medium", complete_spec("openai:"))
