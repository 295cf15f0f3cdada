"""One step against an Ollama that misbehaves: it ends in time, with a sentence, and what was said stands."""

from collections.abc import Callable

import anyio
import pytest

from performer.core.clock import SystemClock
from performer.core.command_line import COMMAND
from performer.core.errors import ServiceError
from performer.models.driver.answer import is_silent
from performer.models.http.lines import shorten_error
from performer.models.model import FinalAnswer
from performer.models.ollama.choice import OllamaChoice
from performer.models.ollama.driver import Ollama
from performer.models.ollama.server import OllamaServer
from performer.models.settings import ModelSettings
from tests.fakes.ollama import FakeOllama
from tests.fakes.ollama_refusals import REFUSALS
from tests.fakes.ollama_wire import Trouble
from tests.performer.models.ollama.asked import ASKED

pytestmark = pytest.mark.anyio

SENTENCES = {
    Trouble.NO_CHAT: 'answered 400: "qwen3-vl:4b-instruct" does not support chat',
    Trouble.BAD_JSON: "answered 400: json: cannot unmarshal number",
    Trouble.SIGN_IN: "wants somebody to sign in for 'qwen3-vl:4b-instruct'; run \"ollama signin\"",
    Trouble.NO_CLOUD: "answered 403: ollama cloud is disabled",
    Trouble.FORBIDDEN: "refuses to be called by this address; set model.url to its IP address",
    Trouble.NOT_FOUND: f"has no model 'qwen3-vl:4b-instruct'; run \"{COMMAND} pull qwen3-vl:4b-instruct\"",
    Trouble.NOT_FOUND_LATE: f"has no model 'qwen3-vl:4b-instruct'; run \"{COMMAND} pull qwen3-vl:4b-instruct\"",
    Trouble.WRONG_METHOD: "answers 405 with text/plain, as Ollama never does",
    Trouble.CANCELED: "answered 499: request canceled",
    Trouble.BAD_OPTION: 'answered 500: option "num_ctx" must be of type integer',
    Trouble.BAD_TEMPLATE: "answered 500: template: :3:14: executing",
    Trouble.LOAD_FAILED: "answered 500: model requires more system memory (9.1 GiB)",
    Trouble.LOAD_ABORTED: "answered 500: timed out waiting for llama runner to start",
    Trouble.CLOUD_DOWN: "answered 502: upstream connect error",
    Trouble.CRASH: "answered 500: model runner has unexpectedly stopped",
    Trouble.BUSY: "answered 503: server busy",
    Trouble.IN_BAND: "failed in mid-answer: an error was encountered",
    Trouble.FIN: "broke off in mid-answer",
    Trouble.RST: "broke off in mid-answer",
    Trouble.NO_DONE: "ended its answer before it was done",
    Trouble.HANG_HEADERS: "did not begin to answer within 0.6 s",
    Trouble.HANG_FIRST: "did not begin to answer within 0.6 s",
    Trouble.HANG_MID: "fell silent for 0.5 s in mid-answer",
    Trouble.DRIP: "fell silent for 0.5 s in mid-answer",
    Trouble.LONG_LINE: "a line of more than 256 KB",
    Trouble.GARBAGE: "3 lines that are no JSON",
    Trouble.HTML: "answers with text/html, as Ollama never does",
    Trouble.HTML_ERROR: "answers 502 with text/html, as Ollama never does",
    Trouble.REDIRECT: "sends us on to http://127.0.0.1:1/login",
}
BEFORE_ANY_WORD = {*REFUSALS, Trouble.HANG_HEADERS, Trouble.HANG_FIRST}
FOR_A_PERSON = {Trouble.NOT_FOUND, Trouble.NOT_FOUND_LATE, Trouble.SIGN_IN, Trouble.FORBIDDEN}
"""What does not mend itself."""


SHORT = {
    Trouble.HANG_HEADERS: {"first_token_s": 0.6},
    Trouble.HANG_FIRST: {"first_token_s": 0.6},
    Trouble.HANG_MID: {"between_tokens_s": 0.5},
    Trouble.DRIP: {"between_tokens_s": 0.5},
}
"""The limits that end what hangs, each as short as a loaded machine allows."""

Driver = Callable[..., Ollama]


class QuickClock(SystemClock):
    """A clock on which waiting for a busy server takes no time worth mentioning."""

    async def sleep(self, seconds: float) -> None:
        await super().sleep(seconds / 500)


@pytest.fixture
def driver(ollama: FakeOllama, server: OllamaServer, settings: ModelSettings) -> Driver:
    clock = QuickClock(seed=1)
    choice = OllamaChoice(name=ollama.models[0].name, sees=True, calls_tools=True, thinks=False, reason="")
    return lambda **limits: Ollama(server, choice, settings.model_copy(update=limits), clock)


@pytest.fixture
def model(driver: Driver) -> Ollama:
    return driver()


@pytest.mark.parametrize("trouble", SENTENCES, ids=lambda each: each.name)
async def test_every_trouble_ends_the_step_with_a_sentence(
    ollama: FakeOllama, driver: Driver, trouble: Trouble
) -> None:
    model = driver(**SHORT.get(trouble, {}))
    before = "" if trouble in BEFORE_ANY_WORD else "Well played. And"
    for _ in range(2 if trouble is Trouble.BUSY else 1):
        ollama.trouble(trouble, after=before)
    heard: list[str] = []

    with pytest.raises(ServiceError) as caught:
        await model.step(ASKED, heard.append)

    assert SENTENCES[trouble] in str(caught.value)
    assert "".join(heard).startswith(before)
    assert caught.value.retry == (trouble not in FOR_A_PERSON)


