"""Narrowing: whatever is done to a box, it does less than before, and passes every hook that it passed."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeAlias

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.core.clock import VirtualClock
from performer.core.errors import ToolRefusedError
from performer.core.events.stream import EventStream
from performer.guard.guard import Guard
from performer.guard.runtime import Runtime
from performer.tools.chain import HookChain
from performer.tools.result import ToolResult
from performer.tools.settings import ToolRule, ToolsSettings
from performer.tools.tool import Privilege, Tool, ToolCall, ToolSpec, is_within
from performer.tools.toolbox import Hook, HookSet, Proceed, Toolbox

NAMES = ("wave", "walk", "mcp.sky.rain", "mcp.sky.sun", "mcp.sea.tide")
PATTERNS = (*NAMES, "wa*", "mcp.*", "mcp.sky.*", "*", "nothing")
Narrowing: TypeAlias = Callable[[Toolbox, "Walked"], Toolbox]


class Walked:
    """Which hooks a call passed, by their numbers."""

    def __init__(self) -> None:
        self.passed: list[int] = []
        self.hooks = 0

    def hook(self) -> Hook:
        self.hooks += 1
        return partial(self._pass, self.hooks)

    async def _pass(self, number: int, call: ToolCall, proceed: Proceed) -> ToolResult:
        self.passed.append(number)
        return await proceed(call)


def tool(name: str, privilege: Privilege, is_read_only: bool) -> Tool:
    async def run(call: ToolCall) -> ToolResult:
        return ToolResult.of(call.name)

    spec = ToolSpec(name=name, description=name, parameters={"type": "object", "properties": {}})
    return Tool(spec=spec, run=run, privilege=privilege, is_read_only=is_read_only)


def by_rules(box: Toolbox, _walked: Walked, rule: ToolRule) -> Toolbox:
    clock = VirtualClock()
    chain = HookChain(Runtime(clock, EventStream(clock), Guard()), ToolsSettings())
    return box.with_hooks(chain.added({"mcp.*": rule}))


RULES = st.builds(
    ToolRule,
    deny=st.sampled_from([None, True, False]),
    confirm=st.sampled_from([None, "never", "owner"]),
    cache=st.sampled_from([None, True]),
    turn_calls=st.sampled_from([None, 0, 5]),
)
NARROWINGS: st.SearchStrategy[Narrowing] = st.one_of(
    st.lists(st.sampled_from(PATTERNS), max_size=3).map(lambda names: lambda box, _walked: box.only(*names)),
    st.just(lambda box, walked: box.with_hooks(HookSet((walked.hook(),)))),
    st.just(lambda box, _walked: box.where(lambda tool: tool.is_read_only)),
    RULES.map(lambda rule: partial(by_rules, rule=rule)),
)
TOOLS = st.builds(tool, st.sampled_from(NAMES), st.sampled_from(["fun", "outside"]), st.booleans())


def names(specs: tuple[ToolSpec, ...]) -> set[str]:
    return {spec.name for spec in specs}


async def came_of(box: Toolbox, walked: Walked, name: str, may: Privilege) -> tuple[list[int], bool]:
    walked.passed.clear()
    try:
        await box.call(ToolCall(id="1", name=name, may=may, turn=1))
    except ToolRefusedError:
        return list(walked.passed), False
    return list(walked.passed), True


@settings(max_examples=60, deadline=None)
@given(st.lists(TOOLS, max_size=5), st.integers(0, 3), st.booleans(), st.lists(NARROWINGS, max_size=4))
def test_narrowing_never_takes_a_hook_off_and_never_widens_a_box(
    tools: list[Tool], hooks: int, asks: bool, narrowings: list[Narrowing]
) -> None:
    async def check() -> None:
        walked = Walked()
        parent = child = Toolbox(tools, [walked.hook() for _ in range(hooks)], may_ask=asks)
        for narrow in narrowings:
            child = narrow(child, walked)

        assert names(child.specs) <= names(parent.specs)
        for may in ("fun", "outside"):
            assert names(child.offered(may)) <= names(parent.offered(may))
            for name in (*NAMES, "nothing"):
                before, could = await came_of(parent, walked, name, may)
                passed, can = await came_of(child, walked, name, may)
                assert passed[: len(before)] == before
                assert could or not can
                needed = {each.spec.name: each.privilege for each in tools}.get(name, "outside")
                assert is_within(needed, may) or not can

    anyio.run(check)


@pytest.mark.parametrize("patterns", [("wave", "mcp.sky.*"), ("wav*", "mcp.sk*")])
def test_a_box_is_narrowed_by_names_and_their_beginnings(patterns: tuple[str, ...]) -> None:
    box = Toolbox([tool(name, "fun", is_read_only=True) for name in NAMES]).only(*patterns)

    assert names(box.specs) == {"wave", "mcp.sky.rain", "mcp.sky.sun"}


def gesture(name: str, privilege: Privilege = "fun") -> Tool:
    return replace(tool(name, privilege, is_read_only=False), tells=False)


def test_what_a_gesture_answers_is_no_news_and_that_a_tool_is_not_there_is() -> None:
    box = Toolbox([gesture("wave"), tool("look_up", "fun", is_read_only=True)])

    assert [box.tells(name) for name in ("wave", "look_up", "nothing")] == [False, True, True]


def test_gestures_are_the_fun_tools_that_only_show_or_sound() -> None:
    tools = [gesture("wave"), gesture("send", "outside"), tool("look_up", "fun", is_read_only=True)]

    assert [spec.name for spec in Toolbox(tools).gestures().offered("outside")] == ["wave"]
