from pathlib import Path

import pytest

from performer.chats.discord.rpc.outgoing import FileKeyValueStore

pytestmark = pytest.mark.anyio


async def test_what_is_kept_is_there_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    await FileKeyValueStore(file).keep("one", "1")
    await FileKeyValueStore(file).keep("two", "2")
    await FileKeyValueStore(file).keep("one", "3")

    assert [await FileKeyValueStore(file).kept(name) for name in ("one", "two", "three")] == ["3", "2", ""]


@pytest.mark.parametrize("damage", ["", "{", "[]", "\xff"])
async def test_a_damaged_file_is_an_empty_one(tmp_path: Path, damage: str) -> None:
    file = tmp_path / "kept.json"
    file.write_text(damage, encoding="latin-1")

    assert await FileKeyValueStore(file).kept("one") == ""
    await FileKeyValueStore(file).keep("one", "1")
    assert await FileKeyValueStore(file).kept("one") == "1"
