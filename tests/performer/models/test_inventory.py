"""The inventory of models: whether each fits into the memory that there is."""

from pathlib import Path
from typing import Any

import pytest

from performer.core.clock import SystemClock
from performer.guard.guard import Guard
from performer.models.graphics_memory import GraphicsMemory
from performer.models.installed import InstalledModel
from performer.models.inventory import MachineMemory, ModelInventory, find_fit
from performer.models.ollama.installed import LoadedModel
from performer.models.settings import ModelSettings
from tests.fakes.ollama import SEEING, FakeOllama

GB = 10**9
MODEL = InstalledModel(name="four", size=4 * GB)
OTHER = InstalledModel(name="other", size=3 * GB, loaded=LoadedModel(name="other", size=3 * GB, size_vram=3 * GB))


def make_memory(total: int, used: int, system: float = 16 * GB) -> MachineMemory:
    return MachineMemory(card=GraphicsMemory(total=total * GB, used=used * GB), system=system)


@pytest.mark.parametrize(
    ("memory", "fit"),
    [
        (make_memory(12, 6), "room"),
        (make_memory(8, 6), "tight"),
        (make_memory(4, 1), "spills"),
        (make_memory(2, 0, 2 * GB), "too large"),
        (MachineMemory(card=None, system=16 * GB), ""),
        (MachineMemory(card=None, system=5 * GB), "too large"),
        (None, ""),
    ],
)
def test_a_model_that_is_not_loaded_is_compared_with_what_is_free(memory: MachineMemory | None, fit: str) -> None:
    assert find_fit(MODEL, [MODEL], memory) == fit


def test_what_another_model_of_the_server_takes_is_given_back_to_it() -> None:
    memory = make_memory(8, 5)

    assert find_fit(MODEL, [MODEL], memory) == "tight"
    assert find_fit(MODEL, [MODEL, OTHER], memory) == "room"


def test_of_a_loaded_model_its_server_tells_where_it_lies() -> None:
    assert find_fit(OTHER, [OTHER], make_memory(8, 5)) == "card"


@pytest.mark.anyio
@pytest.mark.parametrize("card", [GraphicsMemory(total=8 * GB, used=2 * GB), None])
async def test_the_memory_is_told_beside_the_models_of_a_server_on_this_machine(card: GraphicsMemory | None) -> None:
    async with FakeOllama(SEEING) as ollama:
        inventory = ModelInventory(
            model=ModelSettings(url=ollama.url), models=(), guard=Guard(), scores=Path("none"), read_card=lambda: card
        )
        (server,) = await inventory.describe(SystemClock())

    told: dict[str, Any] = server["memory"]
    assert told["card"] == ({"total": 8 * GB, "free": 6 * GB} if card else None)
    assert server["models"][0]["fit"] == ("room" if card else "")