async def test_the_next_step_is_answered_after_every_trouble(ollama: FakeOllama, model: Ollama) -> None:
    for trouble in (Trouble.FIN, Trouble.RST, Trouble.GARBAGE, Trouble.IN_BAND, Trouble.CRASH, Trouble.LONG_LINE):
        ollama.trouble(trouble, after="Oh")
        ollama.reply("Fine again.")
        with pytest.raises(ServiceError):
            await model.step(ASKED, lambda _: None)

        step = await model.step(ASKED, lambda _: None)

        assert isinstance(step, FinalAnswer)
        assert step.text == "Fine again."


async def test_a_busy_server_is_asked_once_more(ollama: FakeOllama, model: Ollama) -> None:
    ollama.trouble(Trouble.BUSY)
    ollama.reply("Here I am.")

    step = await model.step(ASKED, lambda _: None)

    assert isinstance(step, FinalAnswer)
    assert step.text == "Here I am."


def test_every_refusal_of_the_fake_has_its_sentence_or_is_mended() -> None:
    mended = {Trouble.NO_TOOLS, Trouble.NO_THINKING, Trouble.NO_LEVELS, Trouble.NO_FORMAT, Trouble.NO_GRAMMAR}
    mended |= {Trouble.BLIND, Trouble.BLIND_RUNNER, Trouble.PARSE_ERROR, Trouble.NO_PARSE}

    assert set(REFUSALS) == (set(SENTENCES) & set(REFUSALS)) | mended


async def test_two_bad_lines_are_skipped(ollama: FakeOllama, model: Ollama) -> None:
    ollama.trouble(Trouble.SOME_GARBAGE, after="All")

    step = await model.step(ASKED, lambda _: None)

    assert isinstance(step, FinalAnswer)
    assert step.text == "All fine."


@pytest.mark.parametrize("trouble", [Trouble.ENDLESS, Trouble.LONG_ANSWER])
async def test_an_answer_of_a_server_that_keeps_to_no_limit_is_cut_and_what_came_before_stands(
    ollama: FakeOllama, driver: Driver, trouble: Trouble
) -> None:
    model = driver(num_predict=100)
    ollama.trouble(trouble, after="Careful.")

    step = await model.step(ASKED, lambda _: None)

    assert isinstance(step, FinalAnswer)
    assert (step.cut, step.is_overlong) == (True, True)
    assert step.text.startswith("Careful.")
    assert len(step.text) < 10_000
    await ollama.wait_for(lambda it: it.disconnects == 1)


async def test_thinking_of_a_server_that_keeps_to_no_limit_is_cut(ollama: FakeOllama, driver: Driver) -> None:
    model = driver(num_predict=100)
    ollama.reply("Late.", thinking=" ".join(f"thought {number}" for number in range(1_000)), token_s=0.0001)

    step = await model.step(ASKED, lambda _: None)

    assert (step.cut, is_silent(step)) == (True, True)
    await ollama.wait_for(lambda it: it.disconnects == 1)


async def test_a_loop_is_cut_and_what_came_before_stands(ollama: FakeOllama, model: Ollama) -> None:
    ollama.trouble(Trouble.LOOP, after="Careful.")

    step = await model.step(ASKED, lambda _: None)

    assert isinstance(step, FinalAnswer)
    assert step.cut
    assert step.text.startswith("Careful. Go left, go right, go up.")
    assert step.text.count("Go left") == 2
    await ollama.wait_for(lambda it: it.disconnects == 1)


async def test_one_token_a_second_is_bounded_by_the_total_limit(ollama: FakeOllama, driver: Driver) -> None:
    model = driver(total_s=0.6)
    ollama.reply("word " * 100, token_s=0.1)

    with pytest.raises(ServiceError, match=r"was not done after 0\.6 s"):
        await model.step(ASKED, lambda _: None)


async def test_no_server_names_the_remedy(clock: SystemClock, settings: ModelSettings) -> None:
    async with FakeOllama() as gone:
        url = gone.url
    async with OllamaServer(url, clock) as server:
        with pytest.raises(ServiceError) as caught:
            await server.listed(1)

    assert str(caught.value) == f'no Ollama at {url}; install it, then "{COMMAND} pull"'


async def test_a_server_that_stops_in_mid_answer_breaks_the_step(ollama: FakeOllama, model: Ollama) -> None:
    ollama.reply("Once upon a time", hold=True)
    heard = anyio.Event()
    errors: list[ServiceError] = []

    async def step() -> None:
        try:
            await model.step(ASKED, lambda _: heard.set())
        except ServiceError as error:
            errors.append(error)

    async with anyio.create_task_group() as group:
        group.start_soon(step)
        await heard.wait()
        await ollama.stop()

    assert "broke off" in str(errors[0])


@pytest.mark.parametrize(
    ("said", "short"),
    [
        ('error parsing tool call: raw=\'{"name": "say plonk', "error parsing tool call: …"),
        ('invalid character in {"plonk": 1}', "invalid character in …"),
        ("cannot read 'a long text that the model wrote itself' here", "cannot read … here"),
        ("model 'qwen3:4b' not found", "model 'qwen3:4b' not found"),
        ("x" * 900, "x" * 200),
    ],
)
def test_a_servers_error_is_told_without_what_it_quotes_of_the_model(said: str, short: str) -> None:
    assert shorten_error(said) == short
