"""Results: which of them hold nobody's words but our own, whatever became of them on their way."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from performer.tools.result import JsonPart, PicturePart, TextPart, ToolResult, join_results, make_own_text
from performer.tools.tool import Tool, ToolCall
from performer.tools.toolbox import Toolbox

WAVED = make_own_text("Waved.")
PARTS = st.sampled_from(
    [WAVED, TextPart(text="Waved."), JsonPart(value="Waved."), PicturePart(content=b"", mime="image/png")]
)


@given(st.lists(PARTS, max_size=4))
def test_it_is_ours_if_every_part_of_it_is(parts: list[TextPart]) -> None:
    assert ToolResult.of(parts).is_ours is (set(map(id, parts)) == {id(WAVED)})


@pytest.mark.parametrize(
    "changed",
    [
        lambda result: result.noted("Editor wants the drum too."),
        lambda result: replace(result, parts=(TextPart(text="Something else."),)),
        lambda result: ToolResult.of(result.text),
        lambda result: join_results([result, ToolResult.of("And more.")]),
        ToolResult.as_untrusted,
    ],
    ids=["noted", "replaced", "written anew", "joined", "not believed"],
)
def test_what_is_changed_on_its_way_is_anybodys(changed: Callable[[ToolResult], ToolResult]) -> None:
    result = ToolResult.of(WAVED)

    assert result.is_ours
    assert not changed(result).is_ours


async def wave() -> TextPart:
    """Wave."""
    return make_own_text("Waved.")


@pytest.mark.anyio
@pytest.mark.parametrize("is_marked", [True, False])
async def test_it_is_ours_only_where_its_tool_is_marked(is_marked: bool) -> None:
    box = Toolbox([Tool.of(wave, answers_as_ours=is_marked)])

    assert (await box.call(ToolCall(id="c", name="wave"))).is_ours is is_marked
