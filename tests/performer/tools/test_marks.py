"""The marks of our own tools: which of them give answers in our own words, after which a turn may do as much as before.

A new one is a decision: all that it tells with `ours` must be its own words and those of its call, and nobody else's.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import performer
from performer.tools.names import OURS

MARKED: Final = {
    "overlay_text",
    "show_emote",
    "play_sfx",
    "set_mood",
    "spawn_particle",
    "keep_picture",
    "remember",
    "schedule",
    "find_tools",
}
TELLING: Final = {
    "agent/schedule/tools.py": 2,
    "memory/notes.py": 1,
    "stage/tools.py": 5,
    "tools/find.py": 1,
    "vision/tools.py": 1,
}
"""Where answers in our own words are given, and how many."""
_SOURCE: Final = Path(performer.__file__).parent


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Give every call that is written down, and the file."""
    for file in sorted(_SOURCE.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        if "answers_as_ours" in text or "make_own_text(" in text or "is_ours" in text:
            tree = ast.parse(text)
            yield from (
                (file.relative_to(_SOURCE).as_posix(), each) for each in ast.walk(tree) if isinstance(each, ast.Call)
            )


def with_keyword(name: str) -> list[tuple[str, str]]:
    """Return the calls with a keyword: the file, and the first argument."""
    return [
        (file, ast.unparse(call.args[0]) if call.args else "")
        for file, call in calls()
        if any(keyword.arg == name for keyword in call.keywords)
    ]


def test_these_tools_of_ours_are_marked_and_no_others() -> None:
    assert sorted(first for _, first in with_keyword("answers_as_ours")) == sorted(MARKED)
    assert MARKED < OURS


def test_in_these_places_they_answer_in_our_own_words_and_nowhere_else() -> None:
    told = [file for file, call in calls() if ast.unparse(call.func) == "make_own_text"]

    assert {file: told.count(file) for file in told} == TELLING
    assert {file for file, _ in with_keyword("is_ours")} == {"tools/result.py"}
