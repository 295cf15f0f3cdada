"""The boxes of sub-agents, for their turns and for what has its yes: each is narrower than the one it is made of."""

from collections.abc import Mapping

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.agent.profiles.profile import AgentProfile, ToolboxNarrowing
from performer.agent.subagents.limits import DELEGATE, SubAgentToolboxes
from performer.core.errors import ToolRefusedError
from performer.tools.result import ToolResult
from performer.tools.settings import ToolRule
from performer.tools.tool import Tool, ToolCall, ToolSpec
from performer.tools.toolbox import Hook, HookSet, Proceed, Toolbox

NAMES = ("wave", "recall", "mcp.sky.rain", DELEGATE)
PATTERNS = (*NAMES, "*", "mcp.*", "re*")
ASKS, COUNTS = "asks", "counts"
"""What stands in no box of a call that has its yes."""


class Passages:
    """Makes hooks that write down which of them a call passed."""

    def __init__(self) -> None:
        self.passed: list[str] = []
        self._made = 0

    def hook(self, kind: str = "holds") -> Hook:
        self._made += 1
        name = f"{kind} {self._made}"

        async def walk(call: ToolCall, proceed: Proceed) -> ToolResult:
            self.passed.append(name)
            return await proceed(call)

        return walk

    def added(self, _rules: object) -> HookSet:
        denies, counts, clamps, asks = self.hook(), self.hook(COUNTS), self.hook(), self.hook(ASKS)
        return HookSet(of_turn=(denies, counts, clamps, asks), of_approved=(denies, clamps))

    async def of(self, box: Toolbox, name: str) -> tuple[list[str], bool]:
        """Return what a call passed, and whether it was made."""
        self.passed = []
        try:
            await box.call(ToolCall(id="1", name=name, may="outside"))
        except ToolRefusedError:
            return self.passed, False
        return self.passed, True


def names(box: Toolbox) -> set[str]:
    return {spec.name for spec in box.specs}


def tool(name: str, is_read_only: bool) -> Tool:
    async def run(call: ToolCall) -> ToolResult:
        return ToolResult.of(call.name)

    spec = ToolSpec(name=name, description="", parameters={"type": "object", "properties": {}})
    return Tool(spec=spec, run=run, is_read_only=is_read_only, server="sky" if "." in name else "")


rules = st.dictionaries(
    st.sampled_from(PATTERNS), st.builds(ToolRule, deny=st.sampled_from([None, True, False])), max_size=2
)
recipes = st.fixed_dictionaries(
    {
        name: st.builds(
            AgentProfile,
            name=st.just(name),
            tools=st.lists(st.lists(st.sampled_from(PATTERNS), max_size=3).map(tuple), max_size=2).map(tuple),
            read_only=st.booleans(),
            rules=st.lists(rules, max_size=2).map(tuple),
        )
        for name in ("a", "b")
    }
)


def boxes_of(walked: Passages, known: Mapping[str, AgentProfile], depth: int) -> SubAgentToolboxes:
    return SubAgentToolboxes({name: ToolboxNarrowing(each, walked.added) for name, each in known.items()}, depth)


def box_of_show(walked: Passages, *, is_read_only: bool = True) -> Toolbox:
    outer, asks, inner = walked.hook(), walked.hook(ASKS), walked.hook()
    return Toolbox([tool(name, is_read_only) for name in NAMES], HookSet((outer, asks, inner), (outer, inner)))


@settings(max_examples=60, deadline=None)
@given(recipes, st.lists(st.sampled_from("ab"), max_size=2), st.integers(1, 2), st.booleans())
def test_a_yes_never_takes_a_hook_off_that_holds_and_never_widens_a_box(
    known: Mapping[str, AgentProfile], lineage: list[str], depth: int, is_read_only: bool
) -> None:
    async def check() -> None:
        walked = Passages()
        boxes, box = boxes_of(walked, known, depth), box_of_show(walked, is_read_only=is_read_only)
        of_turn, parents = boxes.narrow(box, lineage), boxes.narrow(box.approved, lineage[:-1])
        approved = of_turn.approved

        assert names(approved) == names(of_turn)
        assert names(approved) <= names(parents)
        assert DELEGATE not in names(approved) or len(lineage) < depth
        for name in (*NAMES, "nothing"):
            before, could = await walked.of(of_turn, name)
            passed, can = await walked.of(approved, name)
            assert passed == [each for each in before if not each.startswith((ASKS, COUNTS))]
            assert can == could == (name in names(of_turn))
            of_parent, _ = await walked.of(parents, name)
            assert passed[: len(of_parent)] == of_parent

    anyio.run(check)


@pytest.mark.parametrize("lineage", [("gone",), ("a", "gone"), ("gone", "a")])
def test_who_has_a_prototype_that_is_gone_has_no_box(lineage: tuple[str, ...]) -> None:
    boxes = boxes_of(Passages(), {"a": AgentProfile(name="a")}, 2)

    with pytest.raises(ToolRefusedError, match="The helper 'gone' that asked for it is not in the settings any more"):
        boxes.narrow(box_of_show(Passages()), lineage)
