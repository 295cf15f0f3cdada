"""A conversation that is longer than the context of its model."""

import pytest

from performer.core.untrusted_text import Prompt
from performer.models.model import AssistantMessage, ChatMessage, StepRequest, SystemMessage, UserMessage
from tests.fakes.ollama import FakeOllama
from tests.performer.models.ollama.asked import played
from tests.performer.models.ollama.making import Maker

pytestmark = pytest.mark.anyio

CONTEXT = 2048


def long_talk(lines: int) -> StepRequest:
    """Ask at the end of a talk of so many lines, each some 110 tokens long."""
    talk: list[ChatMessage] = []
    for number in range(lines):
        talk += [
            UserMessage(text=Prompt(f"Line {number}. " + "word " * 80)),
            AssistantMessage(text=Prompt(f"Answer {number}.")),
        ]
    asked = (SystemMessage(text=Prompt("Be brief.")), *talk, UserMessage(text=Prompt("What now?")))
    return StepRequest(messages=asked, short=asked)


def sent(ollama: FakeOllama) -> list[str]:
    """Return the texts of the last question."""
    return [each["content"] for each in ollama.asked[-1]["messages"]]


@pytest.mark.expects_log
async def test_a_server_is_told_to_cut_nothing_and_the_oldest_is_left_out_and_that_is_told(
    ollama: FakeOllama, make: Maker, caplog: pytest.LogCaptureFixture
) -> None:
    ollama.context = CONTEXT
    model = await make(mode="native", num_ctx=CONTEXT)

    _, heard = await played(model, long_talk(30))

    system, first, *_, newest = sent(ollama)
    assert heard == "Well played."
    assert all(body["truncate"] is False for body in ollama.asked)
    assert (system, newest) == ("Be brief.", "What now?")
    assert first.startswith("Line 1")
    told = "what it was told did not fit its context, so the oldest lines are left out (model.num_ctx is 2048)"
    assert told in model.reason
    assert caplog.text.count(told) == 1


@pytest.mark.expects_log
async def test_what_fits_is_remembered_so_that_the_next_question_is_not_refused(
    ollama: FakeOllama, make: Maker
) -> None:
    ollama.context = CONTEXT
    model = await make(mode="native", num_ctx=CONTEXT)
    await played(model, long_talk(30))
    before = len(ollama.asked)

    await played(model, long_talk(31))
    await played(model, long_talk(3))

    assert len(ollama.asked) == before + 2
    assert sent(ollama)[1].startswith("Line 0.")


@pytest.mark.expects_log
async def test_an_old_server_that_cuts_in_silence_is_noticed_by_its_count(ollama: FakeOllama, make: Maker) -> None:
    ollama.context, ollama.is_old = CONTEXT, True
    model = await make(mode="native", num_ctx=CONTEXT)

    for _ in range(8):
        await played(model, long_talk(30))

    assert "the oldest lines are left out" in model.reason
    assert sum(map(len, sent(ollama))) / 4 < CONTEXT - 200
    assert (sent(ollama)[0], sent(ollama)[-1]) == ("Be brief.", "What now?")


@pytest.mark.expects_log
async def test_where_nothing_is_left_to_leave_out_the_server_may_cut(ollama: FakeOllama, make: Maker) -> None:
    ollama.context = CONTEXT
    model = await make(mode="native", num_ctx=CONTEXT)
    endless = StepRequest(messages=(SystemMessage(text=Prompt("Be brief.")), UserMessage(text=Prompt("word " * 4000))))

    _, heard = await played(model, endless)

    assert heard == "Well played."
    assert [body["truncate"] for body in ollama.asked][-1] is True


async def test_what_fits_is_asked_as_it_is(ollama: FakeOllama, make: Maker) -> None:
    ollama.context = CONTEXT
    model = await make(mode="native", num_ctx=CONTEXT)

    await played(model, long_talk(5))

    assert len(sent(ollama)) == 12
    assert "left out" not in model.reason
