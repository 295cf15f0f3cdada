"""What a server refuses is left out, and the step is asked again at once, once and for all."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from performer.core.errors import ServiceError
from performer.models.driver.server_quirks import ServerQuirk, ServerQuirks
from performer.models.model import FinalAnswer, ToolCalls
from performer.models.openai.driver import OpenAI
from performer.models.settings import Way
from tests.fakes.openai import FakeOpenAI
from tests.fakes.openai_wire import Body, Refusal, Trouble
from tests.performer.models.openai.conftest import REACTION, Made, played

pytestmark = pytest.mark.anyio

REFUSED: dict[str, tuple[str, int, Any, ServerQuirk]] = {
    "openai: max_tokens": (
        "max_tokens",
        400,
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        ServerQuirk.REFUSES_MAX_TOKENS,
    ),
    "openai: temperature": (
        "temperature",
        400,
        {"error": {"message": "Unsupported value: 'temperature' does not support 0.8", "param": "temperature"}},
        ServerQuirk.REFUSES_TEMPERATURE,
    ),
    "fastapi: stream_options": (
        "stream_options",
        422,
        {"detail": [{"type": "extra_forbidden", "loc": ["body", "stream_options"], "msg": "Extra inputs"}]},
        ServerQuirk.REFUSES_USAGE,
    ),
    "openai: chat_template_kwargs": (
        "chat_template_kwargs",
        400,
        "Unrecognized request argument supplied: chat_template_kwargs",
        ServerQuirk.REFUSES_THINK,
    ),
    "somebody: something": ("chat_template_kwargs", 422, "Extra inputs are not permitted", ServerQuirk.REFUSES_THINK),
    "vllm: tools": (
        "tools",
        400,
        {"object": "error", "message": '"auto" tool choice requires --enable-auto-tool-choice'},
        ServerQuirk.REFUSES_TOOLS,
    ),
    "llama.cpp: tools": ("tools", 500, "tools param requires --jinja flag", ServerQuirk.REFUSES_TOOLS),
    "openrouter: tools": ("tools", 404, "No endpoints found that support tool use", ServerQuirk.REFUSES_TOOLS),
    "llama.cpp: parser": ("tools", 500, "Failed to parse input at pos 12: <tool_call>", ServerQuirk.LOSES_CALLS),
    "groq: parser": (
        "tools",
        400,
        {"error": {"message": "Failed to call a function", "code": "tool_use_failed", "failed_generation": "<fun"}},
        ServerQuirk.LOSES_CALLS,
    ),
    "mistral: roles": ("tools", 400, "Unexpected role 'user' after role 'tool'", ServerQuirk.REFUSES_TOOLS),
}


def refusing(key: str, status: int, said: Any) -> Callable[[Body], Refusal | None]:
    return lambda body: Refusal(status=status, said=said) if key in body else None


@pytest.mark.parametrize(("key", "status", "said", "quirk"), REFUSED.values(), ids=REFUSED.keys())
async def test_what_is_refused_is_left_out_from_then_on(
    fake: FakeOpenAI, made: Made, quirks: ServerQuirks, key: str, status: int, said: Any, quirk: ServerQuirk
) -> None:
    model = await made()
    fake.rules.append(refusing(key, status, said))

    _, first = await played(model)
    await played(model)
    await played(await made())

    by_the_switch = {ServerQuirk.REFUSES_TOOLS, ServerQuirk.LOSES_CALLS}
    assert first == "Well played."
    assert [key in body for body in fake.asked[:3]] == [True, False, False]
    assert quirks.find(f"{fake.url} fake-vl") == {quirk} - by_the_switch
    assert (key in fake.asked[3]) == (quirk in by_the_switch)


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (400, "Unsupported parameter: 'stop' is not supported with this model."),
        (400, "Argument not supported on this model: stop"),
        (422, {"detail": [{"type": "extra_forbidden", "loc": ["body", "stop"], "msg": "Extra inputs"}]}),
    ],
)
async def test_a_server_that_takes_no_stop_is_asked_for_lines_without_from_then_on(
    fake: FakeOpenAI, made: Made, quirks: ServerQuirks, status: int, said: Any
) -> None:
    fake.rules.append(refusing("stop", status, said))

    _, first = await played(await made(mode="talk"), REACTION)
    await played(await made(mode="talk"), REACTION)

    assert first == "Well played."
    assert ["stop" in body for body in fake.asked] == [True, False, False]
    assert quirks.find(f"{fake.url} fake-vl") == {ServerQuirk.REFUSES_STOP}


async def test_the_newer_limit_takes_the_older_ones_place(fake: FakeOpenAI, model: OpenAI) -> None:
    fake.rules.append(refusing("max_tokens", 400, "Use 'max_completion_tokens' instead."))

    await played(model)

    assert fake.asked[1]["max_completion_tokens"] == 220


async def test_a_server_may_refuse_everything_there_is_to_refuse(fake: FakeOpenAI, model: OpenAI) -> None:
    for key, status, said, _ in REFUSED.values():
        fake.rules.append(refusing(key, status, said))

    _, heard = await played(model)

    assert heard == "Well played."
    assert set(fake.asked[-1]) == {"model", "stream", "messages", "max_completion_tokens"}


async def test_a_refusal_that_nothing_helps_against_ends_the_step(fake: FakeOpenAI, model: OpenAI) -> None:
    fake.rules.append(lambda _: Refusal(status=400, said="tools are forbidden, and all else"))

    with pytest.raises(ServiceError, match="answered 400: tools are forbidden"):
        await played(model)

    assert len(fake.asked) == 2


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (500, "image input is not supported - hint: you may need to provide the mmproj"),
        (400, "fake-vl is not a multimodal model"),
        (404, "No endpoints found that support image input"),
        (400, "Invalid content type. image_url is only supported by certain models."),
        (400, "At most 0 image(s) may be provided in one request."),
        (400, "messages[1].content: unknown variant `image_url`, expected `text`"),
        (500, "this model is missing data required for image input"),
        (422, {"detail": [{"loc": ["body", "messages", 1, "content"], "msg": "Input should be a valid string"}]}),
    ],
)
async def test_a_server_without_eyes_is_found_out_as_it_is_warmed_up(
    fake: FakeOpenAI, made: Made, quirks: ServerQuirks, status: int, said: Any
) -> None:
    fake.rules.append(lambda body: Refusal(status=status, said=said) if _has_picture(body) else None)
    model = await made()
    assert model.sees

    await model.warm_up()
    await played(model)

    assert not model.sees
    assert "gets descriptions instead of pictures" in model.reason
    assert fake.asked[-1]["messages"][1]["content"] == "What now?"
    assert (await made()).sees


async def test_a_server_that_goes_blind_is_not_asked_of_a_picture_that_it_does_not_get(
    fake: FakeOpenAI, made: Made
) -> None:
    model = await made()
    await model.warm_up()
    fake.rules.append(lambda body: Refusal(status=400, said="no images, please") if _has_picture(body) else None)

    with pytest.raises(ServiceError, match="does not see after all; from now on it gets descriptions"):
        await played(model)

    assert [_has_picture(body) for body in fake.asked] == [True, True]
    assert not model.sees
    assert (await made()).sees


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (500, "image processing worker crashed: CUDA out of memory"),
        (500, "failed to process the image"),
        (400, "Invalid image data: only whole files can be decoded"),
        (400, "prompt is too long: 9000 tokens, 1024 of them image tokens; only 8192 are supported"),
        (400, "maximum context length is 8192 tokens, but you use 220 for max_completion_tokens; use less"),
        (500, "GPU temperature too high: throttled"),
        (500, "sparse_attention failed: kernel not found"),
        (503, "could not parse upstream response"),
    ],
)
async def test_trouble_that_passes_teaches_nothing(
    fake: FakeOpenAI, model: OpenAI, quirks: ServerQuirks, status: int, said: str
) -> None:
    fake.rules.append(lambda _: Refusal(status=status, said=said, headers={"Retry-After": "0"}))

    with pytest.raises(ServiceError, match=f"answered {status}"):
        await played(model)

    assert model.sees
    assert all(body == fake.asked[0] for body in fake.asked)
    assert not quirks.find(f"{fake.url} fake-vl")


async def test_what_did_not_help_is_not_remembered(fake: FakeOpenAI, model: OpenAI, quirks: ServerQuirks) -> None:
    fake.rules.append(lambda _: Refusal(status=400, said="temperature: unsupported value"))

    with pytest.raises(ServiceError):
        await played(model)

    assert ["temperature" in body for body in fake.asked] == [True, False]
    assert not quirks.find(f"{fake.url} fake-vl")


async def test_a_schema_gives_way_to_json_and_that_to_free_text(fake: FakeOpenAI, made: Made) -> None:
    model = await made(mode="constrained")
    fake.rules.append(refusing("response_format", 400, "response_format: type not supported"))

    await played(model)

    forms = [body.get("response_format", {}).get("type") for body in fake.asked]
    assert forms == ["json_schema", "json_object", None]
    assert "printed tool calls: its server refuses it, so model.mode = constrained cannot work" in model.reason


@pytest.mark.parametrize("status", [400, 404, 409, 422])
async def test_any_refusal_that_vanishes_without_the_form_is_one_of_it_and_remembered_for_the_model(
    fake: FakeOpenAI, made: Made, quirks: ServerQuirks, status: int
) -> None:
    fake.rules.append(refusing("response_format", status, "E1234: bad request"))
    model = await made(mode="constrained")

    _, heard = await played(model)
    await played(model)
    await played(await made(mode="constrained"))

    forms = [body.get("response_format", {}).get("type") for body in fake.asked]
    assert (heard, forms) == ("Well played.", ["json_schema", "json_object", None, None, None])
    assert "so model.mode = constrained cannot work" in model.reason
    assert ServerQuirk.REFUSES_FORMAT in quirks.find(f"{fake.url} fake-vl")


async def test_only_a_schema_is_given_up_where_json_is_taken(fake: FakeOpenAI, made: Made) -> None:
    fake.rules.append(lambda body: Refusal(status=422, said="no") if "json_schema" in str(body) else None)
    model = await made(mode="constrained")

    await played(model)
    await played(model)

    forms = [body["response_format"]["type"] for body in fake.asked]
    assert forms == ["json_schema", "json_object", "json_object"]


@pytest.mark.parametrize("status", [400, 401, 429])
async def test_a_refusal_that_stays_without_the_form_is_told_as_it_was_and_nothing_is_learnt(
    fake: FakeOpenAI, made: Made, quirks: ServerQuirks, status: int
) -> None:
    fake.rules.append(lambda body: Refusal(status=status, said="first" if "response_format" in body else "then"))
    model = await made(mode="constrained", total_s=1.0)

    with pytest.raises(ServiceError, match="first" if status != 401 else "wants a key"):
        await played(model)
    with pytest.raises(ServiceError):
        await played(model)

    forms = [body.get("response_format", {}).get("type") for body in fake.asked]
    assert forms[: len(forms) // 2] == forms[len(forms) // 2 :]
    assert forms.count(None) == (2 if status == 400 else 0)
    assert not quirks.find(f"{fake.url} fake-vl")


async def test_a_probe_of_json_goes_on_in_json_where_only_a_schema_is_refused(fake: FakeOpenAI, made: Made) -> None:
    model = await made(mode="talk")
    fake.rules.append(lambda body: Refusal(status=400, said="no json_schema") if "json_schema" in str(body) else None)
    fake.reply('{"say": "Oh.", "do": "skull"}')

    step, _ = await played(model, replace(REACTION, way="constrained"))

    assert [body["response_format"]["type"] for body in fake.asked] == ["json_schema", "json_object"]
    assert isinstance(step, ToolCalls)
    assert step.calls[0].arguments == {"name": "skull"}


@pytest.mark.parametrize(
    ("way", "key", "said"),
    [
        ("native", "tools", "tools param requires --jinja flag"),
        ("constrained", "response_format", "response_format: type not supported"),
    ],
)
async def test_a_probe_of_what_is_refused_shows_no_gesture(
    fake: FakeOpenAI, made: Made, way: Way, key: str, said: str
) -> None:
    model = await made(mode="soft")
    fake.rules.append(refusing(key, 400, said))
    fake.reply('Oh.\nCALL act {"do": "skull"}')

    step, _ = await played(model, replace(REACTION, way=way))

    assert isinstance(step, FinalAnswer)
    assert step.text == "Oh."
    assert key not in fake.asked[-1]


async def test_a_probe_of_native_calls_that_are_lost_shows_no_gesture(fake: FakeOpenAI, made: Made) -> None:
    model = await made(mode="auto")
    fake.trouble(Trouble.PARSE_IN_BAND)
    fake.reply('Oh.\nCALL act {"do": "skull"}')

    step, _ = await played(model, replace(REACTION, way="native"))

    assert isinstance(step, FinalAnswer)
    assert step.text == "Oh."
    assert ["tools" in body for body in fake.asked] == [True, False]


async def test_a_template_without_a_system_message_hears_it_from_the_user(fake: FakeOpenAI, model: OpenAI) -> None:
    fake.rules.append(lambda body: Refusal(status=500, said="System role not supported") if _has_system(body) else None)

    _, heard = await played(model)

    assert heard == "Well played."
    assert fake.asked[1]["messages"][0]["content"][0]["text"] == "Be brief.\n\nWhat now?"


@pytest.mark.parametrize(("mode", "asks"), [("native", True), ("auto", False)])
async def test_a_mode_that_was_asked_for_is_tried_anew(
    fake: FakeOpenAI, made: Made, quirks: ServerQuirks, mode: str, asks: bool
) -> None:
    await quirks.learn(f"{fake.url} fake-vl", ServerQuirk.REFUSES_TOOLS)

    await played(await made(mode=mode))

    assert ("tools" in fake.asked[0]) == asks


@pytest.mark.parametrize(
    ("entry", "sees", "tools"),
    [
        ({"id": "fake-vl", "capabilities": {"vision": False, "function_calling": False}}, False, False),
        ({"id": "fake-vl", "architecture": {"input_modalities": ["text"]}}, False, True),
        ({"id": "fake-vl", "supported_parameters": ["temperature"]}, True, False),
        ({"id": "fake-vl"}, True, True),
    ],
)
async def test_what_the_list_tells_of_a_model_is_believed(
    fake: FakeOpenAI, made: Made, entry: Body, sees: bool, tools: bool
) -> None:
    fake.models = [entry]
    model = await made()

    await played(model)

    assert model.sees == sees
    assert ("tools" in fake.asked[0]) == tools


async def test_a_server_without_a_list_is_asked_all_the_same(fake: FakeOpenAI, made: Made) -> None:
    fake.models = None

    _, heard = await played(await made())

    assert heard == "Well played."


def _has_picture(body: Body) -> bool:
    return any(isinstance(each["content"], list) for each in body["messages"])


def _has_system(body: Body) -> bool:
    return any(each["role"] == "system" for each in body["messages"])
