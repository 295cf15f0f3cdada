"""A model of a server is asked as in a show; what it answers is kept, and can be graded again without it."""

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from bench.tool_choice.playing.answers import Answers
from bench.tool_choice.playing.answers_file import AnswersFile, read_answers
from bench.tool_choice.playing.models import open_measured, open_replay
from bench.tool_choice.playing.play import Table
from bench.tool_choice.playing.run import Run, RunPlan
from bench.tool_choice.trial import AskedMode, GradedTrial
from performer.agent.turn.settings import TurnSettings
from performer.core.errors import ConfigError, ServiceError
from performer.models.settings import ModelSettings
from tests.bench.tool_choice.table import CONFIG, PERSONA, TABLE, make_case
from tests.fakes.ollama import PLAIN, SEEING, FakeOllama
from tests.fakes.ollama_wire import Body, Reply, Trouble
from tests.fakes.openai import FakeOpenAI
from tests.fakes.openai_wire import Refusal

pytestmark = pytest.mark.anyio

_CASE = make_case()
_FACTS = {"model": "owl:1b", "kind": "ollama", "sees": False, "calls_tools": True, "thinks": False}


def answer(body: Body) -> Reply:
    """Call the right tool in whatever way it is asked for."""
    if body.get("tools"):
        return Reply(calls=[("overlay_text", {"text": "GG"})])
    if body.get("format"):
        return Reply(text='{"say": "There.", "calls": [{"tool": "overlay_text", "arguments": {"text": "GG"}}]}')
    is_taught = "CALL" in body["messages"][0]["content"]
    return Reply(text='There.\nCALL overlay_text {"text": "GG"}' if is_taught else "There you are.")


@pytest.fixture
async def ollama() -> AsyncIterator[FakeOllama]:
    async with FakeOllama(SEEING, PLAIN, default=answer) as server:
        yield server


async def measure(
    spec: str, modes: Sequence[AskedMode] = (), *, answers: Answers | None = None, probes: bool = False
) -> list[GradedTrial]:
    async with open_measured(spec, CONFIG, PERSONA, modes, probes=probes) as measured:
        if answers:
            answers.about |= measured.facts
        return [*await Run(measured, TABLE, RunPlan(cases=(_CASE,)), answers=answers).play()]


async def test_each_mode_asks_in_its_own_way_and_all_but_talk_call(ollama: FakeOllama) -> None:
    graded = await measure(f"ollama:{SEEING.name}@{ollama.url}")

    labels = {each.trial.mode: each.verdict.label for each in graded}
    assert labels == {"native": "right", "soft": "right", "constrained": "right", "talk": "missing call"}


async def test_a_step_has_the_exact_question_the_raw_answer_and_what_was_read(ollama: FakeOllama) -> None:
    (graded,) = await measure(f"ollama:{SEEING.name}@{ollama.url}", ["soft"])

    step = graded.trial.steps[0]
    assert step.body["messages"] == ollama.asked[-1]["messages"]
    assert step.answer is not None
    assert step.answer.text == 'There.\nCALL overlay_text {"text": "GG"}'
    assert step.parsed == ('overlay_text {"text": "GG"}',)
    assert (step.prompt_tokens, step.first_s is not None) == (321, True)


async def test_a_mode_that_the_model_cannot_do_is_left_out_with_the_reason(ollama: FakeOllama) -> None:
    async with open_measured(f"ollama:{PLAIN.name}@{ollama.url}", CONFIG, PERSONA, (), probes=False) as measured:
        assert measured.modes == ("soft", "constrained", "talk")
        assert measured.left_out == {"native": "its server says that it calls no tools"}


async def test_a_model_that_can_be_asked_in_no_wanted_mode_is_refused(ollama: FakeOllama) -> None:
    with pytest.raises(ConfigError, match="cannot be asked natively"):
        await measure(f"ollama:{PLAIN.name}@{ollama.url}", ["native"])


async def test_the_probe_of_the_product_is_made_and_mode_auto_follows_it(ollama: FakeOllama) -> None:
    async with open_measured(f"ollama:{SEEING.name}@{ollama.url}", CONFIG, PERSONA, ["auto"]) as measured:
        assert measured.facts["probe"].startswith("it only talks")
        (graded,) = await Run(measured, TABLE, RunPlan(cases=(_CASE,))).play()

    assert len(ollama.probes) >= 3
    assert graded.verdict.label == "missing call"


