import pytest

from performer.core.speaking_turn import ALWAYS_FREE


@pytest.mark.anyio
async def test_without_a_microphone_the_floor_is_free() -> None:
    await ALWAYS_FREE.wait_until_free()

    assert ALWAYS_FREE.is_free
