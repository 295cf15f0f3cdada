"""A model that only talks, at an Ollama: no tool on the wire, the short form, and a request that is closed in time."""

from dataclasses import replace

import anyio
import pytest

from performer.core.clock import SystemClock
from performer.core.errors import ServiceError
from performer.core.untrusted_text import Prompt
from performer.models.model import FinalAnswer, Step, StepRequest, ToolCalls, UserMessage
from performer.models.ollama.choice import choose
from performer.models.ollama.driver import Ollama
from performer.models.ollama.server import OllamaServer
from performer.models.probe_result import Finding, TrialCount
from performer.models.settings import ModelSettings
from tests.fakes.ollama import SEEING, THINKING, FakeOllama
from tests.fakes.ollama_wire import Trouble
from tests.performer.models.ollama.asked import ASKED, REACTION, SHORT, WAVE, played
from tests.performer.models.ollama.making import Maker

pytestmark = pytest.mark.anyio

ACT = ("act", {"do": "laugh"})
LINE = "Well, that went as planned."


@pytest.fixture
async def unproved(ollama: FakeOllama, server: OllamaServer, settings: ModelSettings, clock: SystemClock) -> Ollama:
    """Make a driver in mode auto of which no probe has shown anything."""
    return Ollama(server, await choose(server, settings), settings, clock)


async def heard_until_enough(model: Ollama, request: StepRequest) -> tuple[Step, str]:
    """Take a step of which one sentence is wanted."""
    heard: list[str] = []
    enough = replace(request, enough=lambda: "." in "".join(heard))
    with anyio.fail_after(20):
        return await model.step(enough, heard.append), "".join(heard)


async def test_until_a_probe_it_only_talks_and_says_so(ollama: FakeOllama, unproved: Ollama) -> None:
    step, _ = await played(unproved)

    assert "tools" not in ollama.asked[0]
    assert "format" not in ollama.asked[0]
    assert (step.usage.mode, unproved.last_way, unproved.is_unproved) == ("talk", "talk", True)
    assert "it only talks until it has been tested" in unproved.reason


async def test_from_a_probe_on_it_is_asked_as_was_found(ollama: FakeOllama, unproved: Ollama) -> None:
    await unproved.prove(Finding(way="native", native=TrialCount(right=2, asked=2)))
    await played(unproved)

    assert "tools" in ollama.asked[0]
    assert not unproved.is_unproved
    assert "calls tools natively (native calls right in 2 of 2)" in unproved.reason


async def test_a_mode_that_was_set_needs_no_probe(make: Maker) -> None:
    assert not (await make(mode="talk")).is_unproved


async def test_a_conversation_is_told_in_the_short_form(ollama: FakeOllama, make: Maker) -> None:
    model = await make(mode="talk")

    await played(model, replace(ASKED, short=SHORT))
    await played(model, ASKED)

    first, second = ollama.asked
    assert [each["content"] for each in first["messages"]] == ["You are Pip.", "Ann asks: what now?"]
    assert [each["content"] for each in second["messages"]] == ["Be brief.", "What now?"]


async def test_a_picture_goes_with_it(ollama: FakeOllama, make: Maker) -> None:
    shown = UserMessage(text=Prompt("On screen: this picture."), pictures=(b"jpeg",))
    model = await make(mode="talk")

    await played(model, replace(ASKED, short=(SHORT[0], shown)))
    await played(model, replace(REACTION, messages=(SHORT[0], shown)))

    assert [len(body["messages"][-1].get("images", ())) for body in ollama.asked] == [1, 1]


async def test_the_long_form_is_told_to_one_that_calls_tools(ollama: FakeOllama, make: Maker) -> None:
    await played(await make(mode="native"), replace(ASKED, short=SHORT))

    assert [each["content"] for each in ollama.asked[0]["messages"]] == ["Be brief.", "What now?"]


@pytest.mark.parametrize("way", ["printed", "native"])
async def test_what_it_calls_all_the_same_is_let_go(ollama: FakeOllama, make: Maker, way: str) -> None:
    model = await make(mode="talk")
    if way == "native":
        ollama.reply("Look!", calls=[WAVE, ("hush", {})])
    else:
        ollama.reply("Look!\nCALL hush {}")

    step, heard = await played(model)

    assert isinstance(step, FinalAnswer)
    assert (step.text, heard) == ("Look!", "Look!")