async def test_kept_answers_are_graded_again_without_a_server(ollama: FakeOllama, tmp_path: Path) -> None:
    answers = Answers()
    before = await measure(f"ollama:{SEEING.name}@{ollama.url}", answers=answers, probes=True)
    file = AnswersFile(tmp_path / "answers.jsonl")
    file.open(answers.about)
    file.add(answers.kept.items())
    asked = len(ollama.asked)

    kept = read_answers(tmp_path / "answers.jsonl")
    again = await Run(open_replay(kept, CONFIG, ()), TABLE, RunPlan(cases=(_CASE,))).play()

    assert [each.verdict for each in again] == [each.verdict for each in before]
    assert [each.trial.steps for each in again] == [each.trial.steps for each in before]
    assert (len(ollama.asked), kept.counts["changed"], kept.counts["missing"]) == (asked, 0, 0)


async def test_answers_of_another_prompt_are_used_and_counted(ollama: FakeOllama) -> None:
    answers = Answers()
    await measure(f"ollama:{SEEING.name}@{ollama.url}", ["soft"], answers=answers)
    other = make_case(says='Please put "GG" there.')

    (graded,) = await Run(open_replay(answers, CONFIG, ()), TABLE, RunPlan(cases=(other,))).play()

    assert graded.verdict.label == "right"
    assert answers.counts["changed"] == 1


async def test_a_question_that_was_never_asked_is_an_error_and_no_fault_of_the_model(ollama: FakeOllama) -> None:
    answers = Answers()
    await measure(f"ollama:{SEEING.name}@{ollama.url}", ["soft"], answers=answers)
    new = make_case(id="custom-new")

    (graded,) = await Run(open_replay(answers, CONFIG, ()), TABLE, RunPlan(cases=(new,))).play()

    assert (graded.verdict.label, answers.counts["missing"]) == ("error", 1)
    assert "never asked" in graded.trial.error


async def test_answers_of_a_server_of_openais_kind_are_kept_and_graded_again() -> None:
    answers = Answers()
    async with FakeOpenAI() as server:
        server.reply("Hello.")  # to the greeting by which the model is loaded
        server.reply(calls=[("overlay_text", {"text": "GG"})])
        (before,) = await measure(f"openai:some@{server.url}", ["native"], answers=answers)

    (again,) = await Run(open_replay(answers, CONFIG, ()), TABLE, RunPlan(cases=(_CASE,))).play()

    assert (before.verdict.label, again.verdict.label) == ("right", "right")
    assert answers.counts["same"] == len(again.trial.steps)


BROKEN = (
    Trouble.LONG_LINE,
    Trouble.HUGE_LINE,
    Trouble.LONG_ANSWER,
    Trouble.ENDLESS,
    Trouble.GARBAGE,
    Trouble.UTF_16,
    Trouble.HTML,
    Trouble.RST,
)
HURRIED = Table(CONFIG.model_copy(update={"turn": TurnSettings(deadline_s=0.2)}), PERSONA)
"""A table at which an answer that never ends is not waited for."""


@pytest.mark.parametrize("trouble", BROKEN)
async def test_an_answer_that_is_none_costs_one_case_and_is_told(ollama: FakeOllama, trouble: Trouble) -> None:
    spec = f"ollama:{SEEING.name}@{ollama.url}"
    async with open_measured(spec, CONFIG, PERSONA, ["soft"], probes=False) as measured:
        ollama.trouble(trouble)
        broken, whole = await Run(measured, TABLE, RunPlan(cases=(_CASE, make_case(id="custom-next")))).play()

    assert whole.verdict.label == "right"
    assert broken.verdict.label != "right"
    assert broken.verdict.why


async def test_an_answer_beyond_all_limits_is_not_readable_and_marked_also_when_it_is_graded_again(
    ollama: FakeOllama,
) -> None:
    answers = Answers()
    ollama.trouble(Trouble.LONG_ANSWER)
    (before,) = await measure(f"ollama:{SEEING.name}@{ollama.url}", ["soft"], answers=answers)

    (again,) = await Run(open_replay(answers, CONFIG, ()), TABLE, RunPlan(cases=(_CASE,))).play()

    for each in (before, again):
        assert each.verdict.label == "not readable"
        assert "longer than may be read" in each.verdict.why
        assert each.trial.steps[0].answer
        assert each.trial.steps[0].answer.is_overlong


@pytest.mark.parametrize("trouble", [Trouble.HANG_HEADERS, Trouble.HANG_FIRST, Trouble.HANG_MID, Trouble.DRIP])
async def test_an_answer_that_never_comes_costs_one_case_and_is_told(ollama: FakeOllama, trouble: Trouble) -> None:
    spec = f"ollama:{SEEING.name}@{ollama.url}"
    async with open_measured(spec, CONFIG, PERSONA, ["soft"], probes=False) as measured:
        ollama.trouble(trouble)
        (late,) = await Run(measured, HURRIED, RunPlan(cases=(_CASE,))).play()
        (whole,) = await Run(measured, TABLE, RunPlan(cases=(make_case(id="custom-next"),))).play()

    assert (late.verdict.label, whole.verdict.label) == ("timeout", "right")
    assert late.verdict.why


