"""The configuration on disk: checked before, whole or not at all, and nothing is ever lost."""

import os
import re
import stat
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from filelock import FileLock

from performer.config.file import ConfigFile
from performer.config.layers import load
from performer.config.toml_text import format_commented_file
from performer.core.errors import ConfigError
from performer.core.files.home import CHECKOUT
from tests.systems import is_private, make_link, posix_only

WRITER = """
import sys
from pathlib import Path
from performer.config.file import ConfigFile
file, key = ConfigFile(Path(sys.argv[1]), environ={}), sys.argv[2]
print("ready", flush=True)
for number in range(int(sys.argv[3])):
    file.set(key, number + 20)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def change(file: Path, key: str, value: object) -> str:
    """Set a key and give back the file's text."""
    ConfigFile(file, environ={}).set(key, value)
    return file.read_bytes().decode()


def list_beside(file: Path) -> list[str]:
    """List what is in the file's folder, without the lock."""
    return sorted(path.name for path in file.parent.iterdir() if path.suffix != ".lock")


def test_the_first_change_makes_a_private_file_that_explains_everything(file: Path) -> None:
    text = change(file, "stage.port", 9001)

    assert "port = 9001" in text
    assert len(text.splitlines()) == len(format_commented_file().splitlines())
    assert is_private(file)
    assert load(file, environ={}).config.stage.port == 9001


SECOND_PC = 'spec = "ollama:a@pc2"'


BY_HAND = f"[[models]]\n{SECOND_PC}\nmode = 'soft'\n"
STAGE = "[stage]\nport = 9000  # mine\n"


@pytest.mark.parametrize("before", [STAGE, f"models = []\n{STAGE}", f"{BY_HAND}{STAGE}", f"{STAGE}{BY_HAND}"])
def test_a_list_of_tables_is_written_whole_and_taken_out_whole(file: Path, before: str) -> None:
    file.write_text(before, encoding="utf-8")

    text = change(file, "models", f"[{{ {SECOND_PC} }}]")
    ConfigFile(file, environ={}).unset("models")

    assert tomllib.loads(text) == {"models": [{"spec": "ollama:a@pc2"}], "stage": {"port": 9000}}
    assert tomllib.loads(file.read_text(encoding="utf-8")) == {"stage": {"port": 9000}}
    assert "port = 9000  # mine" in file.read_text(encoding="utf-8")


def test_tables_written_by_hand_stay_while_another_setting_is_changed(file: Path) -> None:
    file.write_bytes(f"[[models]]\n{SECOND_PC}  # the old one\n".encode())

    text = change(file, "stage.port", 9001)

    assert text.startswith(f"[[models]]\n{SECOND_PC}  # the old one\n")
    assert load(file, environ={}).config.models[0].spec == "ollama:a@pc2"


@pytest.mark.parametrize("key", ["models.1.mode", "models.mode"])
def test_what_is_inside_a_list_is_set_with_the_whole_list(file: Path, key: str) -> None:
    with pytest.raises(ConfigError, match="'models' is set as a whole"):
        change(file, key, "soft")


@pytest.mark.parametrize(
    ("key", "given", "line"),
    [
        ("stage.port", "9001", "port = 9001"),
        ("model.name", "1234", 'name = "1234"'),
        ("model.name", '"qwen"', 'name = "qwen"'),
        ("model.name", 'it\'s "this" #1', 'name = "it\'s \\"this\\" #1"'),
        ("guard.words_file", "/a/b", 'words_file = "/a/b"'),
        ("sound.enabled", "off", "enabled = false"),
        ("sound.enabled", "true", "enabled = true"),
        ("director.chat_age_s", "12.5", "chat_age_s = 12.5"),
        ("frames.masks", "[[0, 0, 1, 0.5]]", "masks = [[0, 0, 1, 0.5]]"),
        ("frames.masks", [[0, 0, 1, 0.5]], "masks = [[0, 0, 1, 0.5]]"),
        ("model.keep_alive", "-1", 'keep_alive = "-1"'),
        ("tools.play_sfx.rate", "0/min", 'rate = "0/min"'),
    ],
)
def test_a_text_is_read_as_the_setting_wants_it(file: Path, key: str, given: object, line: str) -> None:
    assert line in change(file, key, given).splitlines()


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        (
            "stage.prot",
            "1",
            "Config 'stage.prot' ({file}) has value 1. There is no such key. Did you mean 'stage.port'",
        ),
        ("stage.port", "many", "Config 'stage.port' ({file}) has value 'many'. Input should be a valid integer"),
        ("frames.source", "scren", "frames: 'scren' is no source"),
        ("stgae.port", "1", "There is no such key. Did you mean 'stage'"),
        ("stage", "3", "'stage' is a section. Set one of its keys: stage.host, stage.p"),
        (
            "tools.discord.send.raet",
            "3/min",
            """'tools."discord.send".raet' ({file}) has value '3/min'. There is no such key. Did you mean 'tools."d""",
        ),
        ("tools.mcp.time.now.raet", "3/min", """There is no such key. Did you mean 'tools."mcp.time.now".rate'"""),
        ("tools.mcp.time.*.raet", "3/min", """There is no such key. Did you mean 'tools."mcp.time.*".rate'"""),
        ("tools.discord.*.raet", "3/min", """There is no such key. Did you mean 'tools."discord.*".rate'"""),
        ("tools.discord.send", "3/min", "'tools.discord.send' is a section. Set one of its keys: "),
        ("tools.mcp.time.now", "3/min", "'tools.mcp.time.now' is a section. Set one of its keys: "),
        ("stage..port", "3", "'stage..port' names no setting"),
        ("stage.port", "1\nhost = 'x'", "has value \"1\\nhost = 'x'\""),
        ("discord_token", "hunter2", "has value '***'"),
    ],
)
def test_a_wrong_key_or_value_is_refused_as_when_loading_and_nothing_is_changed(
    file: Path, key: str, value: str, sentence: str
) -> None:
    file.write_text("[stage]\nhost = 'x'\n", encoding="utf-8")

    with pytest.raises(ConfigError) as error:
        change(file, key, value)

    assert sentence.format(file=file) in str(error.value)
    assert list_beside(file) == ["config.toml"]
    assert file.read_text(encoding="utf-8") == "[stage]\nhost = 'x'\n"


