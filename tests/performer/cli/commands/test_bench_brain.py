"""`performer bench brain` as a person asks for it."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from bench.brain.tape import Tape, TapedAnswer
from bench.commands import cli
from performer.core.errors import ConfigError
from performer.core.files.home import PROMPTS
from performer.models.model import FinalAnswer

PLAN = {"minutes": 0.2, "bare_minutes": 0.1, "seed": 1, "talkativeness": "medium", "questions": 0, "busy": 0}
ABOUT = {"model": "ollama some:1b", "sees": False, "reads": False, "load_s": 2.5, "plays": "ollama some:1b", "why": ""}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path / "home"))


def brain(*words: str) -> Result:
    return CliRunner().invoke(cli, ("brain", *words))


def told(done: Result) -> str:
    assert isinstance(done.exception, ConfigError)
    return str(done.exception)


def test_a_replay_prints_its_figures_and_ends_with_1_when_a_goal_was_missed(tmp_path: Path) -> None:
    tape = Tape(about={"plan": PLAN, **ABOUT})
    tape.keep("of another prompt", TapedAnswer(pieces=(), took_s=1.0, step=FinalAnswer(text="")))
    tape.save(tmp_path / "tape.jsonl")
    done = brain("--replay", str(tmp_path / "tape.jsonl"), "--json", "--goals")

    assert done.exit_code == 1
    values = json.loads(done.stdout)
    assert [profile["name"] for profile in values["profiles"]] == ["performer", "bare prompt"]
    assert values["plan"]["minutes"] == 0.2
    assert values["profiles"][0]["load_s"] == 2.5
    assert values["replayed"]["performer"]["missing"]["requests"] >= 1


def test_what_does_not_go_together_is_told(tmp_path: Path) -> None:
    done = brain("--record", str(tmp_path / "a"), "--replay", str(tmp_path / "b"))

    assert "--record and --replay do not go together" in told(done)
    assert "--replay has a model of its own" in told(brain("some:1b", "--replay", str(tmp_path / "b")))


def test_a_persona_of_ones_own_performs_there_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "home" / "personas"
    folder.mkdir(parents=True)
    (folder / "bo.md").write_text((PROMPTS / "personas" / "pip.md").read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setenv("PERFORMER_SCENE__PERSONA", "bo")
    Tape(about={"plan": PLAN, **ABOUT}).save(tmp_path / "tape.jsonl")

    assert brain("--replay", str(tmp_path / "tape.jsonl"), "--json").exit_code == 0


def test_a_recording_that_cannot_be_written_is_told_before_the_work(tmp_path: Path) -> None:
    done = brain("some:1b", "--record", str(tmp_path / "none" / "tape.jsonl"))

    assert "tape.jsonl cannot be written" in told(done)


def test_clips_want_a_real_model(tmp_path: Path) -> None:
    from PIL import Image

    Image.new("RGB", (64, 36)).save(tmp_path / "1.png")

    assert "--clips plays in real time" in told(brain("understudy", "--clips", str(tmp_path)))


def test_a_journal_that_is_none_is_named(tmp_path: Path) -> None:
    assert "cannot be read" in told(brain("--journal", str(tmp_path / "none.jsonl")))
