"""One step against an Ollama that behaves."""

import base64

import anyio
import pytest

from performer.clock import SystemClock
from performer.errors import ServiceError
from performer.models.model import (
    AssistantMessage,
    Final,
    Step,
    StepRequest,
    SystemMessage,
    ToolCalls,
    ToolMessage,
    UserMessage,
)
from performer.models.ollama.choice import Choice, choose
from performer.models.ollama.driver import Ollama
from performer.models.ollama.server import OllamaServer
from performer.models.settings import ModelSettings
from performer.tools import ToolCall
from performer.untrusted import Prompt
from tests.fakes.ollama import BLIND, PLAIN, SEEING_ONLY, THINKING, FakeModel, FakeOllama, Trouble
from tests.performer.models.soft.tools import TOOLS

pytestmark = pytest.mark.anyio

WAVE = ("show_emote", {"name": "wave"})
ASKED = StepRequest(
    messages=(
        SystemMessage(text=Prompt("Be brief.")),
        UserMessage(text=Prompt("What now?"), pictures=(b"\xff\xd8jpeg",)),
    ),
    tools=TOOLS,
)


@pytest.fixture
async def model(server: OllamaServer, settings: ModelSettings, clock: SystemClock) -> Ollama:
    return Ollama(server, await choose(server, settings), settings, clock)


async def made(
    kind: FakeModel, ollama: FakeOllama, server: OllamaServer, settings: ModelSettings, clock: SystemClock
) -> Ollama:
    ollama.models = [kind]
    return Ollama(server, await choose(server, settings), settings, clock)


async def played(model: Ollama, request: StepRequest = ASKED) -> tuple[Step, str]:
    heard: list[str] = []
    step = await model.step(request, heard.append)
    return step, "".join(heard)


async def test_words_are_handed_on_piece_by_piece(ollama: FakeOllama, model: Ollama) -> None:
    ollama.reply("A fine jump.")
    heard: list[str] = []

    step = await model.step(ASKED, heard.append)

    assert len(heard) > 1
    assert "".join(heard) == "A fine jump."
    assert isinstance(step, Final)
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

    assert all(isinstance(step, Final) and not step.text for step in steps)
    assert len(caplog.records) == 1
    assert "num_predict (220)" in caplog.text


async def test_the_request_carries_pictures_tools_and_the_same_options_as_the_warm_up(
    ollama: FakeOllama, model: Ollama
) -> None:
    await model.warm_up()
    await played(model)

    asked, loaded = ollama.asked[0], ollama.warm_ups[0]
    assert asked["messages"][1]["images"] == [base64.b64encode(b"\xff\xd8jpeg").decode()]
    assert [tool["function"]["name"] for tool in asked["tools"]] == [tool.name for tool in TOOLS]
    assert asked["options"] == loaded["options"] == {"num_ctx": 8192, "num_predict": 220, "temperature": 0.8}
    assert asked["keep_alive"] == loaded["keep_alive"] == "30m"
    assert "think" not in asked


@pytest.mark.parametrize(("written", "sent"), [("1h30m", "1h30m"), ("-1", -1), ("600", 600)])
async def test_keep_alive_is_sent_as_the_server_reads_it(
    ollama: FakeOllama,
    server: OllamaServer,
    settings: ModelSettings,
    clock: SystemClock,
    written: str,
    sent: str | int,
) -> None:
    lasting = ModelSettings.model_validate({**settings.model_dump(), "keep_alive": written})
    model = await made(BLIND, ollama, server, lasting, clock)

    await model.warm_up()

    assert ollama.warm_ups[0]["keep_alive"] == sent


async def test_calls_and_results_go_back_as_the_server_wants_them(ollama: FakeOllama, model: Ollama) -> None:
    call = ToolCall(id="c1", name="show_emote", arguments={"name": "wave"})
    history = (
        *ASKED.messages,
        AssistantMessage(text=Prompt("Hi."), calls=(call,)),
        ToolMessage(call=call, text=Prompt("Shown.")),
    )

    await played(model, StepRequest(messages=history, tools=TOOLS))

    assistant, tool = ollama.asked[0]["messages"][2:]
    assert assistant["tool_calls"][0]["function"] == {"index": 0, "name": "show_emote", "arguments": {"name": "wave"}}
    assert tool == {"role": "tool", "content": "Shown.", "tool_name": "show_emote", "tool_call_id": "c1"}


async def test_a_blind_model_gets_no_picture(
    ollama: FakeOllama, server: OllamaServer, settings: ModelSettings, clock: SystemClock
) -> None:
    model = await made(BLIND, ollama, server, settings, clock)

    await played(model)

    assert not model.sees
    assert "images" not in ollama.asked[0]["messages"][1]


