"""How one model is asked: natively, in words, or held to a schema; what fails is learnt once and remembered."""

import json
import logging
from pathlib import Path
from typing import Any

import anyio
import pytest

from performer.clock import SystemClock
from performer.errors import ServiceError
from performer.models.manners import Manners
from performer.models.model import AssistantMessage, StepRequest, ToolCalls, ToolMessage
from performer.models.ollama.choice import choose
from performer.models.ollama.driver import Ollama
from performer.models.ollama.server import OllamaServer
from performer.models.settings import ModelSettings
from performer.tools import ToolCall
from performer.untrusted import Prompt
from tests.fakes.ollama import SEEING, THINKING, FakeModel, FakeOllama, Trouble
from tests.fakes.ollama_refusals import REFUSALS
from tests.fakes.ollama_wire import error_response
from tests.performer.models.ollama.test_driver import ASKED, WAVE, played
from tests.performer.models.soft.tools import TOOLS

pytestmark = pytest.mark.anyio

JSON = '{"say": "Look \\ud83d\\ude00!", "calls": [{"tool": "show_emote", "arguments": {"name": "wave"}}]}'


class Maker:
    """Makes drivers for a model of the fake, each as at a new start."""

    def __init__(self, ollama: FakeOllama, server: OllamaServer, settings: ModelSettings, clock: SystemClock) -> None:
        self._ollama = ollama
        self._server = server
        self._settings = settings
        self._clock = clock
        self.manners = Manners()

    async def __call__(self, kind: FakeModel = SEEING, **asked: Any) -> Ollama:
        self._ollama.models = [kind]
        settings = self._settings.model_copy(update=asked)
        return Ollama(self._server, await choose(self._server, settings), settings, self._clock, self.manners)


@pytest.fixture
def make(ollama: FakeOllama, server: OllamaServer, settings: ModelSettings, clock: SystemClock) -> Maker:
    return Maker(ollama, server, settings, clock)


def ways(ollama: FakeOllama) -> list[str]:
    """Tell how each question was asked."""
    return ["native" if "tools" in body else "constrained" if "format" in body else "soft" for body in ollama.asked]


async def test_held_to_a_schema_the_words_are_heard_and_the_calls_made(ollama: FakeOllama, make: Maker) -> None:
    model = await make(mode="constrained")
    ollama.reply(JSON)

    step, heard = await played(model)

    asked = ollama.asked[0]
    assert heard == "Look 😀!"
    assert isinstance(step, ToolCalls)
    assert [(call.name, call.arguments) for call in step.calls] == [WAVE]
    assert list(asked["format"]["properties"]) == ["say", "calls"]
    assert "tools" not in asked
    assert "think" not in asked
    assert "one JSON object" in asked["messages"][0]["content"]


async def test_its_words_are_heard_before_its_calls_are_written(ollama: FakeOllama, make: Maker) -> None:
    model = await make(mode="constrained")
    ollama.reply('{"say": "Loo', trouble=Trouble.HANG_MID)
    heard = anyio.Event()

    async with anyio.create_task_group() as group:
        group.start_soon(model.step, ASKED, lambda _: heard.set())
        await heard.wait()
        group.cancel_scope.cancel()


async def test_what_it_said_before_has_the_form_it_was_taught(ollama: FakeOllama, make: Maker) -> None:
    model = await make(mode="constrained")
    call = ToolCall(id="c1", name="show_emote", arguments={"name": "wave"})
    history = (
        *ASKED.messages,
        AssistantMessage(text=Prompt("Hi."), calls=(call,)),
        ToolMessage(call=call, text=Prompt("Shown.")),
    )

    await played(model, StepRequest(messages=history, tools=TOOLS))

    _, _, assistant, user = ollama.asked[0]["messages"]
    assert json.loads(assistant["content"]) == {
        "say": "Hi.",
        "calls": [{"tool": "show_emote", "arguments": {"name": "wave"}}],
    }
    assert user == {"role": "user", "content": "[show_emote] Shown."}


async def test_with_nothing_to_call_nothing_is_enforced(ollama: FakeOllama, make: Maker) -> None:
    model = await make(mode="constrained")
    ollama.reply("A cave.")

    _, heard = await played(model, StepRequest(messages=ASKED.messages))

    assert heard == "A cave."
    assert "format" not in ollama.asked[0]


async def test_a_server_that_passes_over_the_schema_is_read_all_the_same(ollama: FakeOllama, make: Maker) -> None:
    model = await make(mode="constrained")
    ollama.reply("Plainly so.\nCALL hush")

    step, heard = await played(model)

    assert heard == "Plainly so."
    assert isinstance(step, ToolCalls)


async def test_held_to_a_schema_a_model_that_thinks_is_told_nothing_of_it_and_has_room(
    ollama: FakeOllama, make: Maker
) -> None:
    model = await make(THINKING, mode="constrained")
    ollama.reply(JSON, thinking="They jumped. ")

    _, heard = await played(model)

    assert heard == "Look 😀!"
    assert "think" not in ollama.asked[0]
    assert ollama.asked[0]["options"]["num_predict"] == 220 + 1024
    assert "it thinks first" in model.reason


