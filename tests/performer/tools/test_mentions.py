"""What the settings say of tools that there are not, or that cannot be."""

from dataclasses import replace

from performer.config.config import Config
from performer.config.keys import collect_mentions
from performer.tools.mentions import ToolMentions
from performer.tools.settings import ToolRule
from performer.tools.tool import Tool, ToolSpec
from tests.performer.tools.hooks.calls import shout


def ruled(**rule: object) -> ToolMentions:
    return ToolMentions(tables={"tools": {"shout": ToolRule.model_validate(rule)}})


def test_a_rule_that_cannot_hold_is_told_with_the_near_miss() -> None:
    rules = ruled(clamp={"texts": [0, 1]}, retry=2)

    assert list(rules.misfits([Tool.of(shout)])) == [
        "[tools.shout] clamp: it has no 'texts'. Did you mean 'text'?",
        "[tools.shout] retry: it is not known to do no harm twice, so it is never tried again.",
    ]
    assert list(ruled(cache=True).misfits([Tool.of(shout)])) == [
        "[tools.shout] cache: it may change something, which the same call would then not do again."
    ]
    assert list(ruled(clamp={"text": [0, 1]}).misfits([Tool.of(shout, is_repeatable=True)])) == []


def test_of_a_place_within_others_the_near_miss_is_told_whole() -> None:
    inner = {"type": "array", "items": {"properties": {"x": {"type": "number"}}}}
    spec = ToolSpec(name="shout", description="", parameters={"properties": {"points": inner}})

    told = ruled(clamp={"points[].x": [0, 1], "points.x": [0, 1]}).misfits([replace(Tool.of(shout), spec=spec)])

    assert list(told) == ["[tools.shout] clamp: it has no 'points.x'. Did you mean 'points[].x'?"]


def test_a_rule_that_fits_none_of_a_servers_tools_is_told_with_the_near_miss() -> None:
    names = ["get_curent_time", "get_current_time", "get_*", "put_*", "*", "sing"]
    rules = {f"mcp.time.{name}": ToolRule(deny=True) for name in names} | {"mcp.sky.blue": ToolRule(deny=True)}

    assert list(
        ToolMentions(tables={"tools": rules}).strangers("time", ["mcp.time.get_current_time", "mcp.time.convert_time"])
    ) == [
        """[tools."mcp.time.get_curent_time"]: time has no such tool. Did you mean 'mcp.time.get_current_time'?""",
        '[tools."mcp.time.put_*"]: time has no such tool. It has get_current_time, convert_time.',
        '[tools."mcp.time.sing"]: time has no such tool. It has get_current_time, convert_time.',
    ]


def test_wherever_a_tool_of_a_server_is_misspelt_it_is_told_with_the_place() -> None:
    scout = {"tools": ["mcp.time.nwo", "recall"], "rules": {"mcp.time.nwo": {"rate": "1/min"}, "mcp.time.*": {}}}
    config = Config.model_validate(
        {
            "mcp": {"time": {"command": "x"}},
            "tools": {"first": ["mcp.time.nwo"], "confirm": ["mcp.time.now", "mcp.time.nwo"]},
            "prototypes": {"night scout": scout},
        }
    )

    said = list(collect_mentions(config).strangers("time", ["mcp.time.now"]))

    meant = "time has no such tool. Did you mean 'mcp.time.now'?"
    assert said == [
        f"""[prototypes."night scout".rules."mcp.time.nwo"]: {meant}""",
        f"tools.first has 'mcp.time.nwo': {meant}",
        f"tools.confirm has 'mcp.time.nwo': {meant}",
        f"""prototypes."night scout".tools has 'mcp.time.nwo': {meant}""",
    ]


def test_a_rule_of_a_prototype_that_cannot_hold_is_told_too() -> None:
    config = Config.model_validate({"prototypes": {"scout": {"rules": {"sho*": {"clamp": {"size": [0, 1]}}}}}})

    assert list(collect_mentions(config).misfits([Tool.of(shout)])) == [
        "[prototypes.scout.rules.shout] clamp: it has no 'size'. Known are text."
    ]
