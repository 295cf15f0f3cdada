"""`performer voice` as commands: the list, a voice from a file, its use and its end, without a show."""

import hashlib
import importlib.util
import json
import subprocess
import sys
import wave
from collections.abc import Iterator
from pathlib import Path

import pytest
from anyio.from_thread import start_blocking_portal
from typer.testing import CliRunner, Result

from performer.cli.main import cli
from performer.core.errors import ConfigError, ServiceError
from performer.core.files.home import CHECKOUT
from performer.core.loudness import measure_loudness
from tests.fakes.mirror import FakeMirror
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

    assert told == "The licences of all voices of 'tr' forbid streams that earn money. --all lists them.\n"
    assert "NOT for streams that earn money" in " ".join(everything.split())
    assert "“İki can puanı kaldı ve kimsenin sandviçi yok.”" in everything
    assert "CC BY-NC-SA 4.0" in everything


def test_a_language_without_voices_is_told_with_those_that_have_some() -> None:
    told = run("list", "--language", "xx").stdout

    assert told.startswith("There is no voice of 'xx'. Languages of which there are: ")
    assert " de, el, en, " in told


def test_one_that_is_chosen_and_not_there_is_marked(home: Path) -> None:
    (home / "config.toml").write_text('[voice]\nengine = "neural:joe"\n', encoding="utf-8")
    (joe,) = [line for line in run("list", "--language", "en").stdout.splitlines() if line.split()[0] == "joe"]

    assert "chosen, and not installed" in joe


def test_the_list_marks_what_is_installed_and_what_speaks(home: Path) -> None:
    install(home / "voices", "joe", "en-us")
    install(home / "voices", "granny", "de-de", streams="unknown")
    run("use", "joe")
    rows = {each["name"]: each for each in json.loads(run("list", "--json").stdout)}

    assert (rows["joe"]["installed"], rows["joe"]["in_use"], rows["granny"]["installed"]) == (True, True, True)
    assert (rows["kristin"]["installed"], rows["kristin"]["size"] > 60_000_000) == (False, True)
    assert "speaks" in run("list", "--language", "en-us").stdout
    assert "whether streams may earn money" in " ".join(run("list", "--language", "de").stdout.split())


def test_use_keeps_the_comments_of_the_configuration(home: Path) -> None:
    install(home / "voices", "joe", speakers=5)
    config = home / "config.toml"
    config.write_text('# mine\n[voice]\nengine = "espeak"  # for now\nlanguage = "de"\n', encoding="utf-8")
    run("use", "joe", "--speaker", "4")

    written = config.read_text(encoding="utf-8")
    assert written == '# mine\n[voice]\nengine = "neural:joe:4"  # for now\nlanguage = "de"\n'


def test_one_that_is_used_is_not_removed(home: Path) -> None:
    install(home / "voices", "joe")
    run("use", "joe")
    with pytest.raises(ConfigError, match="Choose another first"):
        run("remove", "joe")
    (home / "config.toml").unlink()

    assert run("remove", "joe").stdout == "joe is removed.\n"
    assert not (home / "voices" / "joe").exists()


def test_what_is_missing_is_named_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(ConfigError, match=r"'joe' cannot be installed: .*add voice"):
        run("get", "joe")
    with pytest.raises(
        ConfigError, match=r"Write the NAME of a voice, or --from FILE\. cori-medium sounds like a person, 64 MB"
    ):
        run("get")


def test_a_voice_is_not_downloaded_where_espeak_is_missing_which_it_needs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: True)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ConfigError, match=r"'joe' cannot be installed: espeak-ng is not installed; .*install"):
        run("get", "joe")


@pytest.mark.slow
def test_a_voice_from_a_file_is_installed_and_speaks_into_a_wav(home: Path) -> None:
    said = run("get", "--from", str(find_joe())).stdout
    told = run("try", "joe", "Two hit points left.", "--wav", str(home / "joe.wav")).stdout
    with wave.open(str(home / "joe.wav")) as sound:
        seconds = sound.getnframes() / sound.getframerate()
        loudness = measure_loudness(sound.readframes(sound.getnframes()), sound.getframerate(), 1)

    assert "joe is installed. Its licence: CC0 1.0." in " ".join(said.split())
    assert "voice use joe" in " ".join(said.split())
    assert 0.7 < seconds < 3.0
    assert told.endswith(f"s of joe, as loud as in a show, are in {home / 'joe.wav'}\n")
    assert loudness.lufs == pytest.approx(-16, abs=2)


@pytest.mark.slow
@pytest.mark.slow
def test_a_wav_that_cannot_be_written_is_told_and_one_without_sound_is_not(home: Path) -> None:
    run("get", "--from", str(find_joe()))
    with pytest.raises(ServiceError, match="joe makes no sound of that"):
        run("try", "joe", "...", "--wav", str(home / "joe.wav"))
    assert not (home / "joe.wav").exists()
    with pytest.raises(ServiceError, match="Cannot write"):
        run("try", "joe", "Hi.", "--wav", str(home / "no" / "joe.wav"))


CATALOGUE = """
[[voices]]
name = "bob"
family = "piper"
language = "en-gb"
licence = "CC0 1.0"
streams = "no"
credit = "Bob himself"
folders = ["{folder}"]
files = [
    {{ name = "bob.onnx", size = {size}, sha256 = "{sha256}" }},
    {{ name = "bob.onnx.json", size = {config_size} }},
]
"""


@pytest.fixture
def mirror(home: Path) -> Iterator[FakeMirror]:
    """Serve Joe as Bob, of a list of the streamer's own."""
    joe = find_joe()
    files = {"bob.onnx": joe.read_bytes(), "bob.onnx.json": Path(f"{joe}.json").read_bytes()}
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(FakeMirror(files)) as served:
        (home / "voices").mkdir()
        (home / "voices" / "catalogue.toml").write_text(
            CATALOGUE.format(
                folder=served.address("").rstrip("/"),
                size=len(files["bob.onnx"]),
                sha256=hashlib.sha256(files["bob.onnx"]).hexdigest(),
                config_size=len(files["bob.onnx.json"]),
            )
        )
        yield served


@pytest.mark.slow
def test_a_download_whose_program_was_killed_goes_on_with_the_next(home: Path, mirror: FakeMirror) -> None:
    mirror.is_stalling, mirror.breaks = True, [30_000_000]
    command = [sys.executable, "-m", "performer", "voice", "get", "bob"]
    part = home / "voices" / ".coming" / "bob" / "bob.onnx"
    with subprocess.Popen(command, cwd=CHECKOUT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        for line in process.stdout:
            if "40 %" in line:  # 25 of 63 MB
                break
        process.kill()
    there = part.stat().st_size
    listed = run("list", "--json", "--language", "en-gb").stdout
    said = " ".join(run("get", "bob").stdout.split())

    assert '"installed": true' not in listed
    assert mirror.asked[1].range == f"bytes={there}-"
    assert (
        "bob is installed. Its licence: CC0 1.0. It forbids streams that earn money. It asks you to name: Bob himself."
        in said
    )
    assert not part.exists()
    assert "bob is there already." in run("get", "bob").stdout
