"""How one model is asked, natively, in words, or held to a schema: what fails is learnt once and remembered."""

import logging
from pathlib import Path

import pytest

from performer.core.errors import ServiceError
from performer.models.driver.server_quirks import ServerQuirks
from performer.models.model import ToolCalls
from tests.fakes.ollama import SEEING, THINKING, FakeOllama
from tests.fakes.ollama_refusals import REFUSALS
from tests.fakes.ollama_wire import FakeModel, Trouble, error_response
from tests.performer.models.ollama.asked import ASKED, WAVE, played
from tests.performer.models.ollama.making import Maker, ways

pytestmark = pytest.mark.anyio


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


async def test_a_form_that_this_version_refuses_of_this_model_is_not_asked_for_again(
    ollama: FakeOllama, make: Maker
) -> None:
    ollama.trouble(Trouble.NO_FORMAT)
    await played(await make(mode="constrained"))

    await played(await make(mode="constrained"))
    ollama.version = "0.99.0"
    await played(await make(mode="constrained"))

    assert ways(ollama) == ["constrained", "soft", "soft", "constrained"]


async def test_native_by_hand_has_only_lost_answers_printed(ollama: FakeOllama, make: Maker) -> None:
    model = await make(mode="native")
    ollama.trouble(Trouble.PARSE_ERROR)
    ollama.reply("CALL hush")

    step, _ = await played(model)
    await played(model)

    assert isinstance(step, ToolCalls)
    assert ways(ollama) == ["native", "soft", "native"]
    assert "set model.mode = auto" in model.reason


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
    assert "printed tool calls: its server refuses or loses them otherwise" in again.reason


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
    make.quirks = ServerQuirks(tmp_path / "models.json")
    ollama.trouble(Trouble.BLIND)
    with pytest.raises(ServiceError):
        await played(await make())

    make.quirks = ServerQuirks(tmp_path / "models.json")

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
