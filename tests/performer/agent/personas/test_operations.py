"""The operations on personas, as a page asks for them."""

from pathlib import Path
from typing import Any

import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ConfigError
from tests.performer.agent.personas.playing import PersonaStage
from tests.performer.agent.personas.sheets import BO, BY_HAND, write

pytestmark = pytest.mark.anyio


@pytest.fixture
def it(virtual_clock: VirtualClock, tmp_path: Path) -> PersonaStage:
    write(tmp_path)
    return PersonaStage(virtual_clock, tmp_path)


async def ask(it: PersonaStage, op: str, **arguments: Any) -> Any:
    return await it.operations[f"persona.{op}"](arguments)


async def test_the_list_tells_which_one_plays(it: PersonaStage) -> None:
    await ask(it, "choose", name="bo")

    assert [each["id"] for each in await ask(it, "list") if each["plays"]] == ["bo"]


async def test_a_change_of_the_one_that_plays_holds_at_once(it: PersonaStage) -> None:
    await ask(it, "choose", name="bo")

    changed = await ask(it, "set", name="bo", fields={"name": "Bodo", "sentences": 2})

    assert (changed["name"], changed["cost"]["character"]) == ("Bodo", 5)
    assert (it.played.persona.name, it.played.persona.sentences) == ("Bodo", 2)


async def test_a_shipped_one_is_told_by_its_fields_and_one_by_hand_by_its_texts(
    it: PersonaStage, tmp_path: Path
) -> None:
    write(tmp_path, BY_HAND, "hand")

    pip, hand = await ask(it, "get"), await ask(it, "get", name="hand")

    assert (pip["is_by_hand"], pip["text"]) == (False, "")
    assert (hand["is_by_hand"], hand["text"]) == (True, "You are Bo, a cat with opinions.")
    assert (await ask(it, "set", name="hand", fields={"text": "You are Bo."}))["text"] == "You are Bo."


async def test_what_is_exported_is_taken_in_again(it: PersonaStage) -> None:
    exported = await ask(it, "export", name="bo")

    assert exported == {"file": "bo.md", "text": BO}
    assert await ask(it, "import", text=exported["text"]) == "bo-2"


async def test_the_one_that_plays_is_not_removed_and_another_is_kept_aside(it: PersonaStage, tmp_path: Path) -> None:
    await ask(it, "copy", name="bo", to="Bo Two")
    await ask(it, "choose", name="bo-two")

    with pytest.raises(ConfigError, match="'bo-two' plays now"):
        await ask(it, "remove", name="bo-two")
    assert await ask(it, "remove", name="bo") == "removed; its file is kept as bo.md.removed"
    assert (tmp_path / "personas" / "bo.md.removed").exists()


async def test_no_fields_at_all_are_refused(it: PersonaStage) -> None:
    with pytest.raises(ConfigError, match="The argument 'fields' has no field"):
        await ask(it, "set", name="bo", fields={})


async def test_whatever_changes_the_cast_is_told_to_the_pages(it: PersonaStage) -> None:
    await ask(it, "set", name="bo", fields={"name": "Bodo"})
    await ask(it, "copy", name="bo", to="Two")
    await ask(it, "import", text=BO)
    await ask(it, "remove", name="two")

    assert it.told == ["personas.bo", "personas.two", "personas.bo-2", "personas.two"]