@pytest.mark.parametrize("mode", ["soft", "native", "constrained"])
async def test_a_mode_set_by_hand_is_kept_to(ollama: FakeOllama, make: Maker, mode: str) -> None:
    model = await make(mode=mode)

    step, _ = await played(model)

    assert ways(ollama) == [mode]
    assert step.usage.mode == mode


@pytest.mark.parametrize(
    ("mode", "trouble"),
    [
        ("native", Trouble.NO_TOOLS),
        ("constrained", Trouble.NO_FORMAT),
        ("constrained", Trouble.NO_GRAMMAR),
    ],
)
async def test_a_mode_that_cannot_work_falls_back_and_says_so_once(
    ollama: FakeOllama, make: Maker, caplog: pytest.LogCaptureFixture, mode: str, trouble: Trouble
) -> None:
    caplog.set_level(logging.INFO, "performer.models")
    model = await make(mode=mode)
    ollama.trouble(trouble)

    _, heard = await played(model)
    await played(model)

    assert heard == "Well played."
    assert ways(ollama) == [mode, "soft", "soft"]
    assert "printed tool calls: " in model.reason
    assert f", so model.mode = {mode} cannot work" in model.reason
    assert caplog.text.count("from now on it is asked otherwise") == 1


async def test_what_was_asked_for_by_hand_is_tried_anew_at_each_start(ollama: FakeOllama, make: Maker) -> None:
    ollama.trouble(Trouble.NO_FORMAT)
    await played(await make(mode="constrained"))

    await played(await make(mode="constrained"))

    assert ways(ollama) == ["constrained", "soft", "constrained"]


async def test_native_by_hand_has_only_lost_answers_printed(ollama: FakeOllama, make: Maker) -> None:
    model = await make(mode="native")
    ollama.trouble(Trouble.PARSE_ERROR)
    ollama.reply("CALL hush")

    step, _ = await played(model)
    await played(model)

    assert isinstance(step, ToolCalls)
    assert ways(ollama) == ["native", "soft", "native"]
    assert "mode auto would have it print" in model.reason


@pytest.mark.parametrize("trouble", [Trouble.NO_TOOLS, Trouble.PARSE_ERROR, Trouble.NO_PARSE, Trouble.PARSE_IN_BAND])
async def test_the_next_start_knows_at_once_until_the_model_is_another(
    ollama: FakeOllama, make: Maker, trouble: Trouble
) -> None:
    first = FakeModel(name=SEEING.name, digest="1" * 64)
    ollama.trouble(trouble)
    await played(await make(first))

    again = await make(first)
    await played(again)
    await played(await make(FakeModel(name=SEEING.name, digest="2" * 64)))

    assert ways(ollama) == ["native", "soft", "soft", "native"]
    assert "it prints its tool calls, which its server loses otherwise" in again.reason


async def test_words_that_were_heard_are_not_said_again_when_the_call_behind_them_is_lost(
    ollama: FakeOllama, make: Maker
) -> None:
    model = await make()
    ollama.trouble(Trouble.PARSE_IN_BAND, after="Watch this.")
    heard: list[str] = []

    with pytest.raises(ServiceError, match="failed in mid-answer"):
        await model.step(ASKED, heard.append)
    await played(model)

    assert "".join(heard) == "Watch this."
    assert ways(ollama) == ["native", "soft"]


@pytest.mark.parametrize(
    ("name", "think", "sent", "room"),
    [
        ("qwen3:4b", False, False, 0),
        ("qwen3:4b", True, True, 1024),
        ("gpt-oss:20b", False, "low", 1024),
        ("hf.co/some/GPT-OSS-20b-GGUF:Q4", True, "medium", 1024),
    ],
)
async def test_thinking_is_off_unless_it_is_wanted_or_cannot_be(
    ollama: FakeOllama, make: Maker, name: str, think: bool, sent: bool | str, room: int
) -> None:
    model = await make(FakeModel(name=name, capabilities=("completion", "tools", "thinking")), think=think)

    await played(model)

    assert ollama.asked[0]["think"] == sent
    assert ollama.asked[0]["options"]["num_predict"] == 220 + room


@pytest.mark.parametrize("trouble", [Trouble.NO_THINKING, Trouble.NO_LEVELS])
async def test_a_server_that_knows_no_thinking_is_told_nothing_of_it(
    ollama: FakeOllama, make: Maker, trouble: Trouble
) -> None:
    model = await make(THINKING)
    ollama.trouble(trouble)

    await played(model)
    await played(await make(THINKING))

    assert ["think" in body for body in ollama.asked] == [True, False, False]
    assert ways(ollama) == ["native"] * 3


async def test_thinking_in_the_text_is_never_heard(ollama: FakeOllama, make: Maker) -> None:
    model = await make(THINKING)
    ollama.reply("They jump. I should be brief.\n</think>\n\nNice jump!")

    _, heard = await played(model)

    assert heard == "Nice jump!"


