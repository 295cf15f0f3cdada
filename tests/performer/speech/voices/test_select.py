"""Which voices a machine has, and in which order they speak."""

import importlib.util
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from performer.core import install
from performer.core.clock import SystemClock
from performer.core.command_line import COMMAND
from performer.core.events.stream import EventStream
from performer.core.install import explain_espeak
from performer.speech.voices.select import (
    explain_better_voice,
    find_best_voice,
    list_specs,
    make_chain,
    make_fallback_voice,
)
from performer.speech.voices.settings import VoiceKind, VoiceSettings, VoiceSpec
from tests.performer.speech.voices.test_installed import install as install_voice
from tests.systems import write_script


def programs(folder: Path, monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Have only these programs installed."""
    for name in names:
        write_script(folder / name, "")
    monkeypatch.setenv("PATH", str(folder))


@pytest.mark.parametrize(
    ("platform", "names", "best"),
    [
        ("linux", ["espeak-ng"], VoiceKind.ESPEAK),
        ("linux", [], VoiceKind.SILENT),
        ("darwin", ["say", "espeak-ng"], VoiceKind.SAY),
        ("win32", [], VoiceKind.PYTTSX3),
    ],
)
def test_auto_takes_the_systems_own_voice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, names: list[str], best: VoiceKind
) -> None:
    programs(tmp_path, monkeypatch, *names)
    monkeypatch.setattr(sys, "platform", platform)

    assert find_best_voice("en-gb").kind is best


def test_auto_takes_an_installed_voice_of_the_language_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: True)
    programs(tmp_path, monkeypatch, "espeak-ng")
    install_voice(tmp_path / "voices", "granny", "de-de")

    assert find_best_voice("de") == VoiceSpec(kind=VoiceKind.NEURAL, voice="granny")
    assert find_best_voice("en-gb").kind is VoiceKind.ESPEAK
    assert [each.kind for each in list_specs(VoiceSettings(language="de"))] == ["neural", "espeak", "silent"]
    assert [each.kind for each in list_specs(VoiceSettings(language="de", fallback=["auto"]))] == ["neural", "espeak"]


@pytest.mark.anyio
async def test_a_voice_that_is_not_installed_says_so_and_the_next_one_speaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: SystemClock, events: EventStream
) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: True)
    settings = VoiceSettings(engine="neural:granny", fallback=["silent"])
    async with AsyncExitStack() as stack:
        voice = await make_fallback_voice(clock, events, settings, stack)
        await voice.try_voices()

    assert voice.name == "silent"
    assert "it is not installed" in voice.role().why
    assert "voice get granny" in voice.role().why


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("engine", "fallback", "names"),
    [
        ("auto", ["auto", "espeak", "silent"], ["espeak en-gb", "silent"]),
        ("http:127.0.0.1:8880", ["auto", "silent"], ["http alloy", "espeak en-gb", "silent"]),
        ("command:/opt/piper/piper --raw", ["pyttsx3:zira"], ["command piper", "pyttsx3 zira"]),
        ("say:Daniel", ["say", "silent"], ["say Daniel", "silent"]),
        ("silent", ["silent"], ["silent"]),
    ],
)
async def test_who_takes_over_is_who_is_there(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    clock: SystemClock,
    events: EventStream,
    engine: str,
    fallback: list[str],
    names: list[str],
) -> None:
    programs(tmp_path, monkeypatch, "espeak-ng")

    async with AsyncExitStack() as stack:
        chain = await make_fallback_voice(clock, events, VoiceSettings(engine=engine, fallback=fallback), stack)

    assert [link.voice.name for link in chain._chain.states] == names


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("engine", "has_package", "hint"),
    [
        ("auto", True, f"cori-medium sounds like a person, 64 MB: {COMMAND} voice get cori-medium"),
        (
            "auto",
            False,
            (f"cori-medium sounds like a person, 64 MB: {COMMAND} add voice, then {COMMAND} voice get cori-medium"),
        ),
        ("espeak", True, ""),
    ],
)
async def test_who_left_the_choice_to_the_machine_is_told_which_voice_is_better(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    clock: SystemClock,
    events: EventStream,
    engine: str,
    has_package: bool,
    hint: str,
) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: has_package or None)
    programs(tmp_path, monkeypatch, "espeak-ng")
    async with AsyncExitStack() as stack:
        role = (await make_fallback_voice(clock, events, VoiceSettings(engine=engine), stack)).role()

    assert (role.plays, role.state, role.why) == ("espeak en-gb", "works", hint)


@pytest.mark.parametrize(
    ("has_package", "has_espeak", "steps"),
    [
        (False, True, f"{COMMAND} add voice"),
        (True, False, explain_espeak("other")),
        (False, False, f"{COMMAND} add voice, then {explain_espeak('other')}"),
    ],
)
def test_a_voice_that_lacks_something_is_the_better_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_package: bool, has_espeak: bool, steps: str
) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: has_package or None)
    monkeypatch.setattr(install, "find_installer", lambda: "other")
    programs(tmp_path, monkeypatch, *(["espeak-ng"] if has_espeak else []))
    install_voice(tmp_path / "voices", "granny", "de-de")

    assert explain_better_voice("de") == f"granny sounds like a person: {steps}"
    assert explain_better_voice("tlh") == ""


def test_a_setting_that_is_no_voice_is_refused() -> None:
    for wrong in ({"engine": "espaek"}, {"fallback": ["auto", "espaek"]}, {"http": {"key_variable": "sk-my secret"}}):
        with pytest.raises(ValueError, match=r"espeak|key_variable"):
            VoiceSettings.model_validate(wrong)


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("told", "languages", "others"),
    [
        ({"engine": "espeak"}, ["de", "es", "fr"], {}),
        ({"engine": "espeak", "switch_language": False}, [], {}),
        ({"engine": "neural:granny"}, [], {}),
        ({"engine": "neural:siwis"}, ["en", "es"], {}),
        (
            {"engine": "neural:granny", "languages": {"fr": "neural:siwis", "de-at": "auto"}},
            ["fr", "de-at"],
            {"fr": "neural siwis", "de-at": "espeak de-at"},
        ),
        ({"engine": "silent", "languages": {"de": "espeak"}}, [], {}),
    ],
)
async def test_other_languages_are_those_that_the_voice_can_or_has_another_voice_for(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    clock: SystemClock,
    told: dict[str, Any],
    languages: list[str],
    others: dict[str, str],
) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: True)
    programs(tmp_path, monkeypatch, "espeak-ng")
    install_voice(tmp_path / "voices", "granny", "en-gb")
    install_voice(tmp_path / "voices", "siwis", "fr-fr", "kokoro", languages=("en", "es"))
    chain = await make_chain(clock, VoiceSettings(**told))
    await chain.leave()

    assert list(chain.languages)[:3] == languages
    assert {language: each.name for language, each in chain.for_languages.items()} == others