async def test_a_model_without_tools_is_taught_to_print_calls(
    ollama: FakeOllama, server: OllamaServer, settings: ModelSettings, clock: SystemClock
) -> None:
    model = await made(SEEING_ONLY, ollama, server, settings, clock)
    ollama.reply('On it.\nCALL overlay_text {"msg": "GG"}')

    step, heard = await played(model)

    asked = ollama.asked[0]
    assert "tools" not in asked
    assert [each["role"] for each in asked["messages"]] == ["system", "user"]
    assert asked["messages"][0]["content"].startswith("Be brief.")
    assert "CALL " in asked["messages"][0]["content"]
    assert heard == "On it."
    assert isinstance(step, ToolCalls)
    assert step.calls[0].arguments == {"text": "GG"}


async def test_a_model_without_tools_reads_its_calls_and_results_as_text(
    ollama: FakeOllama, server: OllamaServer, settings: ModelSettings, clock: SystemClock
) -> None:
    model = await made(PLAIN, ollama, server, settings, clock)
    call = ToolCall(id="c1", name="show_emote", arguments={"name": "wave"})
    history = (
        *ASKED.messages,
        AssistantMessage(text=Prompt("Hi."), calls=(call,)),
        ToolMessage(call=call, text=Prompt("Shown.")),
        UserMessage(text=Prompt("Go on.")),
    )

    await played(model, StepRequest(messages=history, tools=TOOLS))

    assert [each["role"] for each in ollama.asked[0]["messages"]] == ["system", "user", "assistant", "user"]
    assert ollama.asked[0]["messages"][2]["content"] == 'Hi.\nCALL show_emote {"name": "wave"}'
    assert ollama.asked[0]["messages"][3]["content"] == "[show_emote] Shown.\n\nGo on."


@pytest.mark.parametrize("trouble", [Trouble.NO_TOOLS, Trouble.PARSE_ERROR, Trouble.PARSE_IN_BAND])
async def test_tools_that_the_server_cannot_handle_go_into_the_prompt_from_then_on(
    ollama: FakeOllama, model: Ollama, trouble: Trouble
) -> None:
    ollama.trouble(trouble)
    ollama.reply("CALL hush")

    step, _ = await played(model)
    await played(model)

    assert isinstance(step, ToolCalls)
    assert ["tools" in body for body in ollama.asked] == [True, False, False]


async def test_an_answer_that_the_server_swallowed_is_asked_for_once_more(ollama: FakeOllama, model: Ollama) -> None:
    ollama.reply("", eval_count=40)
    ollama.reply("CALL hush")

    step, _ = await played(model)
    await played(model)

    assert isinstance(step, ToolCalls)
    assert ["tools" in body for body in ollama.asked] == [True, False, False]


async def test_silence_is_an_answer(ollama: FakeOllama, model: Ollama) -> None:
    ollama.reply("")

    step, heard = await played(model)

    assert isinstance(step, Final)
    assert heard == ""
    assert len(ollama.asked) == 1


async def test_silence_that_was_doubted_and_stays_changes_nothing(ollama: FakeOllama, model: Ollama) -> None:
    ollama.reply("", eval_count=0)
    ollama.reply("", eval_count=0)

    await played(model)
    await played(model)

    assert ["tools" in body for body in ollama.asked] == [True, False, True]


async def test_silence_is_believed_after_it_was_doubted_twice_in_vain(ollama: FakeOllama, model: Ollama) -> None:
    for _ in range(6):
        ollama.reply("", eval_count=40)

    for _ in range(4):
        await played(model)

    assert ["tools" in body for body in ollama.asked] == [True, False, True, False, True, True]


@pytest.mark.parametrize("said", ['{"tool_calls": []}', "{}", "<silence>", "```\n```"])
async def test_a_silence_that_was_chosen_is_not_doubted(ollama: FakeOllama, model: Ollama, said: str) -> None:
    ollama.reply(said, eval_count=40)

    await played(model)

    assert len(ollama.asked) == 1


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


async def test_a_warm_up_waits_for_the_load(ollama: FakeOllama, model: Ollama) -> None:
    ollama.hold_loads()
    async with anyio.create_task_group() as group:
        group.start_soon(model.warm_up)
        await ollama.wait_for(lambda it: len(it.warm_ups) == 1)
        ollama.release_loads()

    assert ollama.warm_ups[0]["messages"] == []


async def test_a_load_that_fails_says_why(ollama: FakeOllama, model: Ollama) -> None:
    ollama.load_error = "cudaMalloc failed: out of memory"

    with pytest.raises(ServiceError, match="out of memory"):
        await model.warm_up()


async def test_a_load_that_takes_too_long_is_given_up(
    ollama: FakeOllama, server: OllamaServer, settings: ModelSettings, clock: SystemClock
) -> None:
    choice = Choice(name=ollama.models[0].name, sees=True, calls_tools=True, thinks=False, reason="")
    model = Ollama(server, choice, settings.model_copy(update={"warm_up_s": 0.2}), clock)
    ollama.hold_loads()

    with pytest.raises(ServiceError, match=r"within 0\.2 s"):
        await model.warm_up()
