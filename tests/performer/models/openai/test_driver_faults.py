"""One step against a server of OpenAI's kind that misbehaves: it ends in time, and what was said stands."""

import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

import anyio
import pytest

from performer.core.clock import SystemClock, VirtualClock
from performer.core.errors import ServiceError
from performer.models.driver.server_quirks import ServerQuirks
from performer.models.http.deadlines import AnswerDeadlines
from performer.models.model import FinalAnswer
from performer.models.openai.driver import OpenAI
from performer.models.openai.server import OpenAIError, choose, make_openai_server
from performer.models.openai.stream import AFTERMATH_S, OpenAIStream
from performer.models.settings import ModelSettings, OpenAISpec
from tests.fakes.openai import FakeOpenAI
from tests.fakes.openai_wire import Trouble
from tests.performer.models.openai.conftest import ASKED, Made, played

pytestmark = pytest.mark.anyio

SENTENCES = {
    Trouble.IN_BAND: "failed in mid-answer: CUDA out of memory",
    Trouble.ERROR_EVENT: "failed in mid-answer: the engine died",
    Trouble.ERROR_FIELD: "failed in mid-answer: slot unavailable",
    Trouble.NO_DONE: "ended its answer before it was done",
    Trouble.FIN: "broke off in mid-answer",
    Trouble.HANG_HEADERS: "did not begin to answer within 0.4 s",
    Trouble.PINGS: "did not begin to answer within 0.4 s",
    Trouble.HANG_MID: "fell silent for 0.4 s in mid-answer",
    Trouble.LONG_LINE: "a line of more than 256 KB",
    Trouble.GARBAGE: "3 events that are no JSON",
    Trouble.ENDLESS_REFUSAL: "answered 400: no, no, no,",
    Trouble.HTML: "answers with a web page, as no model server does",
    Trouble.REDIRECT: "sends us on to http://127.0.0.1:1/login",
}
IN_SILENCE = {Trouble.HANG_HEADERS, Trouble.PINGS, Trouble.ENDLESS_REFUSAL, Trouble.HTML, Trouble.REDIRECT}
LIMITS: dict[Trouble, dict[str, Any]] = {
    Trouble.HANG_HEADERS: {"first_token_s": 0.4},
    Trouble.PINGS: {"first_token_s": 0.4},
    Trouble.HANG_MID: {"between_tokens_s": 0.4},
}
"""The limits that end what hangs, each as short as a loaded machine allows."""

REFUSALS: dict[str, tuple[int, Any, str, bool]] = {
    "context": (400, "This model's maximum context length is 8192 tokens", "answered 400: This model's maximum", True),
    "not allowed": (403, "Your input was flagged", "wants a key (403); put it into an environment variable", False),
    "no credit": (402, "Insufficient credits", "answered 402: Insufficient credits", False),
    "no quota": (429, {"error": {"message": "no", "code": "insufficient_quota"}}, "insufficient_quota", False),
    "path": (404, {"detail": "Not Found"}, "as no model server does (404: Not Found); see what", False),
    "fastapi": (422, {"detail": [{"loc": ["body", "n"], "msg": "too many"}]}, "answered 422: too many; body; n", True),
    "vllm": (500, {"object": "error", "message": "engine dead", "code": 500}, "answered 500: engine dead", True),
    "openrouter": (502, {"error": {"message": "no", "metadata": {"raw": "upstream"}}}, "502: no; upstream", True),
}


@pytest.mark.parametrize("trouble", SENTENCES, ids=lambda each: each.name)
async def test_every_trouble_ends_the_step_with_a_sentence(fake: FakeOpenAI, made: Made, trouble: Trouble) -> None:
    model = await made(**LIMITS.get(trouble, {}))
    before = "" if trouble in IN_SILENCE else "Well played. And"
    fake.trouble(trouble, after=before)
    heard: list[str] = []

    with pytest.raises(ServiceError) as caught:
        await model.step(ASKED, heard.append)

    assert SENTENCES[trouble] in str(caught.value)
    assert "".join(heard).startswith(before)


@pytest.mark.parametrize(("status", "said", "sentence", "retry"), REFUSALS.values(), ids=REFUSALS.keys())
async def test_a_refusal_is_told_in_the_servers_words(
    fake: FakeOpenAI, model: OpenAI, status: int, said: Any, sentence: str, retry: bool
) -> None:
    for _ in range(3):
        fake.refuse(status, said, Retry_After="0")

    with pytest.raises(ServiceError) as caught:
        await played(model)

    assert sentence in str(caught.value)
    assert caught.value.retry == retry


