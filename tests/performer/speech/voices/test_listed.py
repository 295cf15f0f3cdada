"""The voices of this machine: each engine lists its own, or what it lacks."""

import importlib.util
import sys
from pathlib import Path

import pytest

from performer.speech.voices.listed import ListedVoice, find_chosen, list_voices
from performer.speech.voices.settings import VoiceSettings
from tests.performer.core.test_espeak import put_espeak
from tests.performer.speech.voices.test_installed import install as install_voice
from tests.systems import posix_only, write_script

pytestmark = pytest.mark.anyio

ESPEAK = """
echo 'Pty Language       Age/Gender VoiceName          File                 Other Languages'
echo ' 5  de              --/M      German             gmw/de               '
echo ' 2  en-gb           --/M      English_(Great_Britain) gmw/en               (en 2)'
"""
SAY = """
echo 'Anna                de_DE    # Hallo, ich heisse Anna.'
echo 'Daniel (Enhanced)   en_GB    # Hello, my name is Daniel.'
"""


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have no program but those that a test puts into a folder, and no pyttsx3."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "pyttsx3", None)
    return tmp_path


def install(folder: Path, name: str, script: str) -> None:
    write_script(folder / name, script)


async def listed(**settings: str) -> dict[str, ListedVoice]:
    return {voice.id: voice for voice in await list_voices(VoiceSettings.model_validate(settings))}


async def test_espeak_names_its_languages(programs: Path) -> None:
    install(programs, "espeak-ng", ESPEAK)
    voices = await listed()

    assert [voices[name].name for name in ("espeak en-gb", "espeak de")] == ["English (Great Britain)", "German"]
    assert voices["espeak de"].settings == {"voice.engine": "espeak", "voice.language": "de"}


async def test_a_neural_voice_is_offered_with_its_size_until_one_is_installed(
    programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(programs))
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: True)
    put_espeak(programs, monkeypatch)
    (offer,) = [each for each in (await listed(language="de")).values() if each.offer]
    install_voice(programs / "voices", "granny", "de-de")
    voices = await listed(language="de", engine="neural:granny:3")

    assert offer.language == "de-de"
    assert "voice get" in offer.trouble
    assert f"{round(offer.size / 1_000_000)} MB" in offer.trouble
    assert (voices["neural granny"].settings, voices["neural granny"].trouble) == (
        {"voice.engine": "neural:granny"},
        "",
    )
    assert not any(each.offer for each in voices.values())
    assert (
        find_chosen(list(voices.values()), VoiceSettings(language="de", engine="neural:granny:3"))
        is voices["neural granny"]
    )
    assert find_chosen(list(voices.values()), VoiceSettings(language="de")) is voices["neural granny"]


async def test_a_chosen_voice_that_is_not_installed_says_how_it_is_got(
    programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(programs))
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: True)
    put_espeak(programs, monkeypatch)
    voices = await listed(engine="neural:gone")

    assert voices["neural gone"].trouble.endswith("voice get gone")


async def test_a_list_of_the_streamers_that_is_wrong_is_told_in_its_place(
    programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERFORMER_HOME", str(programs))
    (programs / "voices").mkdir()
    (programs / "voices" / "catalogue.toml").write_text("[[")

    assert "catalogue.toml cannot be used" in (await listed())["neural"].trouble


async def test_say_names_its_voices(programs: Path) -> None:
    install(programs, "say", SAY)
    voices = await listed()

    assert (voices["say Anna"].language, voices["say Daniel (Enhanced)"].language) == ("de_DE", "en_GB")


@posix_only("Windows has voices of its own")
async def test_where_nothing_speaks_the_remedy_is_named_and_silence_is_there(programs: Path) -> None:
    voices = await listed()

    assert list(voices)[1:] == ["espeak", "silent"]
    assert "not installed" in next(iter(voices.values())).trouble
    assert "not installed" in voices["espeak"].trouble


@pytest.mark.parametrize(
    ("settings", "chosen"),
    [
        ({}, "espeak en-gb"),
        ({"engine": "espeak", "language": "de"}, "espeak de"),
        ({"engine": "silent"}, "silent"),
        ({"engine": "http:127.0.0.1:8880"}, "http alloy"),
        ({"engine": "command:/opt/piper/piper --raw"}, "command piper"),
        ({"engine": "espeak", "language": "klingon"}, None),
    ],
)
async def test_the_chosen_voice_is_found_among_them(
    programs: Path, settings: dict[str, str], chosen: str | None
) -> None:
    install(programs, "espeak-ng", ESPEAK)
    found = find_chosen(list((await listed(**settings)).values()), VoiceSettings.model_validate(settings))

    assert (found and found.id) == chosen
