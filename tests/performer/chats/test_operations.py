"""The operations on chats: the first step that is not done is the one of now, and others' words pass the guard."""

import pytest

from performer.chats.operations import ChatOperations
from performer.chats.setup import SetupState, SetupStep, StepChoice
from performer.core.own_text import OwnText, own
from performer.guard.guard import Guard

pytestmark = pytest.mark.anyio


class Letters:
    """A service that is set up by three steps."""

    def __init__(self, *done: bool) -> None:
        names = ("stamp", "box", "test")
        choices = (StepChoice(value="7", name="plonk square"), StepChoice(value="8", name="market"))
        self.steps = tuple(
            SetupStep(name=name, is_done=each, choices=choices) for name, each in zip(names, done, strict=True)
        )

    async def look(self) -> SetupState:
        return SetupState(is_on=True, waits=False, steps=self.steps)

    async def take(self, step: str, value: str) -> OwnText:
        return own("{step} {value}", step=step, value=value)

    async def test(self) -> OwnText:
        return own("It came.")


def asking(*done: bool) -> ChatOperations:
    return ChatOperations({"letters": lambda: Letters(*done)}, Guard(words=["plonk"]))


@pytest.mark.parametrize(
    ("done", "states"),
    [
        ((False, False, False), ["now", "todo", "todo"]),
        ((True, False, True), ["done", "now", "done"]),
        ((True, True, True), ["done", "done", "done"]),
    ],
)
async def test_the_first_step_that_is_not_done_is_the_one_of_now(done: tuple[bool, ...], states: list[str]) -> None:
    (told,) = await asking(*done).all({})

    assert (told["service"], [each["state"] for each in told["steps"]]) == ("letters", states)


async def test_names_of_others_pass_the_guard() -> None:
    (told,) = await asking(True, False, False).all({})

    assert [each["name"] for each in told["steps"][1]["choices"]] == ["7", "market"]


async def test_a_step_and_the_test_are_handed_to_their_service() -> None:
    operations = asking(False, False, False)

    assert await operations.step({"service": "letters", "step": "box", "value": "8"}) == "box 8"
    assert await operations.by_name()["chats.test"]({"service": "letters"}) == "It came."
