import pytest

from performer.tools.rates import RateLimit
from performer.tools.settings import ToolsSettings, find_rule


def test_a_table_about_one_thing_leaves_a_tool_what_it_had() -> None:
    settings = ToolsSettings.model_validate({"play_sfx": {"clamp": {"volume": [0, 0.5]}}})

    assert settings.play_sfx.rate == RateLimit(4, 60.0)
    assert find_rule("play_sfx", settings.rules).clamp == {"volume": (0.0, 0.5)}


def test_the_longest_pattern_that_says_a_thing_wins_and_the_whole_name_over_all() -> None:
    settings = ToolsSettings.model_validate(
        {
            "mcp.*": {"rate": "1/min", "cache": True, "retry": 1},
            "mcp.weather.*": {"rate": "2/min", "cache": 60.0},
            "mcp.weather.now": {"rate": "3/min"},
            "mcp.weather.now*": {"rate": "4/min"},
        }
    )
    rule = find_rule("mcp.weather.now", settings.rules)

    assert (rule.rate, rule.cache, rule.retry) == (RateLimit(3, 60.0), 60.0, 1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3/min", "3 times a minute"),
        ("1/h", "once an hour"),
        ("5/10s", "5 times in 10 s"),
        ("60/60s", "60 times a minute"),
    ],
)
def test_a_rate_is_told_in_its_own_unit(text: str, words: str) -> None:
    assert RateLimit.of(text).words == words
