"""Whether a command line that a page shows is one that our programs take."""

import importlib.util
import json
import re
import shlex
from collections.abc import Sequence
from typing import Any, Final

import typer.main

import run
from docs.generate.operations import GROUPS, arguments_of, by_name
from performer.cli.main import cli
from performer.cli.program import name_command
from performer.config.layers import load
from performer.core.command_line import COMMAND
from performer.stage.server import key_post
from performer.stage.settings import DEFAULT_PORT
from requirements import additions
from tests.docs.pages import ROOT

OTHERS: Final = frozenset({"uvx", "npx", "vllm", "llama-server", "ollama", "pip", "venv"})
"""Programs of others, whose words are theirs."""
_SAMPLES: Final = {"N": "1", "NUMBER": "1", "ID": "100000000000000001", "URL": "ws://127.0.0.1:8766/stage", "FILE": "-"}
"""What stands for a placeholder where a parser wants a value of a kind."""
_PORTS: Final = {DEFAULT_PORT, 8770}
_VARIABLE: Final = re.compile(r"[A-Z_]+=\S*")


class NoCommandError(Exception):
    """Says why a line is no command of ours."""


def lines(text: str) -> list[str]:
    """Return the command lines of a block of shell, with their comments taken off and their continuations joined."""
    joined = text.replace("\\\n", " ")
    return [line for line in (_without_comment(each) for each in joined.splitlines()) if line]


def _without_comment(line: str) -> str:
    return shlex.join(shlex.split(line, comments=True))


def lines_of_helps() -> list[str]:
    """Return the command lines in the help of our commands."""
    found: list[str] = []
    waiting: list[Any] = [typer.main.get_command(cli)]
    while waiting:
        command = waiting.pop()
        waiting += getattr(command, "commands", {}).values()
        shown = f"{command.help or ''}\n{command.epilog or ''}".splitlines()
        found += [line.strip() for line in shown if line.strip().startswith(f"{COMMAND} ")]
    return found


def check(line: str) -> None:
    """Do nothing for a line that is right.

    Raises:
        NoCommandError: with the reason, for any other.
    """
    words = shlex.split(line)
    while words and _VARIABLE.fullmatch(words[0]):
        _check_variable(words.pop(0))
    match words:
        case ["python3" | "py", "run.py", *rest]:
            _check_run(rest)
        case ["performer", *rest]:
            _check_performer(rest)
        case [".venv/bin/python", "-m", module, *_] | ["python", "-m", module, *_]:
            _check_module(module)
        case ["ssh", "-N", "-L", ports, _]:
            _check_tunnel(ports)
        case ["curl", *rest]:
            _check_post(rest)
        case ["python3", "-m", "venv", _] | ["~/mcp-time/bin/pip", "install", _]:
            return
        case [program, *_] if program in OTHERS:
            return
        case _:
            raise NoCommandError(f"'{line}' begins with no program of ours")


def _check_variable(written: str) -> None:
    name, _, value = written.partition("=")
    if name.startswith("PERFORMER_"):
        load(ROOT / "no-such-file.toml", environ={name: value})


def _check_run(given: Sequence[str]) -> None:
    words, _ = run.asked(list(given))
    match words:
        case ["add", *names]:
            if not names or not set(names) <= {*additions.PACKAGES, *additions.PROGRAMS}:
                raise NoCommandError(f"'{' '.join(names)}' cannot be added")
        case ["test", *rest]:
            gone = [each for each in rest if each.startswith("tests/") and not (ROOT / each).exists()]
            if gone:
                raise NoCommandError(f"there is no {gone[0]}")
        case [name, *_] if name in run.RELEASE:
            return
        case ["check"] | ["check", "--fix"] | ["docs"] | ["docs", "--serve" | "--check"] | ["lock"]:
            return
        case _:
            job, arguments = run.read(words)
            assert (job, arguments[:2]) == ("run", ["-m", "performer"])
            _check_performer(arguments[2:])


def _check_performer(words: Sequence[str]) -> None:
    """Parse words as the command line does, through all groups of commands; nothing of them runs."""
    command: Any = typer.main.get_command(cli)
    told = [each for each in words if each != "--help"]
    name, rest, parent = "performer", [_SAMPLES.get(each, each) for each in name_command(told)], None
    while True:
        try:
            context = command.make_context(name, rest, parent=parent)
            rest = [*context._protected_args, *context.args]
            if not hasattr(command, "commands") or not rest:
                return
            name, command, rest = command.resolve_command(context, rest)
        except Exception as error:
            raise NoCommandError(f"{' '.join(words)}: {getattr(error, 'message', error)}") from error
        parent = context


def _check_module(module: str) -> None:
    if importlib.util.find_spec(module) is None:
        raise NoCommandError(f"there is no module {module}")


def _check_tunnel(ports: str) -> None:
    here, host, there = ports.split(":")
    if here != there or int(here) not in _PORTS or host != "127.0.0.1":
        raise NoCommandError(f"a tunnel keeps the port, which the other end asks for: {ports}")


def _check_post(words: Sequence[str]) -> None:
    key = words[-1].removeprefix(f"http://127.0.0.1:{DEFAULT_PORT}{key_post.FOLDER}")
    if key in key_post.ORDERS:
        return
    if words[-1] != f"http://127.0.0.1:{DEFAULT_PORT}/cue":
        raise NoCommandError(f"cues are taken at /cue, not at {words[-1]}")
    check_cue(json.loads(words[words.index("-d") + 1]))


def check_cue(written: dict[str, Any]) -> None:
    """Do nothing for what may be posted as a cue.

    Raises:
        NoCommandError: when it has a field or a kind that no cue has, or no text.
    """
    (cue,) = [found for kind in GROUPS.values() for name, found in by_name(kind).items() if name == "cue"]
    known = arguments_of(cue)
    kinds = {"operator", "chat", "schedule", "game"}
    if "text" not in written or not written.keys() <= known.keys() or written.get("kind", "game") not in kinds:
        raise NoCommandError(f"{written} is no cue")