def test_the_whole_file_is_checked_and_not_the_new_value_alone(file: Path) -> None:
    file.write_text("[voice]\nwords_per_min = 3\n", encoding="utf-8")

    with pytest.raises(ConfigError, match=r"'voice.words_per_min' .* has value 3"):
        change(file, "stage.port", 9001)


def test_what_the_environment_hides_is_checked_too(file: Path) -> None:
    file.write_text("[voice]\nwords_per_min = 3\n", encoding="utf-8")

    with pytest.raises(ConfigError, match=r"'voice.words_per_min' .* has value 3"):
        ConfigFile(file, environ={"PERFORMER_VOICE__WORDS_PER_MIN": "100"}).set("stage.port", 9001)


def test_what_a_killed_writer_left_is_cleared_away(file: Path) -> None:
    left = file.with_name(".config.toml.abc.new")
    left.touch()

    change(file, "stage.port", 2)

    assert not left.exists()


def test_a_wrong_key_can_be_taken_out(file: Path) -> None:
    file.write_text("[stage]\nprot = 1\n", encoding="utf-8")

    ConfigFile(file, environ={}).unset("stage.prot")

    assert tomllib.loads(file.read_text(encoding="utf-8")) == {"stage": {}}
    with pytest.raises(ConfigError, match=r"'stage.prot' is not set in .*config.toml"):
        ConfigFile(file, environ={}).unset("stage.prot")


def test_two_wrong_keys_can_be_taken_out_one_after_the_other(file: Path) -> None:
    file.write_text("[stage]\nprot = 1\nhots = 2\n", encoding="utf-8")

    first = ConfigFile(file, environ={}).unset("stage.prot")
    second = ConfigFile(file, environ={}).unset("stage.hots")

    assert first.remark.startswith("Still wrong: Config 'stage.hots'")
    assert second.remark == ""


def test_what_was_there_before_is_kept_beside_it(file: Path) -> None:
    file.write_text("[stage]\nport = 1\n", encoding="utf-8")

    change(file, "stage.port", 2)
    change(file, "stage.port", 3)
    change(file, "stage.port", 3)

    assert (file.parent / "config.toml.bak").read_text(encoding="utf-8") == "[stage]\nport = 2\n"


