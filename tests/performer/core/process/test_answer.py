"""A program that is asked: its lines, or why there are none."""

import sys

import pytest

from performer.core.errors import ServiceError
from performer.core.process.answer import ask_program

pytestmark = pytest.mark.anyio


async def test_the_lines_of_a_program_come_back() -> None:
    assert await ask_program([sys.executable, "-c", "print('one\\ntwo')"]) == ["one", "two"]


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (["/nowhere/program"], "program cannot be started"),
        ([sys.executable, "-c", "raise SystemExit('no sound here')"], "no sound here"),
    ],
)
async def test_a_program_that_fails_is_named_with_its_reason(command: list[str], why: str) -> None:
    with pytest.raises(ServiceError, match=why):
        await ask_program(command)