async def test_a_reaction_is_one_short_line(ollama: FakeOllama, make: Maker) -> None:
    await played(await make(mode="talk"), REACTION)

    asked = ollama.asked[0]
    assert (asked["options"]["num_predict"], asked["options"]["stop"]) == (40, ["\n"])
    assert [each["content"] for each in asked["messages"]] == ["You are Pip.", "Ann asks: what now?"]


async def test_one_that_thinks_is_not_stopped_at_a_line(ollama: FakeOllama, make: Maker) -> None:
    await played(await make(THINKING, mode="talk", think=True), REACTION)

    assert "stop" not in ollama.asked[0]["options"]
    assert ollama.asked[0]["options"]["num_predict"] == 40 + 1024


@pytest.mark.parametrize("mode", ["talk", "soft", "native", "constrained"])
@pytest.mark.parametrize("think", [False, True])
async def test_an_opening_is_read_for_one_token_in_every_way(
    ollama: FakeOllama, make: Maker, mode: str, think: bool
) -> None:
    model = await make(THINKING, mode=mode, think=think)

    await played(model, replace(REACTION, tokens=1))
    await played(model, REACTION)

    [opening], [asked] = ollama.openings, ollama.asked
    assert opening["options"]["num_predict"] == 1
    assert opening["messages"] == asked["messages"]
    assert (opening.get("tools"), opening.get("format")) == (asked.get("tools"), asked.get("format"))


async def test_a_request_is_closed_after_the_sentence_that_is_wanted(ollama: FakeOllama, make: Maker) -> None:
    model = await make(mode="talk")
    ollama.trouble(Trouble.ENDLESS, after=f"{LINE} And")

    step, heard = await heard_until_enough(model, REACTION)

    assert heard.startswith(LINE)
    assert len(heard) < len(LINE) + 40
    assert not step.cut
    await ollama.wait_for(lambda it: it.disconnects == 1)


async def test_one_that_may_call_is_heard_out_for_its_gesture(ollama: FakeOllama, make: Maker) -> None:
    ollama.reply(LINE, calls=[ACT])
    native, _ = await heard_until_enough(await make(SEEING, mode="native"), REACTION)
    ollama.reply(f'{LINE}\nCALL act {{"do": "skull"}}')
    soft, _ = await heard_until_enough(await make(SEEING, mode="soft"), REACTION)
    ollama.reply(f'{{"say": "{LINE}", "do": "laugh"}}')
    held, _ = await heard_until_enough(await make(SEEING, mode="constrained"), REACTION)

    made = [step.calls for step in (native, soft, held) if isinstance(step, ToolCalls)]
    assert [[(call.name, call.arguments["name"]) for call in calls] for calls in made] == [
        [("show_emote", "laugh")],
        [("show_emote", "skull")],
        [("show_emote", "laugh")],
    ]
    assert ollama.disconnects == 0


@pytest.mark.parametrize(("asked", "mode"), [(REACTION, "native"), (ASKED, "native"), (ASKED, "soft")])
async def test_but_not_for_words_without_end(ollama: FakeOllama, make: Maker, asked: StepRequest, mode: str) -> None:
    model = await make(SEEING, mode=mode)
    ollama.trouble(Trouble.ENDLESS, after=f"{LINE} And")

    _, heard = await heard_until_enough(model, asked)

    assert len(heard) < len(LINE) + 100
    await ollama.wait_for(lambda it: it.disconnects == 1)


async def test_a_long_question_has_as_much_longer_as_a_short_one_took_to_be_read(
    ollama: FakeOllama, make: Maker
) -> None:
    model = await make(mode="talk", first_token_s=0.1, total_s=0.1)
    short = replace(REACTION, tools=())
    await played(model, replace(short, tokens=1))  # which took 0.2 s
    ollama.trouble(Trouble.HANG_FIRST)

    with pytest.raises(ServiceError, match=r"within 0\.4 s"):
        await played(model, short)


async def test_one_that_reads_slowly_has_twice_as_long_to_begin_and_no_less_in_all(
    ollama: FakeOllama, make: Maker
) -> None:
    model = await make(first_token_s=0.1, total_s=0.1)
    await model.prove(Finding(cold_s=0.2))
    ollama.trouble(Trouble.HANG_FIRST)

    with pytest.raises(ServiceError, match=r"0\.4 s"):
        await played(model)
