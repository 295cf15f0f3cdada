"""BFCL's cases are asked turn by turn, as the product's drivers ask, and graded by that benchmark's rules."""

from collections.abc import AsyncIterator

import pytest

from bench.tool_choice.bfcl.cases import BfclCase
from bench.tool_choice.bfcl.play import MOST_STEPS, play_bfcl
from bench.tool_choice.playing.models import open_measured
from bench.tool_choice.playing.run import ServerGoneError
from bench.tool_choice.trial import TrialVerdict
from tests.bench.tool_choice.bfcl.copies import bell, bfcl_case, lamp
from tests.bench.tool_choice.table import CONFIG, PERSONA
from tests.fakes.ollama import SEEING, FakeOllama
from tests.fakes.ollama_wire import Body, Reply, Trouble

pytestmark = pytest.mark.anyio

_LIGHT = ("lamp_set", {"room": "hall"})


def answer(body: Body) -> Reply:
    """Light the lamp in answer to somebody's words, and end with a word after its result."""
    return Reply(calls=[_LIGHT]) if body["messages"][-1]["role"] == "user" else Reply(text="Done.")


@pytest.fixture
async def ollama() -> AsyncIterator[FakeOllama]:
    async with FakeOllama(SEEING, default=answer) as server:
        yield server


async def play(ollama: FakeOllama, *cases: BfclCase) -> list[TrialVerdict]:
    async with open_measured(f"ollama:{SEEING.name}@{ollama.url}", CONFIG, PERSONA, ["native"], probes=False) as model:
        verdicts: list[TrialVerdict] = []
        await play_bfcl(cases, model, "native", lambda _case, verdict: verdicts.append(verdict))
        return verdicts


async def test_a_case_of_one_turn_is_one_question_with_its_functions(ollama: FakeOllama) -> None:
    (verdict,) = await play(ollama, bfcl_case("simple_python", [lamp()]))

    assert verdict.label == "right"
    (body,) = ollama.asked
    assert [each["function"]["name"] for each in body["tools"]] == ["lamp_set", "bell"]
    assert [each["content"] for each in body["messages"]] == ["The hall, please."]


async def test_a_further_turn_is_asked_behind_what_came_before(ollama: FakeOllama) -> None:
    (verdict,) = await play(ollama, bfcl_case("multi_turn_base", [lamp()], [lamp()]))

    assert verdict.label == "right"
    roles = [each["role"] for each in ollama.asked[-1]["messages"]]
    assert roles == ["user", "assistant", "tool", "assistant", "user", "assistant", "tool"]


async def test_a_turn_is_asked_six_times_at_most(ollama: FakeOllama) -> None:
    for _ in range(9):
        ollama.reply(calls=[_LIGHT])

    (verdict,) = await play(ollama, bfcl_case("multi_turn_base", [lamp()]))

    assert len(ollama.asked) == MOST_STEPS
    assert verdict.label == "extra call"


async def test_a_call_that_cannot_be_read_is_not_readable(ollama: FakeOllama) -> None:
    ollama.reply(calls=[("lamp_set", {"level": "bright"})])

    (verdict,) = await play(ollama, bfcl_case("simple_python", [lamp()]))

    assert verdict.label == "not readable"


async def test_another_call_than_the_right_one_is_a_wrong_tool(ollama: FakeOllama) -> None:
    (verdict,) = await play(ollama, bfcl_case("simple_python", [bell()]))

    assert verdict.label == "wrong tool"


async def test_a_server_that_fails_is_an_error_of_its_case_alone(ollama: FakeOllama) -> None:
    ollama.trouble(Trouble.CRASH)

    verdicts = await play(ollama, bfcl_case("simple_python", [lamp()]), bfcl_case("simple_python", [lamp()]))

    assert [each.label for each in verdicts] == ["error", "right"]


async def test_a_server_that_fails_again_and_again_is_gone(ollama: FakeOllama) -> None:
    for _ in range(60):
        ollama.trouble(Trouble.CRASH)

    with pytest.raises(ServerGoneError):
        await play(ollama, *(bfcl_case("simple_python", [lamp()], name=f"case-{each}") for each in range(30)))

    assert len(ollama.asked) < 30
