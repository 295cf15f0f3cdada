"""Dockerfile and compose.yaml against the checkout: no engine builds them here, but what they name must be there."""

import json
import re

import pytest
import typer

from performer.cli.main import cli
from performer.config.layers import check
from performer.core.files.home import CHECKOUT
from requirements import headless, lock

DOCKERFILE = (CHECKOUT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = (CHECKOUT / "compose.yaml").read_text(encoding="utf-8")
IGNORED = (CHECKOUT / ".dockerignore").read_text(encoding="utf-8").splitlines()
COPIED = [path for line in re.findall(r"^COPY (.+)$", DOCKERFILE, re.MULTILINE) for path in line.split()[:-1]]
COMMANDS = [json.loads(words) for words in re.findall(r"^CMD (\[.+\])$", DOCKERFILE, re.MULTILINE)]


@pytest.mark.parametrize("path", COPIED)
def test_what_is_copied_is_there_and_let_through(path: str) -> None:
    assert (CHECKOUT / path).exists()
    assert any(f"!{path}".startswith(line) for line in IGNORED if line.startswith("!"))


def test_all_that_the_performer_is_made_of_is_copied() -> None:
    wanted = {"performer/", "assets/", "bench/", "prompts/", "overlay/page/", "pyproject.toml", "LICENSE"}

    assert wanted <= set(COPIED)


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_a_command_is_one_and_takes_its_options(words: list[str]) -> None:
    group = typer.main.get_command(cli)
    command = group.commands[words[0]]  # type: ignore[attr-defined]  # it is a group

    with command.make_context(words[0], words[1:]) as context:
        assert not context.args


def test_the_headless_requirements_lack_qt_and_nothing_else() -> None:
    every = headless.RUN.read_text(encoding="utf-8")
    kept = headless.headless(every)

    assert lock.pins(every).keys() - lock.pins(kept).keys() == headless.FOR_DESKTOPS
    assert lock.unfit(kept) == ""
    assert all(f"{name}=={pin}" in kept for name, pin in lock.pins(kept).items())


def test_compose_builds_targets_that_there_are_and_sets_what_can_be_set() -> None:
    targets = set(re.findall(r"^FROM \S+ AS (\S+)$", DOCKERFILE, re.MULTILINE))
    settings = dict(re.findall(r"^ +(PERFORMER_\w+__\w+): \"?([^\"\n$]*)", COMPOSE, re.MULTILINE))

    assert set(re.findall(r"target: ([\w-]+)", COMPOSE)) <= targets
    config = check({}, origin="none", environ=settings | {"PERFORMER_IO_TOKEN": "x" * 24}).config
    assert (config.discord.enabled, config.discord.io) == (True, "ws://discord-io:8770")
