"""A journal as a take: the arcade's second is the show's."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bench.brain.journal import read_take
from bench.brain.measures import measure_answers
from performer.config.config import Config
from performer.core import events
from performer.core.errors import ConfigError
from performer.guard.guard import Guard
from performer.memory.journal.file import format_journal_line
from tests.bench.brain.takes import Timed, answered, happened, turn

SEEN = events.FrameSeen(source="arcade seed 3", width=640, height=360, digest="0", change=1.0, cost_ms=1.0)
UP = events.ServiceUp(service="brain", reason="ollama some:1b: as configured")


def journal(folder: Path, *facts: Timed) -> Path:
    guard, file = Guard(Config().guard), folder / "show.jsonl"
    lines = [format_journal_line(each, guard) for each in happened(facts)]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def test_a_show_is_measured_from_when_the_model_led_in_the_arcades_own_time(tmp_path: Path) -> None:
    by_understudy, own = turn(1, 3.0, "Nice."), turn(2, 20.0, "A chest!")
    up: Timed = (8.25, UP)
    file = journal(tmp_path, (1.5, SEEN), *by_understudy, up, *own, (60.0, SEEN))
    take = read_take(file)

    assert (take.take.begin_s, take.take.seconds, take.load_s) == (8.25, 51.75, 8.25)
    assert take.take.game is not None
    assert take.take.game.seed == 3
    assert [line.text for line in take.take.lines] == ["A chest!"]
    assert take.take.lines[0].span.begin_s == pytest.approx(20.5)
    assert (take.model, take.why) == ("model", UP.reason)
    assert measure_answers(take).taken == 1


def test_cold_reads_are_unknown_where_the_show_did_not_notice_them(tmp_path: Path) -> None:
    told = events.StepEnded(turn=1, step=1, kind="final", after_s=1.0, prompt_tokens=10)
    file = journal(tmp_path, (1.0, UP), *turn(1, 2.0, "A line."), (4.0, told))
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line]
    older = [{key: value for key, value in line.items() if key != "cold"} for line in lines]
    file.write_text("\n".join(map(json.dumps, older)), encoding="utf-8")

    assert read_take(file).turns[0].steps[0].cold is None


def test_the_understudy_is_known_where_steps_tell_how_they_were_asked(tmp_path: Path) -> None:
    stood_in = [*turn(1, 2.0, "Nice."), *answered(1, 2.6, mode="")]
    file = journal(tmp_path, (1.0, UP), *sorted(stood_in, key=lambda each: each[0]))
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line]
    newer = measure_answers(read_take(file)).understudy
    older = [{key: value for key, value in line.items() if key != "mode"} for line in lines]
    file.write_text("\n".join(map(json.dumps, older)), encoding="utf-8")

    assert (newer, measure_answers(read_take(file)).understudy) == (1, 0)


def test_a_journal_of_two_shows_is_refused(tmp_path: Path) -> None:
    file = journal(tmp_path, *turn(1, 20.0, "A line."), *turn(1, 2.0, "Another."))

    with pytest.raises(ConfigError, match="holds several shows"):
        read_take(file)


def test_a_journal_in_which_no_model_was_asked_is_refused(tmp_path: Path) -> None:
    file = journal(tmp_path, (1.0, SEEN), (2.0, replace(SEEN, change=2.0)))

    with pytest.raises(ConfigError, match="no model was ever asked"):
        read_take(file)
