"""One step against an Ollama that behaves: what is heard of its answer, and what is run."""

import anyio
import pytest

from performer.core.clock import SystemClock
from performer.models.model import FinalAnswer, ToolCalls
from performer.models.ollama.driver import Ollama
from performer.models.ollama.server import OllamaServer
from performer.models.settings import ModelSettings
from tests.fakes.ollama import THINKING, FakeOllama
from tests.performer.models.ollama.asked import ASKED, WAVE, made, played

pytestmark = pytest.mark.anyio


async def test_words_are_handed_on_piece_by_piece(ollama: FakeOllama, model: Ollama) -> None:
    ollama.reply("A fine jump.")
    heard: list[str] = []

    step = await model.step(ASKED, heard.append)

    assert len(heard) > 1
    assert "".join(heard) == "A fine jump."
    assert isinstance(step, FinalAnswer)
    assert step.text == "A fine jump."
    assert step.usage.prompt_tokens == 321
    assert (step.usage.read_s, step.usage.answer_s, step.usage.load_s) == (0.2, 0.6, 0.05)


async def test_a_first_word_is_heard_before_the_answer_is_done(ollama: FakeOllama, model: Ollama) -> None:
    ollama.reply("Look out, a goose!", hold=True)
    heard: list[str] = []
    spoken = anyio.Event()

    def on_text(text: str) -> None:
        heard.append(text)
        spoken.set()

    async with anyio.create_task_group() as group:
        group.start_soon(model.step, ASKED, on_text)
        await spoken.wait()
        assert heard == ["Look"]
        ollama.release()

    assert "".join(heard) == "Look out, a goose!"


@pytest.mark.parametrize("wire_bytes", [1, 7, 100])
async def test_the_wire_may_be_cut_anywhere(ollama: FakeOllama, model: Ollama, wire_bytes: int) -> None:
    ollama.reply("Żółw, 亀, 🐢!", calls=[WAVE], wire_bytes=wire_bytes)

    step, heard = await played(model)

    assert heard == "Żółw, 亀, 🐢!"
    assert isinstance(step, ToolCalls)


@pytest.mark.parametrize("in_done", [True, False])
async def test_native_calls_are_taken_from_whatever_line(ollama: FakeOllama, model: Ollama, in_done: bool) -> None:
    ollama.reply("Watch.", calls=[WAVE, ("hush", {})], calls_in_done=in_done)

    step, _ = await played(model)

    assert isinstance(step, ToolCalls)
    assert step.preface == "Watch."
    assert [(call.name, dict(call.arguments)) for call in step.calls] == [WAVE, ("hush", {})]
    assert len({call.id for call in step.calls}) == 2


async def test_an_argument_under_a_near_name_is_put_right(ollama: FakeOllama, model: Ollama) -> None:
    ollama.reply(calls=[("overlay_text", {"msg": "GG"})])

    step, _ = await played(model)

    assert isinstance(step, ToolCalls)
    assert step.calls[0].arguments == {"text": "GG"}


async def test_a_call_that_is_printed_to_native_tools_is_read_all_the_same(ollama: FakeOllama, model: Ollama) -> None:
    ollama.reply('Hello there!\n{"name": "show_emote", "arguments": {"name": "wave"}}')

    step, heard = await played(model)

    assert heard == "Hello there!"
    assert isinstance(step, ToolCalls)
    assert step.calls[0].name == "show_emote"


async def test_identical_calls_run_once_and_no_more_than_four(ollama: FakeOllama, model: Ollama) -> None:
    many = [WAVE, WAVE, *(("overlay_text", {"text": str(number)}) for number in range(50))]
    ollama.reply(calls=many)

    step, _ = await played(model)

    assert isinstance(step, ToolCalls)
    assert [call.arguments for call in step.calls] == [{"name": "wave"}, {"text": "0"}, {"text": "1"}, {"text": "2"}]


async def test_thinking_is_never_spoken(
    ollama: FakeOllama, server: OllamaServer, settings: ModelSettings, clock: SystemClock
) -> None:
    model = await made(THINKING, ollama, server, settings, clock)
    ollama.reply("<think>Still.</think>Run!", thinking="The boss winds up.")

    _, heard = await played(model)

    assert heard == "Run!"
    assert ollama.asked[0]["think"] is False


@pytest.mark.expects_log
async def test_a_model_that_only_thinks_is_warned_of_once(
    ollama: FakeOllama,
    server: OllamaServer,
    settings: ModelSettings,
    clock: SystemClock,
    caplog: pytest.LogCaptureFixture,
) -> None:
    model = await made(THINKING, ollama, server, settings, clock)
    for _ in range(2):
        ollama.reply(thinking="Hmm. " * 9, done_reason="length")

    steps = [(await played(model))[0] for _ in range(2)]

    assert all(isinstance(step, FinalAnswer) and not step.text for step in steps)
    assert len(caplog.records) == 1
    assert "num_predict (220)" in caplog.text


@pytest.mark.parametrize("in_done", [True, False])
async def test_a_call_that_was_cut_off_is_not_run(ollama: FakeOllama, model: Ollama, in_done: bool) -> None:
    ollama.reply("Look", calls=[WAVE, ("hush", {})], calls_in_done=in_done, done_reason="length")

    step, _ = await played(model)

    assert step.cut
    assert isinstance(step, ToolCalls)
    assert [call.name for call in step.calls] == (["show_emote"] if in_done else ["show_emote", "hush"])


async def test_a_printed_call_that_was_cut_off_is_neither_run_nor_spoken(ollama: FakeOllama, model: Ollama) -> None:
    ollama.reply('Here.\nCALL overlay_text {"text": "Go', done_reason="length")

    step, heard = await played(model)

    assert isinstance(step, ToolCalls)
    assert step.calls == ()
    assert [each.call.name for each in step.misprints] == ["overlay_text"]
    assert step.cut
    assert heard == "Here."


async def test_a_call_of_a_tool_that_is_not_on_offer_is_passed_on_to_be_refused(
    ollama: FakeOllama, model: Ollama
) -> None:
    ollama.reply('CALL launch_fireworks {"count": 3}')

    step, heard = await played(model)

    assert heard == ""
    assert isinstance(step, ToolCalls)
    assert step.calls[0].name == "launch_fireworks"


async def test_cancelling_a_step_hangs_up(ollama: FakeOllama, model: Ollama) -> None:
    ollama.reply("Once upon a time", hold=True)
    heard = anyio.Event()

    async with anyio.create_task_group() as group:
        group.start_soon(model.step, ASKED, lambda _: heard.set())
        await heard.wait()
        group.cancel_scope.cancel()

    await ollama.wait_for(lambda it: it.disconnects == 1)
