"""Every block of settings and of JSON in the pages is what the code reads."""

import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from bench.guard_score.cases import read_cases
from bench.lines.labelled_lines import read_lines as read_labelled
from bench.tool_choice.cases.selection import Selection
from docs.generate.operations import GROUPS, arguments_of, by_name
from performer.agent.profiles.registry import build_profiles
from performer.agent.schedule.parser import parse_time
from performer.chats.discord.rpc import protocol
from performer.config.layers import load
from performer.core import events
from performer.core.clock import VirtualClock
from performer.models.scripted import read_script
from performer.speech.voices.command import CommandVoice
from performer.speech.voices.settings import parse_voice
from performer.tools.plugins import write_skeleton
from performer.tools.ranges import split_place
from performer.tools.settings import ToolRule
from tests.docs.commands import check_cue
from tests.docs.pages import DOCS, Fence, fences, prose, spans
from tests.systems import posix_only

LANGUAGES = {"sh", "console", "toml", "json", "python", "diff", "css", "text"}
SERVERS = """[mcp.wiki]
url = "https://wiki.example/mcp"
[mcp.weather]
preset = "weather"
[mcp.time]
command = "uvx"
"""
OPERATIONS = {name: operation for kind in GROUPS.values() for name, operation in by_name(kind).items()}
JSON = [each for each in fences("json") if each.page.name != "what-a-model-reads.md"]
CASES = [each for each in fences("toml", "python") if each.page.name == "tool-choice.md"]
SETTINGS = [each for each in fences("toml") if each not in CASES]


@pytest.fixture(autouse=True)
def home_with_plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the tool of ten lines where settings are about it."""
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path / "home"))
    write_skeleton(tmp_path / "home" / "tools", "roll_dice")


def test_every_block_says_what_it_is() -> None:
    assert {each.language for each in fences()} <= LANGUAGES


@pytest.mark.parametrize("fence", SETTINGS, ids=lambda each: each.place)
def test_a_block_of_settings_is_read(fence: Fence, tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text(("" if "[mcp." in fence.text else SERVERS) + fence.text, encoding="utf-8")

    config = load(file, environ={}).config

    assert build_profiles(config.prototypes)


@pytest.mark.parametrize("fence", SETTINGS, ids=lambda each: each.place)
def test_the_settings_that_are_commented_out_are_read_too(fence: Fence, tmp_path: Path) -> None:
    opened = re.sub(r"^#(?=\w+ = )", "", fence.text, flags=re.MULTILINE)

    try:
        tomllib.loads(opened)
    except tomllib.TOMLDecodeError:
        pytest.skip("one of several values for the same key")
    file = tmp_path / "config.toml"
    file.write_text(("" if "[mcp." in opened else SERVERS) + opened, encoding="utf-8")
    load(file, environ={})


@pytest.mark.parametrize("fence", CASES, ids=lambda each: each.place)
def test_a_file_of_cases_is_read(fence: Fence, tmp_path: Path) -> None:
    file = tmp_path / ("mine.py" if fence.language == "python" else "mine.toml")
    file.write_text(fence.text, encoding="utf-8")

    assert Selection(files=(file,)).choose(seed=1)


def test_every_key_of_a_case_that_is_no_plain_text_has_an_example() -> None:
    written = [tomllib.loads(each.text) for each in CASES if each.language == "toml"]
    shown = {key for each in written for case in each["case"] for key in case}

    assert {"expects", "forbids", "padding", "fact", "sees", "results", "turns"} <= shown


@pytest.mark.parametrize("fence", JSON, ids=lambda each: each.place)
def test_a_block_of_json_is_read(fence: Fence, tmp_path: Path) -> None:
    for line in fence.text.splitlines():
        check_json(json.loads(line), line, tmp_path / "lines.jsonl")


def check_json(written: dict[str, Any], line: str, file: Path) -> None:
    """Read a line as the part does that it is for."""
    file.write_text(line + "\n", encoding="utf-8")
    match written:
        case {"op": op, "args": arguments}:
            assert arguments.keys() <= arguments_of(OPERATIONS[op]).keys()
        case {"op": _, "payload": _}:
            protocol.parse_envelope(line)
        case {"event": event, **rest}:
            fields = {name: value for name, value in rest.items() if name not in {"v", "at", "t"}}
            assert getattr(events, event)(**fields).turn == written["turn"]
        case {"label": _}:
            assert read_labelled(file)
        case {"expect": _}:
            assert read_cases([file])
        case {"calls": _} | {"text": "So it is."}:
            assert read_script(file)
        case _:
            check_cue(written)


def test_the_places_that_a_clamp_reaches_are_written_as_the_settings_take_them() -> None:
    (shown,) = re.findall(r"`(\{ \"size\.width\" .*?\})`", prose(DOCS / "guides/tools.md"))
    written = tomllib.loads(f"clamp = {shown}")

    rule = ToolRule.model_validate(written)

    assert [split_place(place) for place in rule.clamp or {}] == [["size", "width"], ["points", "[]", "x"]]


@pytest.mark.parametrize(
    "time", re.findall(r"^- `(.+)`$", (DOCS / "guides/schedule.md").read_text("utf-8"), re.MULTILINE)
)
def test_a_way_to_say_a_time_is_understood(time: str) -> None:
    now = VirtualClock().utc()

    assert parse_time(time, now, "Europe/Berlin").first > now


def test_the_rules_in_sentences_are_keys_of_rules() -> None:
    written = [each for each in spans(DOCS / "guides/tools.md") if re.fullmatch(r"[a-z_]+ = .+", each)]
    rules = [each for each in written if not each.startswith(("preset", "env", "plan", "first"))]

    for each in rules:
        ToolRule.model_validate(tomllib.loads(each))

    assert len(rules) >= 6


@pytest.mark.anyio
@posix_only("the stand-in for the program is a script with a first line")
async def test_the_recipe_for_a_program_that_gives_raw_sound_speaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (fence,) = [each for each in fences("toml") if "--output-raw" in each.text]
    file = tmp_path / "config.toml"
    file.write_text(fence.text, encoding="utf-8")
    piper = tmp_path / "piper"
    piper.write_text(f"#!{sys.executable}\nimport sys\nsys.stdout.buffer.write(bytes(22_050))\n", encoding="utf-8")
    piper.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    settings = load(file, environ={}).config.voice

    voice = CommandVoice.of(parse_voice(settings.engine).words, settings.command)
    pieces = [piece async for piece in voice.speak("Hello.")]

    assert sum(len(each.pcm) for each in pieces) == 22_050
    assert {each.rate for each in pieces} == {22_050}