@pytest.mark.parametrize("status", [429, 500, 502, 503, 529])
async def test_a_busy_server_is_asked_again_when_it_wants_to_be(fake: FakeOpenAI, model: OpenAI, status: int) -> None:
    for _ in range(2):
        fake.refuse(status, "try again", Retry_After="0")
    fake.reply("Fine again.")

    _, heard = await played(model)

    assert heard == "Fine again."
    assert len(fake.asked) == 3


async def test_a_server_that_is_busy_for_longer_than_the_step_may_take_is_not_waited_for(
    fake: FakeOpenAI, model: OpenAI
) -> None:
    fake.refuse(429, "slow down", Retry_After="60")

    with pytest.raises(ServiceError, match="answered 429: slow down"):
        await played(model)

    assert len(fake.asked) == 1


async def test_a_server_that_loads_its_model_is_waited_for(fake: FakeOpenAI, model: OpenAI) -> None:
    for _ in range(4):
        fake.refuse(503, "Loading model", Retry_After="0")

    await model.warm_up()

    assert len(fake.asked) == 5


async def test_a_server_that_was_asked_too_much_loads_nothing_and_is_not_waited_for(
    fake: FakeOpenAI, model: OpenAI
) -> None:
    fake.refuse(429, "slow down", Retry_After="0")

    with pytest.raises(ServiceError, match="answered 429: slow down"):
        await model.warm_up()

    assert len(fake.asked) == 1


async def test_nothing_is_asked_again_once_a_word_was_said(fake: FakeOpenAI, model: OpenAI) -> None:
    fake.trouble(Trouble.PARSE_IN_BAND, after="I will wave")
    heard: list[str] = []

    with pytest.raises(ServiceError, match="Failed to parse input"):
        await model.step(ASKED, heard.append)

    assert "".join(heard) == "I will wave"
    assert len(fake.asked) == 1


