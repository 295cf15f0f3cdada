"""Printed calls of every shape, and what only looks like one; a family a module, a case a line.

A new family is one more module with a `CASES: Table`, and one more name below.
"""

from tests.performer.models.toolcalls.text.cases import (
    answer_parts,
    cut_off,
    damage,
    drift,
    fences,
    hermes,
    invented,
    labels,
    lines,
    objects,
    prose,
    python_calls,
    quoted,
    react,
    shown,
    tags,
    thinking,
    tokens,
    unmeant,
    words,
)
from tests.performer.models.toolcalls.text.cases.case import Case, Table
from tests.performer.models.toolcalls.text.tools import STAGE, WORDS

FAMILIES: dict[str, Table] = {
    "objects": objects.CASES,
    "answer parts": answer_parts.CASES,
    "fences": fences.CASES,
    "lines": lines.CASES,
    "labels": labels.CASES,
    "Python": python_calls.CASES,
    "Hermes": hermes.CASES,
    "tokens": tokens.CASES,
    "tags": tags.CASES,
    "ReAct": react.CASES,
    "drift": drift.CASES,
    "damage": damage.CASES,
    "cut off": cut_off.CASES,
    "quoted": quoted.CASES,
    "shown": shown.CASES,
    "unmeant": unmeant.CASES,
    "invented": invented.CASES,
    "thinking": thinking.CASES,
    "prose": prose.CASES,
    "words": words.CASES,
}

CASES: tuple[Case, ...] = tuple(
    Case(
        id=f"{family}: {name}",
        family=family,
        text=text,
        speech=speech,
        expected=expected,
        tools=WORDS if family == "words" else STAGE,
    )
    for family, table in FAMILIES.items()
    for name, (text, speech, expected) in table.items()
)
