"""Prototypes and their mixtures: words are won by the later, and nothing else is ever widened."""

from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.agent.profiles.profile import AgentProfile, ToolboxNarrowing
from performer.core.untrusted_text import Prompt
from performer.tools.result import ToolResult
from performer.tools.settings import ToolRule
from performer.tools.tool import Tool, ToolCall, ToolSpec
from performer.tools.toolbox import HookSet, Proceed, Toolbox

NAMES = ("wave", "show_emote", "mcp.weather.now", "mcp.weather.map", "mcp.wiki.find")
PATTERNS = (*NAMES, "*", "mcp.*", "mcp.weather.*", "show_*")


async def _nothing(_call: ToolCall) -> ToolResult:
    return ToolResult.of("done")


def tool(name: str, *, is_read_only: bool = False, server: str = "") -> Tool:
    spec = ToolSpec(name=name, description="", parameters={"type": "object", "properties": {}})
    return Tool(spec=spec, run=_nothing, is_read_only=is_read_only, server=server)


def names(box: Toolbox) -> set[str]:
    return {spec.name for spec in box.specs}


def no_hooks(_rules: object) -> HookSet:
    return HookSet()


few = settings(max_examples=40, deadline=None)
patterns = st.lists(st.sampled_from(PATTERNS), max_size=3).map(tuple)
rules = st.dictionaries(st.sampled_from(PATTERNS), st.builds(ToolRule, deny=st.sampled_from([None, True, False])))
protos = st.builds(
    AgentProfile,
    name=st.sampled_from(["a", "b", "c"]),
    prompt=st.sampled_from([None, Prompt("one"), Prompt("two")]),
    model=st.sampled_from([None, "", "describe"]),
    sees=st.sampled_from([None, True, False]),
    tools=st.lists(patterns, max_size=2).map(tuple),
    read_only=st.booleans(),
    rules=st.lists(rules, max_size=2).map(tuple),
    steps=st.one_of(st.none(), st.integers(1, 20)),
    deadline_s=st.one_of(st.none(), st.floats(1, 600)),
    tokens=st.one_of(st.none(), st.integers(100, 9999)),
    plan=st.sampled_from([None, True, False]),
)
boxes = st.lists(
    st.builds(tool, st.sampled_from(NAMES), is_read_only=st.booleans(), server=st.sampled_from(["", "weather"])),
    max_size=5,
).map(Toolbox)


@few
@given(protos, protos, protos)
def test_mixing_is_associative(a: AgentProfile, b: AgentProfile, c: AgentProfile) -> None:
    assert (a | b) | c == a | (b | c)


@few
@given(protos, protos, boxes)
def test_a_mixture_may_no_more_than_either_of_its_parts(a: AgentProfile, b: AgentProfile, box: Toolbox) -> None:
    mixed = a | b

    for part in (a, b):
        assert names(ToolboxNarrowing(mixed, no_hooks).of(box)) <= names(ToolboxNarrowing(part, no_hooks).of(box))
        assert all(rule in mixed.rules for rule in part.rules)
        for limit in ("steps", "deadline_s", "tokens"):
            mine = getattr(part, limit)
            assert mine is None or getattr(mixed, limit) <= mine


@few
@given(protos, boxes)
def test_a_sub_agent_may_no_more_than_its_parent_and_no_more_than_a_turn_of_the_same_recipe(
    a: AgentProfile, box: Toolbox
) -> None:
    narrowing = ToolboxNarrowing(a, no_hooks)

    assert names(narrowing.narrow_parent(box)) <= names(narrowing.of(box)) <= names(box)


@few
@given(protos, protos)
def test_the_later_has_the_last_word(a: AgentProfile, b: AgentProfile) -> None:
    mixed = a | b

    assert mixed.name == b.name
    for word in ("prompt", "model", "sees", "plan"):
        later = getattr(b, word)
        assert getattr(mixed, word) == (getattr(a, word) if later is None else later)


def test_a_mixture_says_everything_that_a_prototype_can_say() -> None:
    known = {"name", "prompt", "model", "sees", "tools", "read_only", "rules", "steps", "deadline_s", "tokens", "plan"}

    assert {field.name for field in fields(AgentProfile)} == known


def test_a_tool_must_be_allowed_by_both() -> None:
    servers = AgentProfile(name="a", tools=(("mcp.*",),))
    weather = AgentProfile(name="b", tools=(("mcp.weather.*", "wave"),))

    assert (servers | weather).can_use(tool("mcp.weather.now"))
    assert not (servers | weather).can_use(tool("mcp.wiki.find"))
    assert not (servers | weather).can_use(tool("wave"))


def test_who_only_reads_has_nothing_that_changes_anything() -> None:
    reader = AgentProfile(name="a", read_only=True)

    assert reader.can_use(tool("recall", is_read_only=True))
    assert not reader.can_use(tool("remember"))


def test_a_tool_that_a_rule_denies_is_not_there() -> None:
    quiet = AgentProfile(name="a", rules=({"play_*": ToolRule(deny=True), "play_sfx": ToolRule(deny=False)},))

    assert not quiet.can_use(tool("play_music"))
    assert quiet.can_use(tool("play_sfx"))
    assert not (quiet | AgentProfile(name="b", rules=({"*": ToolRule(deny=True)},))).can_use(tool("play_sfx"))


@pytest.mark.parametrize("allowed", [(), (("*",),), (("show_*",),)])
def test_a_sub_agent_has_what_plays_with_the_show_only_by_its_name(allowed: tuple[tuple[str, ...], ...]) -> None:
    box = Toolbox([tool("show_emote"), tool("recall", is_read_only=True), tool("mcp.weather.now", server="weather")])

    got = names(ToolboxNarrowing(AgentProfile(name="a", tools=allowed), no_hooks).narrow_parent(box))
    named = names(
        ToolboxNarrowing(AgentProfile(name="a", tools=(*allowed, ("show_emote",))), no_hooks).narrow_parent(box)
    )

    assert "show_emote" not in got
    assert ("recall" in got) is (allowed != (("show_*",),))
    assert named == {"show_emote"}


def test_a_sub_agent_has_what_shows_pictures_only_by_its_name() -> None:
    shown = replace(tool("mcp.sprites.draw", is_read_only=True, server="sprites"), shows="card")

    for allowed, has_it in (("mcp.*", False), ("mcp.sprites.draw", True)):
        narrowing = ToolboxNarrowing(AgentProfile(name="a", tools=((allowed,),)), no_hooks)
        assert bool(names(narrowing.narrow_parent(Toolbox([shown])))) is has_it


@pytest.mark.anyio
async def test_each_of_the_rules_is_held_by_hooks_of_its_own_made_once() -> None:
    made: list[object] = []
    passed: list[object] = []

    def hooks(rules: object) -> HookSet:
        made.append(rules)

        async def note(call: ToolCall, proceed: Proceed) -> ToolResult:
            passed.append(rules)
            return await proceed(call)

        return HookSet(of_turn=(note,))

    one, other = {"wave": ToolRule(turn_calls=1)}, {"wave": ToolRule(turn_calls=2)}
    narrowing = ToolboxNarrowing(AgentProfile(name="a", rules=(one,)) | AgentProfile(name="b", rules=(other,)), hooks)
    for _ in range(2):
        await narrowing.of(Toolbox([tool("wave")])).call(ToolCall(id="c", name="wave"))

    assert made == [one, other]
    assert passed == [one, other, one, other]
