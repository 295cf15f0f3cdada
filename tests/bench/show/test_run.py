"""The whole bench in virtual time: the same plan gives the same bytes, and the performer reaches its goals."""

import io
import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from bench.show import baselines, rig, run
from bench.show.content import measure_repetition
from bench.show.microphone import MicTrack, write_track
from bench.show.rig import ShowPlan
from bench.show.run import format_json, measure_takes, print_report
from bench.show.take import Take
from bench.show.timing import measure_courtesy, measure_pace, measure_triggers
from performer.config.config import Config
from performer.core.prompt_files import load_prompt_lines
from tests.fakes.ollama import FakeOllama

pytestmark = pytest.mark.anyio

SHORT = ShowPlan(minutes=2)


def planned(plan: ShowPlan) -> Config:
    return rig.apply_plan(Config(), plan.talkativeness, plan.model)


async def performed(plan: ShowPlan, begin: rig.Begin, track: MicTrack | None = None) -> Take:
    return await rig.record_beside_game(plan, planned(plan), "test", begin, track or MicTrack())


@pytest.mark.slow
async def test_two_minutes_beside_a_streamer_are_polite_fresh_and_new() -> None:
    take = await performed(SHORT, rig.perform, write_track(SHORT.seed, SHORT.seconds))

    polite = measure_courtesy(take)
    assert len(take.lines) >= 3
    assert polite.starts_while_active == 0
    assert polite.talk_over is not None
    assert polite.talk_over <= 0.05
    assert polite.stop_p95_s is None or polite.stop_p95_s <= 0.3
    assert polite.false_stops == 0
    assert measure_pace(take).stale_spoken == 0
    assert measure_repetition(take).duplicates == 0


@pytest.mark.slow
async def test_two_minutes_beside_the_game_hit_most_moments_and_more_than_an_interval_does() -> None:
    performer = measure_triggers(await performed(SHORT, rig.perform))
    interval = measure_triggers(await performed(SHORT, baselines.make_metronome(5.0)))

    assert performer.f1 >= 0.65
    assert performer.f1 >= interval.f1 + 0.2


@pytest.mark.slow
async def test_the_same_plan_gives_the_same_bytes_and_another_seed_others() -> None:
    async def written(plan: ShowPlan) -> str:
        take = await performed(plan, rig.perform, write_track(plan.seed, plan.seconds))
        return format_json(measure_takes(plan, [take], [], []))

    plan = replace(SHORT, minutes=0.5)

    assert await written(plan) == await written(plan)
    assert await written(plan) != await written(replace(plan, seed=2))


async def test_all_takes_of_a_plan_are_given_and_their_minutes_add_up() -> None:
    plan = ShowPlan(minutes=0.2)
    told: list[str] = []
    outcome = await run.run(plan, planned(plan), told.append)

    names = [profile.name for profile in outcome.profiles]
    assert names == ["alone", "with streamer", "every 5 s", "every 15 s", "silent"]
    assert [still.name for still in outcome.stills] == ["black", "frozen", "menu"]
    assert len(told) == 7
    assert run.sum_minutes(ShowPlan(minutes=10)) == 70.0
    assert run.sum_minutes(ShowPlan(minutes=10, microphone=False)) == 60.0


async def test_a_scripted_model_performs_at_a_models_pace(tmp_path: Path) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text('{"text": "Never seen that before."}\n{"text": "Well done indeed."}', encoding="utf-8")
    take = await performed(ShowPlan(minutes=1, model=f"scripted:{script}"), baselines.make_metronome(15.0))

    assert take.lines[0].text == "Never seen that before."
    assert 0.7 < take.lines[0].span.begin_s < 2.5


@pytest.mark.slow
async def test_a_real_model_performs_in_real_time_and_is_loaded_before_the_take_begins() -> None:
    async with FakeOllama() as ollama:
        ollama.reply("A bat, again.")
        plan = ShowPlan(minutes=0.05, model=f"ollama:@{ollama.url}")
        take = await performed(plan, baselines.make_metronome(30.0))

        assert len(ollama.warm_ups) == 1
        assert len(ollama.asked) == 1

    assert [line.text for line in take.lines] == ["A bat, again."]
    assert take.lines[0].picture_s is not None


async def test_a_silent_performer_says_nothing_of_its_own_accord() -> None:
    take = await performed(replace(SHORT, minutes=1, talkativeness="silent"), rig.perform)

    assert take.lines == ()


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_ten_minutes_reach_every_goal(seed: int) -> None:
    await reach_every_goal(ShowPlan(seed=seed))


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_ten_minutes_of_a_scripted_model_reach_every_goal(tmp_path: Path) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text("\n".join(json.dumps({"text": line}) for line in many_lines(300)), encoding="utf-8")

    await reach_every_goal(ShowPlan(model=f"scripted:{script}"))


async def reach_every_goal(plan: ShowPlan) -> None:
    outcome = await run.run(plan, planned(plan))

    into = io.StringIO()
    print_report(outcome, Console(file=into))
    assert outcome.has_met_goals, into.getvalue()


def many_lines(count: int) -> list[str]:
    """Put lines of eight words together by chance: new ones, if not sensible ones."""
    chance = Random(1)
    every = [word.strip(".,:;?!").lower() for line in load_prompt_lines("understudy/calm") for word in line.split()]
    known = sorted({word for word in every if word.isalpha()})
    return [" ".join(chance.sample(known, 8)).capitalize() + "." for _ in range(count)]
