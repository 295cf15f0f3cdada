"""Files of phrases: pieces, lines that go on, and what stands in the files that ship."""

import itertools
import re
import tomllib
from typing import Any

import pytest

from performer.guard.topics.phrases import COMMON, FOLDER, PhraseFile, compile_phrase, load_phrase_file, load_topic

FILES = sorted(file.stem for file in FOLDER.glob("*.toml"))


def file_of(text: str) -> PhraseFile:
    return PhraseFile("threats", tomllib.loads(text))


def texts_in(tree: Any) -> list[str]:
    match tree:
        case str():
            return [tree]
        case dict():
            return [text for each in tree.values() for text in texts_in(each)]
        case list():
            return [text for each in tree for text in texts_in(each)]
    return []


def test_a_piece_stands_for_any_of_its_lines() -> None:
    file = file_of("[pieces]\nPLACE = '''\nschool|church\ncity hall\n'''")

    assert file.patterns("burn the {PLACE} down") == ("burn the (school|church|city hall) down",)


def test_a_line_that_is_one_piece_stands_for_its_lines_one_by_one() -> None:
    file = file_of("[pieces]\nLOUD = '''\nshout\nyell at {WHOM}\n'''\nWHOM = 'you'")

    assert file.patterns("{LOUD}\nhush") == ("shout", "yell at (you)", "hush")


def test_a_line_that_ends_in_a_bar_goes_on_in_the_next() -> None:
    assert file_of("pieces = {}").patterns("(a|\n    b ){0,3}c\nd") == ("(a|b ){0,3}c", "d")


def test_pieces_of_another_file_and_of_the_common_one_are_found() -> None:
    file = file_of("pieces = {}")

    assert file.patterns("{denial.EVENT}") == load_phrase_file("denial").piece("EVENT")
    assert file.patterns("{HELP}") == load_phrase_file(COMMON).piece("HELP")


@pytest.mark.parametrize(("text", "where"), [("a {NOWHERE}", "common"), ("a {denial.NOWHERE}", "denial")])
def test_a_piece_that_is_nowhere_is_named(text: str, where: str) -> None:
    with pytest.raises(KeyError, match=rf"{where}\.toml names the piece NOWHERE"):
        file_of("pieces = {}").patterns(text)


def test_phrases_know_their_cues_and_what_excuses_them() -> None:
    phrases = file_of("pieces.BOSS = 'boss'").phrases({"cues": "kill", "any": "kill you", "unless": "{BOSS}|game"})

    assert phrases.beginnings == {"kill"}
    assert (phrases.patterns, phrases.unless, phrases.is_asked) == (("kill you",), "((boss)|game)", False)


@pytest.mark.parametrize(
    ("pattern", "line", "found"),
    [
        ("kill you", "i,kill,you", True),
        ("kill you", "i kill.you", False),
        ("kill … you", "kill all of you", True),
        ("kill … you", "kill all.of you", False),
        ("invent~", "they invented it", True),
        ("invent", "they invented it", False),
        ("don't", "i dont", True),
        ("a[ b]c", "a,c", False),
    ],
)
def test_signs_in_a_pattern(pattern: str, line: str, *, found: bool) -> None:
    assert bool(compile_phrase(pattern).search(line)) is found


@pytest.mark.parametrize("name", FILES)
def test_a_files_lines_are_readable_and_begin_and_end_with_what_counts(name: str) -> None:
    lines = (FOLDER / f"{name}.toml").read_text(encoding="utf-8").splitlines()

    assert [line for line in lines if len(line) > 130 or line != line.rstrip()] == []
    assert [line for line, after in itertools.pairwise(lines) if line.endswith("|") and after == "'''"] == []


@pytest.mark.parametrize("name", FILES)
def test_every_piece_is_named_somewhere(name: str) -> None:
    pieces = load_phrase_file(name).tree.get("pieces", {})
    own = "\n".join(texts_in(load_phrase_file(name).tree))
    everywhere = "\n".join(text for each in FILES for text in texts_in(load_phrase_file(each).tree))
    unused = [
        piece
        for piece in pieces
        if f"{{{piece}}}" not in (everywhere if name == COMMON else own) and f"{{{name}.{piece}}}" not in everywhere
    ]

    assert unused == []


@pytest.mark.parametrize("name", [name for name in FILES if name not in (COMMON, "bait")])
def test_every_pattern_of_a_topic_compiles_without_a_piece_left(name: str) -> None:
    patterns = [each for phrases in load_topic(name).phrases for each in (*phrases.patterns, phrases.unless)]

    assert all(compile_phrase(pattern).groups == 0 for pattern in patterns)
    assert [pattern for pattern in patterns if re.search(r"\{[^}]*[A-Z]", pattern)] == []