async def test_who_once_thought_aloud_is_held_back_from_then_on(ollama: FakeOllama, make: Maker) -> None:
    aloud = "They jump. I should be brief.\n</think>\n\nNice jump!"
    for _ in range(2):
        ollama.reply(aloud)
    await played(await make())

    model = await make()
    _, heard = await played(model)

    assert heard == "Nice jump!"
    assert "it thinks before it speaks" in model.reason


async def test_words_behind_thinking_that_the_server_parted_are_heard_at_once(ollama: FakeOllama, make: Maker) -> None:
    model = await make(THINKING, think=True)
    ollama.reply("Nice jump!", thinking="They jump. ")
    heard: list[str] = []

    await model.step(ASKED, heard.append)

    assert len(heard) > 1
    assert "".join(heard) == "Nice jump!"


@pytest.mark.parametrize("trouble", [Trouble.BLIND, Trouble.BLIND_RUNNER])
async def test_a_model_that_turns_out_blind_is_not_asked_of_a_picture_that_it_does_not_get(
    ollama: FakeOllama, make: Maker, trouble: Trouble
) -> None:
    model = await make()
    ollama.trouble(trouble)

    with pytest.raises(ServiceError, match="does not see after all; from now on it gets descriptions"):
        await played(model)
    again = await make()
    await played(again)

    assert ["images" in body["messages"][1] for body in ollama.asked] == [True, False]
    assert not again.sees
    assert "it does not see after all" in again.reason


async def test_the_next_start_shows_pictures_again(ollama: FakeOllama, make: Maker, tmp_path: Path) -> None:
    make.manners = Manners(tmp_path / "models.json")
    ollama.trouble(Trouble.BLIND)
    with pytest.raises(ServiceError):
        await played(await make())

    make.manners = Manners(tmp_path / "models.json")

    assert (await make()).sees


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (500, "failed to load mmproj: cudaMalloc failed: out of memory"),
        (500, "sparse_attention failed: CUDA error"),
        (503, "could not parse upstream response"),
        (500, "comparser stopped"),
    ],
)
async def test_trouble_that_passes_teaches_nothing(
    ollama: FakeOllama, make: Maker, monkeypatch: pytest.MonkeyPatch, status: int, said: str
) -> None:
    monkeypatch.setitem(REFUSALS, Trouble.CRASH, lambda _: error_response(status, said))
    monkeypatch.setattr("performer.models.ollama.driver._BUSY_S", 0.0)
    model = await make()
    for _ in range(2):
        ollama.trouble(Trouble.CRASH)

    with pytest.raises(ServiceError, match=f"answered {status}"):
        await played(model)

    assert model.sees
    assert set(ways(ollama)) == {"native"}
    assert "loses" not in model.reason


async def test_a_later_version_of_the_server_is_tried_natively_again(ollama: FakeOllama, make: Maker) -> None:
    ollama.trouble(Trouble.PARSE_ERROR)
    await played(await make())
    ollama.version = "0.99.0"

    await played(await make())

    assert ways(ollama) == ["native", "soft", "native"]


async def test_native_arguments_that_do_not_fit_are_a_misprint_beside_the_good_calls(
    ollama: FakeOllama, make: Maker
) -> None:
    model = await make()
    ollama.reply("Now.", calls=[("show_emote", {"name": "kazoo"}), WAVE, ("overlay_text", {"duration_s": "3"})])

    step, _ = await played(model)

    assert isinstance(step, ToolCalls)
    assert [call.name for call in step.calls] == ["show_emote"]
    assert [each.call.name for each in step.misprints] == ["show_emote", "overlay_text"]
    assert "must be one of wave, wow" in step.misprints[0].reason
    assert "'text' is missing" in step.misprints[1].reason


async def test_a_native_call_that_was_cut_off_is_a_misprint(ollama: FakeOllama, make: Maker) -> None:
    model = await make()
    ollama.reply("Look", calls=[("overlay_text", {"text": "Once up"})], calls_in_done=True, done_reason="length")

    step, _ = await played(model)

    assert isinstance(step, ToolCalls)
    assert step.calls == ()
    assert "cut off" in step.misprints[0].reason


async def test_a_load_within_a_step_is_told(ollama: FakeOllama, make: Maker, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "performer.models")
    model = await make()
    ollama.reply("Back.", load_s=4.2)
    ollama.reply("And on.")

    step, _ = await played(model)
    await played(model)

    assert step.usage.load_s == pytest.approx(4.2)
    assert caplog.text.count("was loaded anew within a step, which took 4.2 s") == 1


async def test_settings_that_do_nothing_are_told_of(make: Maker) -> None:
    idle, used = await make(think=True, key_variable="A_KEY"), await make(THINKING, think=True)

    assert "; key_variable does nothing, for an Ollama wants no key; think does nothing, for it cannot" in idle.reason
    assert "nothing" not in used.reason
