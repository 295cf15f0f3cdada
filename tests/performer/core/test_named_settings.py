"""Live settings of named tables: any name may come, in quotes or without."""

from typing import Any

import pytest

from performer.core.named_settings import NamedSettings, join_live

pytestmark = pytest.mark.anyio


def taking(heard: list[Any], *fields: str) -> NamedSettings:
    async def take_up(name: str, key: str, value: Any) -> None:
        heard.append((name, key, value))

    return NamedSettings("tools", fields, take_up)


@pytest.mark.parametrize(
    ("key", "name", "field"),
    [
        ("tools.bark.rate", "bark", "rate"),
        ('tools."discord.send".rate', "discord.send", "rate"),
        ('tools."a\\"b"', 'a"b', ""),
        ("tools.bark", "bark", ""),
    ],
)
async def test_a_name_and_a_field_are_taken_from_the_key(key: str, name: str, field: str) -> None:
    heard: list[Any] = []

    await taking(heard, "", "rate")[key](3)

    assert heard == [(name, field, 3)]


@pytest.mark.parametrize("key", ["tools", "tools.bark.volume", "tools.bark", "toolset.bark.rate", "tools.a.b.rate"])
def test_other_keys_are_not_there(key: str) -> None:
    assert key not in taking([], "rate")


async def test_settings_of_several_parts_are_one() -> None:
    heard: list[Any] = []

    async def take_up(value: Any) -> None:
        heard.append(value)

    live = join_live({"stage.theme": take_up}, taking(heard, "rate"))
    await live["stage.theme"]("night")
    await live["tools.bark.rate"]("1/h")

    assert heard == ["night", ("bark", "rate", "1/h")]
    assert list(live) == ["stage.theme"]
    assert "stage.port" not in live
