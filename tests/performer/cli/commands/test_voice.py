"""`performer voice` as commands: the list, a voice from a file, its use and its end, without a show."""

import importlib.util
import json
import wave
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from performer.cli.main import cli
from performer.core.errors import ConfigError, ServiceError
from tests.joe import find_joe
from tests.performer.speech.voices.test_installed import install


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PERFORMER_HOME", str(tmp_path))
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["voice", *words], catch_exceptions=False)


def test_the_list_tells_what_each_is_like_and_marks_what_licences_forbid() -> None:
    told, everything = run("list", "--language", "tr").stdout, run("list", "--language", "tr", "--all").stdout

    assert told == ""
    assert "NOT for streams that earn money" in everything
    assert "“İki can puanı kaldı ve kimsenin sandviçi yok.”" in everything
    assert "CC BY-NC-SA 4.0" in everything


def test_the_list_marks_what_is_installed_and_what_speaks(home: Path) -> None:
    install(home / "voices", "joe", "en-us")
    install(home / "voices", "granny", "de-de", streams="unknown")
    run("use", "joe")
    rows = {each["name"]: each for each in json.loads(run("list", "--json").stdout)}

    assert (rows["joe"]["installed"], rows["joe"]["in_use"], rows["granny"]["installed"]) == (True, True, True)
    assert (rows["kristin"]["installed"], rows["kristin"]["size"] > 60_000_000) == (False, True)
    assert "speaks" in run("list", "--language", "en-us").stdout
    assert "nobody knows" in run("list", "--language", "de").stdout


def test_use_keeps_the_comments_of_the_configuration(home: Path) -> None:
    install(home / "voices", "joe", speakers=5)
    (home / "config.toml").write_text('# mine\n[voice]\nengine = "espeak"  # for now\nlanguage = "de"\n')
    run("use", "joe", "--speaker", "4")

    assert (
        home / "config.toml"
    ).read_text() == '# mine\n[voice]\nengine = "neural:joe:4"  # for now\nlanguage = "de"\n'


def test_one_that_is_used_is_not_removed(home: Path) -> None:
    install(home / "voices", "joe")
    run("use", "joe")
    with pytest.raises(ConfigError, match="Choose another one first"):
        run("remove", "joe")
    (home / "config.toml").unlink()

    assert run("remove", "joe").stdout == "joe is removed.\n"
    assert not (home / "voices" / "joe").exists()


def test_what_is_missing_is_named_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(ConfigError, match=r"'joe' cannot be installed: .*add voice"):
        run("get", "joe")
    with pytest.raises(ConfigError, match="Write the NAME of a voice, or --from FILE"):
        run("get")


def test_a_voice_from_a_file_is_installed_and_speaks_into_a_wav(home: Path) -> None:
    said = run("get", "--from", str(find_joe())).stdout
    told = run("try", "joe", "Two hit points left.", "--wav", str(home / "joe.wav")).stdout
    with wave.open(str(home / "joe.wav")) as sound:
        seconds = sound.getnframes() / sound.getframerate()

    assert "joe is installed. Its licence: CC0 1.0." in " ".join(said.split())
    assert "voice use joe" in " ".join(said.split())
    assert 0.7 < seconds < 3.0
    assert told.endswith("s of joe.\n")


def test_a_wav_that_cannot_be_written_is_told(home: Path) -> None:
    run("get", "--from", str(find_joe()))
    with pytest.raises(ServiceError, match="Cannot write"):
        run("try", "joe", "Hi.", "--wav", str(home / "no" / "joe.wav"))
