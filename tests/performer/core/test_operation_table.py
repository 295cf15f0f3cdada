from functools import partial
from typing import Any

import pytest

from performer.core.operation_table import OperationTable

pytestmark = pytest.mark.anyio


async def wave(_arguments: Any) -> str:
    """Wave to a guest,
    once.

    Raises:
        ConfigError: when nobody is there.
    """
    return "waved"


async def bow(_depth: int, _arguments: Any) -> str:
    """Bow."""
    return "bowed"


async def test_every_operation_is_listed_with_what_it_does() -> None:
    table = OperationTable({"wave": wave, "bow": partial(bow, 3)})

    assert [tuple(each.values()) for each in await table.list({})] == [
        ("bow", "Bow."),
        ("operations.list", "Return the name of every operation, and what it does."),
        ("wave", "Wave to a guest, once."),
    ]


async def test_the_listing_is_an_operation_as_well() -> None:
    assert set(OperationTable({"wave": wave}).whole()) == {"wave", "operations.list"}
