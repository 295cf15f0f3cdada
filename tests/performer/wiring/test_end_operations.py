import pytest

from performer.wiring.end_operations import ShowEndOperations

pytestmark = pytest.mark.anyio


async def test_a_show_ends_for_good_or_begins_again() -> None:
    done: list[str] = []
    ending = ShowEndOperations(lambda: done.append("again"), lambda: done.append("ended"))

    said = [await operation({}) for operation in ending.by_name().values()]

    assert done == ["again", "ended"]
    assert said == ["The show begins again.", "The show ends."]
