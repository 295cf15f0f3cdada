"""Every command line in the pages is one that our programs take."""

import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from performer.cli.main import cli
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError
from tests.docs.commands import NoCommandError, check, lines, lines_of_helps
from tests.docs.pages import PAGES, Fence, fences, spans

SHELL = fences("sh", "console")


def commands_of(fence: Fence) -> list[str]:
    if fence.language == "sh":
        return lines(fence.text)
    return lines("\n".join(line.removeprefix("$ ") for line in fence.text.splitlines() if line.startswith("$ ")))


@pytest.mark.parametrize("fence", SHELL, ids=lambda each: each.place)
def test_a_block_of_commands_is_taken(fence: Fence) -> None:
    for line in commands_of(fence):
        check(line)


def test_a_command_in_a_sentence_is_taken() -> None:
    for page in PAGES:
        for span in spans(page):
            if span.startswith(("python3 ", "py run.py", "performer ", ".venv/bin/python ", "python -m ")):
                check(span.partition(" [")[0])


def test_a_command_in_a_help_is_taken() -> None:
    helps = lines_of_helps()
    for line in helps:
        check(line)

    assert f"{COMMAND} mic --wav assets/sounds/airhorn.wav" in helps


SET = sorted({line for fence in SHELL for line in commands_of(fence) if " config set " in line})


@pytest.mark.parametrize("line", SET)
def test_a_setting_can_be_set_so(line: str, tmp_path: Path) -> None:
    words = shlex.split(line.replace(" ID", " 100000000000000001"))[2:]

    ran = CliRunner().invoke(cli, words, env={"PERFORMER_HOME": str(tmp_path)})

    assert ran.exit_code == 0, ran.output
    assert (tmp_path / "config.toml").exists()


@pytest.mark.parametrize(
    "line",
    [
        "python3 run.py sing",
        "python3 run.py bench show --minuets 3",
        "python3 run.py approve soon",
        "python3 run.py add wings",
        "python3 run.py test tests/no_such_folder",
        "PERFORMER_STAGE__PROT=1 python3 run.py",
        ".venv/bin/python -m performer.no_such_module",
        "ssh -N -L 9000:127.0.0.1:8766 there",
        """curl -d '{"txt": "a"}' http://127.0.0.1:8766/cue""",
        "rm -r everything",
    ],
)
def test_a_wrong_command_is_found(line: str) -> None:
    with pytest.raises((NoCommandError, ConfigError)):
        check(line)