@pytest.mark.parametrize("value", ["2", None])
@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b'[guard]\nlevel = "family\n', "is no TOML: .* line 2.*Mend that place, or move the file away"),
        (b"[stage]\n[stage]\n", r"has the table \[stage\] twice, the second time in line 2"),
        (b"\xff\xfe\x00", "cannot be read: it is UTF-16: save it as UTF-8. Mend it, or move it away"),
        (b"[guard]\nlevel = '\xe4'\n", "cannot be read: line 2 is not UTF-8"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_with_its_place_and_stays(
    file: Path, content: bytes, sentence: str, value: str | None
) -> None:
    file.write_bytes(content)

    with pytest.raises(ConfigError, match=f"The configuration {re.escape(str(file))} {sentence}"):
        ConfigFile(file, environ={}).change("stage.port", value)

    assert file.read_bytes() == content
    assert list_beside(file) == ["config.toml"]


def test_a_folder_in_place_of_the_file_stays_where_it_is(file: Path) -> None:
    file.mkdir()

    with pytest.raises(ConfigError, match="cannot be read: it is a folder"):
        change(file, "stage.port", 2)

    assert list_beside(file) == ["config.toml"]


@posix_only("Windows has no modes")
@pytest.mark.skipif(sys.platform != "win32" and os.geteuid() == 0, reason="an administrator may read every file")
def test_a_file_that_may_not_be_read_stays_where_it_is(file: Path) -> None:
    file.touch(mode=0o000)

    with pytest.raises(ConfigError, match="cannot be read: you may not read it"):
        change(file, "stage.port", 2)

    assert list_beside(file) == ["config.toml"]


def test_a_symbolic_link_stays_one(file: Path, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles" / "performer.toml"
    real.parent.mkdir()
    real.write_text("[stage]\nport = 1\n", encoding="utf-8")
    make_link(file, real)

    change(file, "stage.port", 2)

    assert file.is_symlink()
    assert real.read_text(encoding="utf-8") == "[stage]\nport = 2\n"
    assert real.with_name("performer.toml.bak").exists()


def test_line_ends_and_byte_order_mark_stay_as_they_were(file: Path) -> None:
    file.write_bytes("\ufeff[stage]\r\nport = 1\r\n".encode())

    change(file, "stage.host", "localhost")

    assert file.read_bytes() == '\ufeff[stage]\r\nport = 1\r\nhost = "localhost"\r\n'.encode()
    assert load(file, environ={}).config.stage.host == "localhost"


@posix_only("Windows has no modes")
def test_the_mode_stays_as_it_was(file: Path) -> None:
    file.write_text("[stage]\nport = 1\n", encoding="utf-8")
    file.chmod(0o640)

    change(file, "stage.host", "localhost")

    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_line_ends_of_both_kinds_in_one_file_stay_each_as_it_was(file: Path) -> None:
    file.write_bytes(b"[stage]\r\nport = 1\nemote_s = 2\r\n")

    assert change(file, "stage.host", "localhost").startswith("[stage]\r\nport = 1\nemote_s = 2\r\n")


def test_what_wins_over_the_file_is_said(file: Path) -> None:
    by_environment = ConfigFile(file, environ={"PERFORMER_STAGE__PORT": "1"}).set("stage.port", 2)
    by_option = ConfigFile(file, environ={}, options={"stage": {"port": 3}}).set("stage.port", 4)
    by_nothing = ConfigFile(file, environ={"PERFORMER_STAGE__PORT": "1"}).set("stage.host", "x")

    assert (by_environment.winner, by_environment.config.stage.port) == ("PERFORMER_STAGE__PORT", 1)
    assert (by_option.winner, by_option.config.stage.port) == ("An option of the command line", 3)
    assert by_nothing.winner == ""


def test_a_folder_that_cannot_be_written_to_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(ConfigError, match=r"config.toml cannot be written: .*make the folder yours"):
        change(tmp_path / "file" / "config.toml", "stage.port", 1)


@contextmanager
def full_disk() -> Iterator[None]:
    """Let no file grow beyond a few bytes, for as long as the block runs."""
    resource = pytest.importorskip("resource", reason="POSIX only: a limit stands for a full disk")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (16, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_leaves_everything_as_it_was(file: Path) -> None:
    content = "[stage]\nport = 1 # mine, and mine alone\n"
    file.write_text(content, encoding="utf-8")

    with full_disk(), pytest.raises(ConfigError, match="Nothing was changed"):
        change(file, "stage.port", 2)

    assert file.read_text(encoding="utf-8") == content
    assert list_beside(file) == ["config.toml"]


@pytest.mark.slow
def test_two_writers_at_once_both_get_their_way(file: Path) -> None:
    keys = ("tools.calls_per_min", "guard.sentence_chars")
    with writer(file, keys[0], 15) as one, writer(file, keys[1], 15) as other:
        assert (one.wait(), other.wait()) == (0, 0)

    config = load(file, environ={}).config
    assert (config.tools.calls_per_min, config.guard.sentence_chars) == (34, 34)


def test_a_writer_that_is_killed_leaves_a_whole_file(file: Path) -> None:
    file.write_text("[stage]\nport = 1\n", encoding="utf-8")
    with writer(file, "guard.sentence_chars", 10_000) as killed:
        assert killed.stdout is not None
        killed.stdout.readline()
        killed.kill()

    assert load(file, environ={}).config.stage.port == 1
    change(file, "stage.port", 2)
    assert load(file, environ={}).config.stage.port == 2
    assert not list(file.parent.glob(".*.new"))


@pytest.mark.slow
def test_a_file_that_somebody_holds_too_long_is_said(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("performer.config.file._LOCK_WITHIN_S", 0.05)
    with (
        FileLock(file.with_name(".config.toml.lock"), is_singleton=False),
        pytest.raises(ConfigError, match="is being written by somebody else"),
    ):
        change(file, "stage.port", 2)


def writer(file: Path, key: str, times: int) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-c", WRITER, str(file), key, str(times)]
    return subprocess.Popen(command, cwd=CHECKOUT, stdout=subprocess.PIPE, env=dict(os.environ))
