"""Voices on the command line: what is said of one that was got, and how the list reads."""

from pathlib import Path

import pytest

from performer.cli.voices import describe_got, describe_rows, list_rows, print_rows
from performer.core.clock import SystemClock
from performer.speech.voices.catalogue import VoiceCatalogue, load_catalogue
from performer.speech.voices.installed import AboutVoice
from performer.speech.voices.store import VoiceStore
from tests.performer.speech.voices.test_installed import install

JENNY = AboutVoice(name="jenny", family="piper", language="en-gb", licence="own", streams="yes", credit="Jenny (Dioco)")


def test_a_voice_that_was_got_says_what_its_licence_asks() -> None:
    said = describe_got(JENNY, was_there=False)

    assert said.startswith(
        "jenny is installed. Its licence: own. It asks you to name: Jenny (Dioco). To have it speak:"
    )
    assert said.endswith("voice use jenny")


def test_one_that_nobody_knows_says_so() -> None:
    about = AboutVoice(name="granny", family="piper", language="de")

    assert describe_got(about, was_there=True).startswith("granny is there already. Its licence: nobody knows. To have")


def test_a_voice_that_takes_much_of_the_processor_is_marked(
    tmp_path: Path, clock: SystemClock, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = list_rows(VoiceStore(clock, tmp_path, load_catalogue(tmp_path)), "en", with_all=False)
    print_rows(rows, chosen="")
    heavy = {line.split()[0] for line in capsys.readouterr().out.splitlines() if "HEAVY beside a game" in line}

    assert heavy == {each.name for each, _ in rows if each.family == "kokoro"}
    assert heavy == {each["name"] for each in describe_rows(rows, "") if each["heavy"]}
    assert "kokoro-heart" in heavy
    kokoro = AboutVoice(name="kokoro-heart", family="kokoro", language="en-us")
    assert "heavy beside a game" in describe_got(kokoro, was_there=False)
    assert "heavy" not in describe_got(JENNY, was_there=False)


def test_the_list_is_by_language_with_those_from_elsewhere(
    tmp_path: Path, clock: SystemClock, capsys: pytest.CaptureFixture[str]
) -> None:
    install(tmp_path, "granny", "de-at", licence="")
    store = VoiceStore(clock, tmp_path, load_catalogue(tmp_path))
    print_rows(list_rows(store, "de", with_all=False), chosen="granny")
    lines = capsys.readouterr().out.splitlines()

    assert (lines[0], lines[1].split(), lines[2]) == ("de-at", ["granny", "speaks"], "de-de")
    assert any(line.strip().startswith("thorsten-medium") and "64 MB" in line for line in lines)


def test_an_empty_list_is_empty(tmp_path: Path, clock: SystemClock) -> None:
    assert list_rows(VoiceStore(clock, tmp_path, VoiceCatalogue(voices=())), "", with_all=True) == []
