"""Small texts by name."""

import pytest

from performer.memory.database import SqlKeyValueStore
from tests.performer.memory.inline import InlineStore

pytestmark = pytest.mark.anyio


async def test_a_text_is_kept_by_its_name_and_the_last_one_counts() -> None:
    disk = InlineStore()
    values = SqlKeyValueStore(disk)
    await values.keep("language", "de")
    await values.keep("language", "fr")
    await values.keep("mood", "")

    again = SqlKeyValueStore(disk)
    assert [await again.kept(name) for name in ("language", "mood", "nothing")] == ["fr", "", ""]