async def test_an_answer_that_its_turns_deadline_cut_off_is_late_when_it_is_graded_again_too(
    ollama: FakeOllama,
) -> None:
    answers = Answers()
    ollama.trouble(Trouble.HANG_MID, after="There")
    async with open_measured(f"ollama:{SEEING.name}@{ollama.url}", CONFIG, PERSONA, ["soft"], probes=False) as model:
        answers.about |= model.facts
        (before,) = await Run(model, HURRIED, RunPlan(cases=(_CASE,)), answers=answers).play()

    (again,) = await Run(open_replay(answers, CONFIG, ()), TABLE, RunPlan(cases=(_CASE,))).play()

    assert (before.verdict.label, again.verdict.label) == ("timeout", "timeout")


@pytest.mark.parametrize(
    ("about", "wrong"),
    [
        ({"model": "owl:1b"}, "do not say the kind, sees, calls_tools, thinks of their model"),
        ({**_FACTS, "finding": {"way": "by letter"}}, "another version of the probe"),
        (_FACTS, "are none yet"),
    ],
)
def test_answers_that_do_not_say_of_whom_they_are_are_refused(about: dict[str, object], wrong: str) -> None:
    with pytest.raises(ConfigError, match=wrong):
        open_replay(Answers(about=about), CONFIG, ())


async def test_a_model_that_is_not_ready_in_time_is_no_model_to_measure(ollama: FakeOllama) -> None:
    ollama.hold_loads()

    with pytest.raises(ServiceError, match=r"was not loaded and probed within 0 seconds\. Set model\.warm_up_s"):
        async with open_measured(
            f"ollama:{SEEING.name}@{ollama.url}", CONFIG, PERSONA, ["soft"], probes=False, ready_within_s=0.2
        ):
            pass
    ollama.release_loads()


async def test_a_server_that_refuses_for_ever_is_told_by_what_it_said() -> None:
    async with FakeOpenAI() as server:
        server.rules.append(lambda _: Refusal(status=500, said="out of order"))
        with pytest.raises(ServiceError, match="answered 500: out of order"):
            async with open_measured(f"openai:some@{server.url}", CONFIG, PERSONA, ["soft"], ready_within_s=1.0):
                pass


async def test_that_a_first_answer_is_waited_for_is_told_before_it_comes(ollama: FakeOllama) -> None:
    told: list[tuple[str, int]] = []
    spec = f"ollama:{SEEING.name}@{ollama.url}"

    async with open_measured(
        spec, CONFIG, PERSONA, ["soft"], probes=False, say=lambda line: told.append((line, len(ollama.warm_ups)))
    ):
        pass

    assert told == [(f"Asking {SEEING.name} for a first answer, which may take up to 180 seconds …", 0)]


async def test_more_seconds_that_are_set_for_loading_are_waited(ollama: FakeOllama) -> None:
    told: list[str] = []
    config = CONFIG.model_copy(update={"model": ModelSettings(warm_up_s=400)})

    async with open_measured(
        f"ollama:{SEEING.name}@{ollama.url}", config, PERSONA, ["soft"], probes=False, say=told.append
    ):
        pass

    assert "may take up to 400 seconds" in told[0]


async def test_in_a_mode_that_was_named_a_model_is_measured_without_a_probe_that_its_server_failed(
    ollama: FakeOllama,
) -> None:
    told: list[str] = []
    ollama.to_probes = lambda _: Reply(trouble=Trouble.FIN)

    async with open_measured(f"ollama:{SEEING.name}@{ollama.url}", CONFIG, PERSONA, ["soft"], say=told.append) as model:
        (graded,) = await Run(model, TABLE, RunPlan(cases=(_CASE,))).play()

    assert told[1].startswith(f"{SEEING.name} is measured without a probe, which failed: ")
    assert graded.verdict.label == "right"
    assert "finding" not in model.facts


@pytest.mark.parametrize("modes", [[], ["soft", "auto"]])
async def test_without_a_named_mode_a_failed_probe_ends_it(ollama: FakeOllama, modes: list[AskedMode]) -> None:
    ollama.to_probes = lambda _: Reply(trouble=Trouble.FIN)

    with pytest.raises(ServiceError):
        async with open_measured(f"ollama:{SEEING.name}@{ollama.url}", CONFIG, PERSONA, modes):
            pass
