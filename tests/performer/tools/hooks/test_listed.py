import pytest

from performer.errors import ToolRefused
from performer.tools import Hook, Tool, Toolbox
from performer.tools.hooks import allow, deny
from tests.performer.tools.hooks.calls import shout, shouting

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("hook", [allow("whisper", "sho*"), deny("whisper", "shouts"), allow("*"), deny()])
async def test_a_tool_that_is_not_kept_out_is_called(hook: Hook) -> None:
    assert (await Toolbox([Tool.of(shout)], [hook]).call(shouting())).text == "shouted hey"


@pytest.mark.parametrize("hook", [allow("whisper"), deny("sho*"), allow(), deny("*")])
async def test_a_tool_that_is_kept_out_tells_the_model_so(hook: Hook) -> None:
    with pytest.raises(ToolRefused, match=r"shout is not used here\. Let it go\."):
        await Toolbox([Tool.of(shout)], [hook]).call(shouting())