async def test_a_question_that_is_asked_otherwise_after_a_late_failure_has_all_its_time(
    fake: FakeOpenAI, made: Made, clock: SystemClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    since_s = clock.now
    monkeypatch.setattr(clock, "now", lambda: since_s() + 15 * len(fake.asked))
    fake.trouble(Trouble.PARSE_IN_BAND)

    _, heard = await played(await made(first_token_s=20, between_tokens_s=20, total_s=25))

    assert heard == "Well played."
    assert len(fake.asked) == 2


async def test_the_end_of_an_answer_is_not_waited_for_long_once_the_model_is_done(virtual_clock: VirtualClock) -> None:
    async def pieces() -> AsyncGenerator[bytes]:
        yield b'data: {"choices": [{"delta": {"content": "Hi."}, "finish_reason": "stop"}]}\n\n'
        await anyio.sleep_forever()

    patience = AnswerDeadlines(virtual_clock, "it", 20.0, 12.0, 30.0)
    ended_s: list[float] = []

    async def read(stream: OpenAIStream) -> None:
        while await stream.next():
            ended_s.append(virtual_clock.now())

    async with aclosing(pieces()) as arriving, anyio.create_task_group() as tasks:
        tasks.start_soon(read, OpenAIStream(arriving, patience, "it", str))
        await virtual_clock.advance(12.0)

    assert ended_s == [0.0, AFTERMATH_S]


async def test_calls_that_are_lost_behind_words_are_printed_for_the_rest_of_the_run(
    fake: FakeOpenAI, made: Made
) -> None:
    fake.trouble(Trouble.PARSE_IN_BAND, after="I will wave")
    with pytest.raises(ServiceError):
        await played(await made())

    await played(await made())

    assert ["tools" in body for body in fake.asked] == [True, False]


async def test_two_bad_events_are_skipped(fake: FakeOpenAI, model: OpenAI) -> None:
    fake.trouble(Trouble.SOME_GARBAGE, after="All")

    step, heard = await played(model)

    assert isinstance(step, FinalAnswer)
    assert heard == "All fine."


async def test_an_answer_of_a_server_that_keeps_to_no_limit_is_cut(fake: FakeOpenAI, made: Made) -> None:
    model = await made(num_predict=100)
    fake.trouble(Trouble.ENDLESS, after="Careful.")

    step, heard = await played(model)

    assert step.cut
    assert heard.startswith("Careful.")
    await fake.wait_for(lambda it: it.disconnects == 1)


async def test_an_empty_answer_that_cost_tokens_is_asked_for_once_more(fake: FakeOpenAI, model: OpenAI) -> None:
    fake.reply("", tokens=40)
    fake.reply("CALL hush {}")

    await played(model)
    await played(model)

    assert ["tools" in body for body in fake.asked] == [True, False, False]


async def test_a_model_that_is_not_there_names_its_neighbours(fake: FakeOpenAI, made: Made) -> None:
    fake.models = [{"id": "qwen3-vl-4b"}, {"id": "llama-3"}]
    model = await made(name="qwen3-vl")
    fake.refuse(404, "The model `qwen3-vl` does not exist")

    with pytest.raises(ServiceError, match=r"has no model 'qwen3-vl'\. Did you mean 'qwen3-vl-4b'\?") as caught:
        await model.warm_up()

    assert not caught.value.retry
    assert "it is not in the server's list (" in model.reason


async def test_no_server_names_the_remedy(clock: SystemClock) -> None:
    async with FakeOpenAI() as gone:
        spec = OpenAISpec(name="fake-vl", url=gone.url)
    async with make_openai_server(spec, ModelSettings(), clock) as server:
        with pytest.raises(ServiceError, match=f"no model server at {gone.url}; start it"):
            OpenAI(server, await choose(server, spec.name, ModelSettings()), ModelSettings(), clock, ServerQuirks())


async def test_a_key_goes_with_every_request_and_nowhere_else(
    fake: FakeOpenAI, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", "sk-secret-1234567890")
    fake.key = "sk-secret-1234567890"

    model = await made(key_variable="MY_KEY")
    await played(model)

    assert fake.headers[0]["Authorization"] == "Bearer sk-secret-1234567890"
    assert "sk-secret" not in repr(vars(model)) + repr(vars(model._server))


@pytest.mark.parametrize(
    ("variable", "sentence"),
    [("MY_KEY", "does not accept the key in MY_KEY"), ("", "wants a key"), ("NONE", "names NONE, and the environment")],
)
async def test_a_wrong_key_is_said_without_the_key(
    fake: FakeOpenAI,
    made: Made,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    variable: str,
    sentence: str,
) -> None:
    monkeypatch.setenv("MY_KEY", "sk-wrong-1234567890")
    fake.key = "sk-right"
    caplog.set_level(logging.DEBUG)

    with pytest.raises(ServiceError, match=sentence) as caught:
        await made(key_variable=variable)

    assert not caught.value.retry
    assert "sk-wrong" not in str(caught.value) + caplog.text
    assert "sk-wrong" not in str(vars(caught.value))


async def test_a_key_that_a_server_repeats_is_masked_even_where_it_is_cut(
    fake: FakeOpenAI, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", "sk-secret-1234567890")
    model = await made(key_variable="MY_KEY")
    fake.refuse(400, {"message": "for sk-secret-1234567890 " + "x" * 4000 + "sk-secret-1234567890" * 99})

    with pytest.raises(OpenAIError) as caught:
        await played(model)

    assert "for *** xxx" in caught.value.said
    assert "sk-se" not in caught.value.said


async def test_a_redirect_is_told_without_what_it_repeats(
    fake: FakeOpenAI, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", "sk-secret-1234567890")
    model = await made(key_variable="MY_KEY")
    fake.refuse(302, "", Location="http://me:hunter2@pc/sk-secret-1234567890/login?token=hunter2#hunter2")

    with pytest.raises(ServiceError, match=r"sends us on to http://\*\*\*@pc/\*\*\*/login; set the url"):
        await played(model)


async def test_names_of_models_are_told_without_the_key_and_not_at_length(
    fake: FakeOpenAI, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", "sk-secret-1234567890")
    fake.models = [{"id": "for sk-secret-1234567890"}, {"id": "x" * 9000}]

    reason = (await made(name="y", key_variable="MY_KEY")).reason

    assert "for ***" in reason
    assert "sk-secret" not in reason
    assert len(reason) < 400


async def test_the_path_of_a_version_is_missed_only_where_it_is_missing(clock: SystemClock) -> None:
    async with FakeOpenAI() as server:
        spec = OpenAISpec(name="fake-vl", url=f"http://127.0.0.1:{server.port}/api")
        async with make_openai_server(spec, ModelSettings(), clock) as client:
            model = OpenAI(
                client, await choose(client, spec.name, ModelSettings()), ModelSettings(), clock, ServerQuirks()
            )
            with pytest.raises(
                ServiceError,
                match=r"as no model server does \(404.*; write /v1 behind it \(for an Ollama, in place of /api\)",
            ):
                await model.warm_up()
