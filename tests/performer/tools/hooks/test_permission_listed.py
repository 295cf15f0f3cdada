import pytest

from performer.core.errors import ToolRefusedError
from performer.tools.hooks.permission import make_allow_hook, make_deny_hook
from performer.tools.tool import Tool
from performer.tools.toolbox import Hook, Toolbox
from tests.performer.tools.hooks.calls import shout, shouting

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "hook",
    [make_allow_hook("whisper", "sho*"), make_deny_hook("whisper", "shouts"), make_allow_hook("*"), make_deny_hook()],
)
async def test_a_tool_that_is_not_kept_out_is_called(hook: Hook) -> None:
    assert (await Toolbox([Tool.of(shout)], [hook]).call(shouting())).text == "shouted hey"


@pytest.mark.parametrize(
    "hook", [make_allow_hook("whisper"), make_deny_hook("sho*"), make_allow_hook(), make_deny_hook("*")]
)
async def test_a_tool_that_is_kept_out_tells_the_model_so(hook: Hook) -> None:
    with pytest.raises(ToolRefusedError, match=r"shout is not used here\. Let it go\."):
        await Toolbox([Tool.of(shout)], [hook]).call(shouting())
