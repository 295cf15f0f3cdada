"""What a table that names a preset comes to."""

from collections.abc import Mapping
from types import MappingProxyType

import pytest

from performer.core.errors import ServiceError
from performer.tools.mcp.server_spec import PRESETS, ServerSpec
from performer.tools.mcp.settings import McpSettings


def written(**table: object) -> McpSettings:
    return make_spec(table).settings


def make_spec(table: dict[str, object], environ: Mapping[str, str] = MappingProxyType({})) -> ServerSpec:
    return ServerSpec.of("art", McpSettings.model_validate(table), environ)


def test_the_name_is_enough() -> None:
    lab, weather = written(preset="pixellab"), written(preset="weather")

    assert (lab.url, lab.headers) == (
        "https://api.pixellab.ai/mcp",
        {"Authorization": "Bearer ${PIXELLAB_API_KEY}"},
    )
    assert (weather.command, weather.args) == ("npx", ("-y", "@dangahagan/weather-mcp@1.23.0"))


def test_what_the_table_says_itself_wins() -> None:
    weather = written(preset="weather", url="http://127.0.0.1:1/mcp", start_s=5, env={"WEATHER_UNITS": "metric"})

    assert (weather.url, weather.command, weather.args, weather.start_s) == ("http://127.0.0.1:1/mcp", "", (), 5)
    assert weather.env["WEATHER_UNITS"] == "metric"
    assert weather.env["ANALYTICS_ENABLED"] == "false"


@pytest.mark.parametrize(
    ("table", "environ", "why"),
    [
        ({"preset": "pixelab"}, {}, "which is not known here. Did you mean 'pixellab'"),
        ({"preset": "pixellab"}, {"PIXELLAB_API_KEY": " "}, "it needs a key: get one at https://www.pixellab.ai"),
    ],
)
def test_what_is_missing_is_told_with_the_remedy(table: dict[str, object], environ: dict[str, str], why: str) -> None:
    with pytest.raises(ServiceError) as trouble:
        make_spec(table, environ).check()

    assert why in str(trouble.value)
    assert not trouble.value.retry


def test_nothing_is_missing_where_there_is_a_key_none_is_needed_or_another_is_named() -> None:
    make_spec({"preset": "pixellab"}, {"PIXELLAB_API_KEY": "a-key"}).check()
    make_spec({"preset": "pixellab", "headers": {"Authorization": "Bearer ${MY_KEY}"}}).check()
    make_spec({"preset": "weather"}).check()


def test_every_preset_can_be_reached_or_built_in_one_way_and_its_key_is_in_what_it_sends() -> None:
    for name, preset in PRESETS.items():
        settings = written(preset=name)

        assert [bool(settings.command), bool(settings.url), bool(preset.build)].count(True) == 1
        assert not preset.key or f"${{{preset.key}}}" in f"{settings.headers} {settings.env}"
        assert bool(preset.key) == bool(preset.key_from)
