"""The whole bench with a small Ollama that is none: kept once, and then performed again without it."""

import io
import itertools
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from rich.console import Console

from bench.brain import run, take_models
from bench.brain.goals import BrainProfile
from bench.brain.plan import BrainPlan
from bench.brain.run import BrainOutcome, format_json, print_report
from bench.brain.tape import Tape
from bench.model_spec import complete_spec
from bench.show.rig import apply_plan
from performer.config.config import Config
from performer.core.errors import ConfigError, ServiceError
from performer.vision.ocr.tesseract import OcrSettings
from tests.fakes.ollama import FakeOllama
from tests.fakes.ollama_wire import FakeModel, Reply

pytestmark = pytest.mark.anyio

TINY = FakeModel(name="tiny:1b", capabilities=("completion",))
SHORT = BrainPlan(minutes=0.35, bare_minutes=0.25, questions=1)
LINES = ("That bat has seen better caves.", "Two hearts and no plan.", "Look, a chest.", "Hello yourself, viewer.")


@asynccontextmanager
async def tiny_ollama() -> AsyncGenerator[tuple[FakeOllama, Config]]:
    turns = itertools.count()
    async with FakeOllama(TINY, default=lambda _: Reply(text=LINES[next(turns) % len(LINES)])) as ollama:
        yield ollama, planned(f"tiny:1b@{ollama.url}")


def planned(model: str, plan: BrainPlan = SHORT) -> Config:
    """Plan with nothing read off the screen: that takes a program, and its seconds."""
    unread = Config().model_copy(update={"ocr": OcrSettings(enabled=False)})
    return apply_plan(unread, plan.talkativeness, complete_spec(model))


async def kept() -> tuple[Tape, BrainOutcome]:
    tape = Tape()
    async with tiny_ollama() as (_, config):
        return tape, await run.run(SHORT, config, take_models.make_recording_models(config, SHORT, tape))


async def replayed(tape: Tape, config: Config | None = None) -> BrainOutcome:
    plan = take_models.read_plan(tape, BrainPlan())
    return await run.run(plan, config or planned(""), take_models.make_replayed_models(plan, tape))


def drop_load_times(outcome: BrainOutcome) -> list[BrainProfile]:
    """Return the profiles without the sentence about the model, which says how long it really took to load."""
    return [replace(profile, why="") for profile in outcome.profiles]


@pytest.mark.slow
async def test_what_was_kept_performs_again_without_the_model_just_as_it_did() -> None:
    tape, live = await kept()

    again = await replayed(tape)
    assert [profile.name for profile in again.profiles] == ["performer", "bare prompt"]
    assert drop_load_times(again) == drop_load_times(live)
    assert format_json(again) == format_json(await replayed(tape))
    assert again.takes[0].missing == {}
    performer, bare = again.profiles
    assert performer.answers.spoken >= 1
    assert bare.answers.spoken >= 1
    assert (performer.asking.cold is None, bare.asking.cold) == (False, None)
    assert (performer.talk.questions, performer.talk.answered) == (1, 1.0)
    assert performer.asking.modes == {"talk": performer.asking.modes["talk"]}
    assert "tiny:1b" in performer.model


@pytest.mark.slow
async def test_a_prompt_that_has_changed_is_counted_and_told_and_answered_with_silence() -> None:
    tape, _ = await kept()
    tape.answers = {f"{key} of before": answers for key, answers in tape.answers.items()}

    outcome = await replayed(tape)
    into = io.StringIO()
    print_report(outcome, Console(file=into))
    asked = outcome.takes[0].asked["requests"]
    assert outcome.takes[0].missing == {"requests": asked}
    assert outcome.profiles[0].answers.spoken == 0
    assert f"{asked} of {asked} requests are not in the recording: prompts have changed" in into.getvalue()


async def test_a_model_of_our_own_performs_in_virtual_time() -> None:
    plan = BrainPlan(minutes=0.3, bare_minutes=0, questions=0)
    config = planned("understudy", plan)
    outcome = await run.run(plan, config, take_models.make_live_models(config, plan))

    assert [profile.name for profile in outcome.profiles] == ["performer"]
    assert outcome.sample[0].text
    assert (outcome.profiles[0].answers.spoken > 0, outcome.profiles[0].answers.understudy) == (True, 0)
    assert outcome.profiles[0].wording.echoes == 0


@pytest.mark.slow
async def test_a_real_model_performs_in_real_time_beside_a_busy_process() -> None:
    plan = BrainPlan(minutes=0.1, bare_minutes=0.1, questions=1, busy=1)
    async with tiny_ollama() as (ollama, _):
        config = planned(f"tiny:1b@{ollama.url}", plan)
        outcome = await run.run(plan, config, take_models.make_live_models(config, plan))

    assert outcome.profiles[0].talk.answered == 1.0
    assert outcome.profiles[1].answers.taken >= 1
    assert outcome.profiles[0].load_s > 0


async def test_a_model_that_is_not_there_is_told() -> None:
    config = planned("ollama:none@http://127.0.0.1:9")

    with pytest.raises(ServiceError, match=r"127\.0\.0\.1:9"):
        await run.run(SHORT, config, take_models.make_live_models(config, SHORT))


def test_only_a_real_model_is_kept() -> None:
    with pytest.raises(ConfigError, match="--record keeps what a real model answers"):
        take_models.make_recording_models(planned("understudy"), SHORT, Tape())
