"""The schema of the settings: every setting is in it, with all that a surface needs to let it be changed."""

from typing import Any

import pytest

from performer.config.config import Config
from performer.config.in_force import SettingsInForce
from performer.config.keys import format_key, iterate_every_key
from performer.config.layers import check
from performer.config.schema import describe_sections, describe_settings
from performer.core.settings import Settings


def describe(tree: dict[str, Any], **environ: str) -> dict[str, dict[str, Any]]:
    """Describe the settings of a file by their keys, beside a show that runs with the defaults."""
    loaded = check(tree, origin="config.toml", environ=environ)
    return {each["key"]: each for each in describe_settings(loaded, SettingsInForce(Config(), {}))}


def test_every_setting_is_described() -> None:
    described = describe({})

    sections = {name for name, field in Config.model_fields.items() if isinstance(field.default, Settings)}
    assert {format_key(key) for key in iterate_every_key(Config)} - set(described) == {"tools"}
    assert all(each["about"] and each["schema"] for each in described.values())
    assert sections <= set(describe_sections())


def test_a_setting_has_its_limits_its_unit_and_its_default() -> None:
    rate = describe({})["frames.rate_hz"]

    assert rate["schema"] == {"type": "number", "exclusiveMinimum": 0, "maximum": 10}
    assert (rate["unit"], rate["default"], rate["origin"]) == ("/s", 2.0, "default")


def test_a_choice_has_its_words() -> None:
    assert describe({})["guard.level"]["schema"]["enum"] == ["family", "standard", "loose"]


def test_what_holds_at_once_is_marked_and_what_waits_for_the_next_start_too() -> None:
    described = describe({"stage": {"port": 9001}})

    assert described["pacing.talkativeness"]["live"]
    assert described["stage.port"]["waits"]
    assert not described["stage.host"]["waits"]


def test_a_value_from_the_environment_is_locked_by_it() -> None:
    theme = describe({"stage": {"theme": "bold"}}, PERFORMER_STAGE__THEME="paper")["stage.theme"]

    assert (theme["value"], theme["origin"]) == ("paper", "environment")
    assert "PERFORMER_STAGE__THEME" in theme["locked"]


def test_the_rule_of_a_tool_without_a_section_is_described_where_it_is_set() -> None:
    rules = describe({"tools": {"discord.send": {"rate": "2/min"}}})

    assert rules['tools."discord.send".rate']["value"] == "2/min"


@pytest.mark.parametrize("url", ["http://user:pass-word@127.0.0.1:11434"])
def test_no_password_is_in_a_schema(url: str) -> None:
    assert "pass-word" not in str(describe({"model": {"url": url}}))
