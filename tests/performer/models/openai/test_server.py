"""From the settings to a server: whose key goes where."""

import pytest

from performer.core.clock import SystemClock
from performer.core.errors import ServiceError
from performer.models.openai.server import make_openai_server
from performer.models.settings import ModelSettings, OpenAISpec

pytestmark = pytest.mark.anyio


@pytest.mark.expects_log
async def test_a_key_that_goes_unencrypted_is_warned_of(
    clock: SystemClock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("MY_KEY", "sk-secret")
    spec = OpenAISpec(name="m", url="http://192.168.1.7:8000/v1")

    async with make_openai_server(spec, ModelSettings(key_variable="MY_KEY"), clock):
        pass

    assert "The key in MY_KEY goes to http://192.168.1.7:8000/v1 unencrypted" in caplog.text
    assert "sk-secret" not in caplog.text


async def test_a_key_that_the_environment_lacks_is_told_with_whose_it_is(clock: SystemClock) -> None:
    spec = OpenAISpec(name="m", url="http://127.0.0.1:8000/v1")

    async with make_openai_server(spec, ModelSettings(key_variable="NO_SUCH_KEY"), clock) as server:
        with pytest.raises(ServiceError) as caught:
            await server.listed(5)

    assert str(caught.value) == (
        "key_variable of openai:m names NO_SUCH_KEY, and the environment has none; "
        "set it in the terminal you start from"
    )
