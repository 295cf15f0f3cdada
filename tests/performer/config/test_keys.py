"""The keys of the settings, with and without names of the streamer."""

import pytest

from performer.config.keys import format_key, split_key
from performer.core.errors import ConfigError


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("stage.port", ("stage", "port")),
        ('tools."discord.send".rate', ("tools", "discord.send", "rate")),
        ("tools.'mcp.weather.*'.rate", ("tools", "mcp.weather.*", "rate")),
        ("tools.discord.send.rate", ("tools", "discord.send", "rate")),
        ("tools.mcp.weather.*.clamp.days", ("tools", "mcp.weather.*", "clamp", "days")),
        ("tools.discord.send", ("tools", "discord.send")),
        ("tools.play_sfx.calls_per_min", ("tools", "play_sfx", "calls_per_min")),
        ("mcp.weather.env.TZ", ("mcp", "weather", "env", "TZ")),
    ],
)
def test_a_name_with_dots_is_one_name_in_quotes_or_as_a_shell_leaves_it(written: str, key: tuple[str, ...]) -> None:
    assert split_key(written) == key
    assert split_key(format_key(key)) == key


@pytest.mark.parametrize("written", ["", ".", "stage..port", 'tools."x', "a = 1\nb", f"tools.{'a.' * 50_000}a"])
def test_what_is_no_key_is_refused_with_an_example(written: str) -> None:
    with pytest.raises(ConfigError, match=r"names no setting. Write section.name") as refused:
        split_key(written)

    assert len(str(refused.value)) < 200
