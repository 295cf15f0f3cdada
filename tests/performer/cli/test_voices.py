"""Voices on the command line: what is said of one that was got, and how the list reads."""

from pathlib import Path

import pytest

from performer.cli.voices import describe_got, describe_rows, explain_left_out, list_rows, print_rows
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
    *lines, _, meaning = capsys.readouterr().out.splitlines()
    heavy = {line.split()[0] for line in lines if "!" in line.split()}

    assert meaning.startswith("! heavy beside a game: ")
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
    assert any(line.strip().startswith("thorsten-medium") and "63 MB" in line for line in lines)


def test_the_list_fits_its_columns_and_explains_its_marks_once(
    tmp_path: Path, clock: SystemClock, capsys: pytest.CaptureFixture[str]
) -> None:
    store = VoiceStore(clock, tmp_path, load_catalogue(tmp_path))
    rows = list_rows(store, "", with_all=True, own_language="de")
    print_rows(rows, chosen="")
    text = capsys.readouterr().out

    assert {each.name for each, _ in rows} <= set(text.split())
    assert max(map(len, text.splitlines())) <= 100
    assert text.count("research only") == 1
    assert text.count("Two hit points left") == 2  # British and American voices
    assert text.startswith("de-de\n  “Noch zwei Trefferpunkte, und niemand hat ein Brot dabei.”\n  thorsten ")


def test_what_licences_leave_out_is_counted_and_named(tmp_path: Path, clock: SystemClock) -> None:
    store = VoiceStore(clock, tmp_path, load_catalogue(tmp_path))
    forbidden = sum(each.streams == "no" for each in store.catalogue.voices)

    for language, said in (("", f"{forbidden} voices are left out"), ("zh", "1 voice is left out"), ("de", "")):
        assert explain_left_out(store, language, list_rows(store, language, with_all=False)).startswith(said)
    assert explain_left_out(store, "tr", list_rows(store, "tr", with_all=True)) == ""


def test_an_empty_list_is_empty(tmp_path: Path, clock: SystemClock) -> None:
    assert list_rows(VoiceStore(clock, tmp_path, VoiceCatalogue(voices=())), "", with_all=True) == []
