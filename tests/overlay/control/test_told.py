"""What the performer says on the page is said in every language: each sentence of the parts that a streamer meets."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from performer.core.files.home import CHECKOUT
from tests.overlay.control.test_words import FIELD, TRANSLATED, catalogue

PERFORMER = CHECKOUT / "performer"
SPOKEN = """
    agent/game_keys agent/operations.py agent/pause_triggers agent/personas agent/schedule/operations.py
    agent/schedule/parser.py agent/schedule/recurrence.py agent/schedule/scheduler.py agent/schedule/store.py
    agent/schedule/time_zones.py agent/subagents/spending.py agent/subagents/subagent.py agent/unwanted_lines.py
    chats/discord/bot/credential.py chats/discord/bot/gateway.py chats/discord/bot/rate_limits.py
    chats/discord/channels.py chats/discord/hub.py chats/discord/mirror/health.py chats/discord/mirror/outbox.py
    chats/discord/rpc/client.py chats/discord/rpc/handshake.py chats/discord/rpc/server.py chats/discord/setup
    config core/files core/images core/operations.py core/process core/text.py doctor guard memory/backups.py
    memory/journal memory/operations.py models speech stage/avatar stage/desktop stage/library stage/obs_studio
    stage/operations.py stage/processes stage/server/control_socket.py stage/server/server.py stage/sound
    stage/themes.py tools/approvals/operations.py tools/approvals/queue.py tools/jobs tools/mcp/new_server.py
    tools/mcp/operations.py tools/mcp/supervisor.py tools/operations.py tools/plugins.py updates vision wiring
""".split()
"""The parts whose sentences come to the page: files and folders."""
PLAIN = "chats/discord/setup doctor/audio.py doctor/desktop.py doctor/discord.py doctor/home.py doctor/mcp.py".split()
PLAIN += (
    "doctor/model.py doctor/model_lookup.py doctor/report.py doctor/run.py doctor/stage.py doctor/vision.py".split()
)
"""Those of them whose texts are not all made by `own`: each text with a blank in it counts there."""
UNSEEN = {
    "Testing, one, two, three.",  # for the voice
    "The doctor was here.",
    "SCORE {}",
    "Hello! This is a test: I can write here.",  # for Discord, where the language is the show's
    "Bot {}",
    "DiscordBot (stream-performer, 0.1)",
    "It rang {} times.",  # for the model
    "C:/Program Files/obs-studio",
    "SELECT value FROM kept WHERE name = ?",
    "SELECT count(*) FROM message",
    "PRAGMA integrity_check(1)",
    "The doctor keeps nothing, neither '{}' nor anything else.",  # a bug
    "it {}",  # that a program has ended: too little of its own to be known by
    "no",  # calls of a model that makes none
    "JSON",
    "model {}",  # names of parts and threads
    "Discord",
    "discord mirror",
    *"brain discord ears eyes guard judge mic recogniser schedule voice words".split(),
    "doctor's desktop",
    "bold red",
    "The check of '%s' broke.",
}
"""What no page shows."""
WORD = re.compile(r"[A-Za-z]{2}")
AS_IT_IS = re.compile(
    r"\{\} config set [\w.]+( \{\}| true)?|\{\} (add|voice get|ears get) (\w+|\{\})( \(\{\} MB\))?|\{\}, in \{\}"
    r"|chmod [67]00 \{\}|icacls .*|\{\} UTC|`\{\} discord token`|.*Let it go.*"
)
"""What the page puts into words by itself or leaves as it is typed, and what a model alone is told."""


def list_files(part: str) -> list[Path]:
    """The modules of a part."""
    return sorted((PERFORMER / part).rglob("*.py")) if (PERFORMER / part).is_dir() else [PERFORMER / part]


def read_own(tree: ast.AST) -> Iterator[str]:
    """The sentences of a module that it says itself."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "own":
            yield from (str(each.value) for each in node.args if isinstance(each, ast.Constant))


def read_texts(tree: ast.AST) -> Iterator[str]:
    """The texts of a module that have a blank, but no docstrings and no names of findings."""
    spared: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr | ast.JoinedStr):
            spared |= {each for each in ast.iter_child_nodes(node) if isinstance(each, ast.Constant)}
        if isinstance(node, ast.Call) and re.search(r"\b(ok|warn|fail|skip|note)$", ast.unparse(node.func)):
            spared |= {each for each in node.args[:1] if isinstance(each, ast.Constant | ast.JoinedStr)}
    for node in set(ast.walk(tree)) - spared:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value.strip():
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            parts = (each.value if isinstance(each, ast.Constant) else "{}" for each in node.values)
            text = "".join(map(str, parts))
            if " " in text.strip():
                yield text


def list_sentences() -> set[str]:
    """All sentences of the parts that come to the page, with {} for what is put in."""
    said: set[str] = set()
    for read, parts in ((read_own, SPOKEN), (read_texts, PLAIN)):
        for file in (each for part in parts for each in list_files(part)):
            said |= {FIELD.sub("{}", each) for each in read(ast.parse(file.read_text(encoding="utf-8")))}
    return {each for each in said if WORD.search(each.replace("{}", "")) and not AS_IT_IS.fullmatch(each)} - UNSEEN


def is_told(sentence: str, told: set[str]) -> bool:
    """Whether the page has words for a sentence, or for each of the parts that it looks up one by one."""
    parts = (each for each in sentence.split(": ") if WORD.search(each))
    return sentence in told or all(each in told for each in parts)


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_language_says_every_sentence_that_a_streamer_meets(language: str) -> None:
    told = {FIELD.sub("{}", each) for each in catalogue(language)["told"]}

    assert [each for each in sorted(list_sentences()) if not is_told(each, told)] == []


def test_nothing_is_left_out_that_nobody_says() -> None:
    said = [
        each
        for read, parts in ((read_own, SPOKEN), (read_texts, PLAIN))
        for part in parts
        for file in list_files(part)
        for each in read(ast.parse(file.read_text(encoding="utf-8")))
    ]

    assert UNSEEN - {FIELD.sub("{}", each) for each in said} == set()
