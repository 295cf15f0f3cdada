"""Cases of the guard's score out of files: one JSON object a line, with the verdict that is wanted.

A file whose name ends in `.b64` is packed as the block lists are, so that a repository need not show a slur. One whose
name ends in `.txt` holds clean lines of the language that it is named after; # begins a comment.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, get_args

from performer.core.errors import ConfigError
from performer.guard.lists.finder import decode_text

Part = Literal["disguise", "private", "clean"]
"""The parts of a score: disguised words, private data, and lines without either."""
PARTS: Final[tuple[Part, ...]] = get_args(Part)
PACKED: Final = ".b64"
CLEAN_LINES: Final = ".txt"
_EXPECTED: Final = {"stop": True, "pass": False}
_KINDS: Final = ("text", "turns")


class CaseFileError(ConfigError):
    """Raised for a file that cannot be read, or a line of it that is no case."""


@dataclass(frozen=True, kw_only=True)
class GuardCase:
    """One text, or several in a row, and what should become of them."""

    texts: tuple[str, ...]
    """What is said one after the other; mostly one text."""
    must_stop: bool
    """Whether it must be masked or dropped; else it must pass."""
    part: Part
    kind: str
    """The way of the disguise, the sort of datum, or what a clean line is about."""
    language: str
    source: str
    """The name of the file and the line."""


def read_cases(files: list[Path]) -> list[GuardCase]:
    """Read the cases of all files, in order; a CaseFileError names the line that is no case."""
    if not files:
        raise CaseFileError("Name a file of cases: one JSON object a line.")
    cases = [case for file in files for case in _read_file(file)]
    if not cases:
        names = ", ".join(str(file) for file in files)
        raise CaseFileError(f"There is no case in {names}. Write one JSON object a line.")
    return cases


def explain_clean_lines(cases: Sequence[GuardCase]) -> str:
    """Return which cases are lines of a text, that count as clean ones; empty when none is."""
    files = Counter(case.source.rpartition(":")[0] for case in cases)
    counts = [f"{name} ({count})" for name, count in files.items() if name.endswith(CLEAN_LINES)]
    if not counts:
        return ""
    return (
        f"Each line of {', '.join(counts)} counts as a clean one that is to pass. "
        "What is to be stopped stands in a .jsonl file; `guard FILE` only shows what becomes of each line."
    )


def _read_file(file: Path) -> list[GuardCase]:
    # Only a line feed ends a line: a text may hold any other sign that Python takes for an end.
    lines = enumerate(_read_text(file).split("\n"), start=1)
    if file.suffix == CLEAN_LINES:
        return [_make_clean(file, number, line) for number, line in lines if line.strip() and not line.startswith("#")]
    return [_parse_line(file, number, line) for number, line in lines if line.strip()]


def _make_clean(file: Path, number: int, line: str) -> GuardCase:
    return GuardCase(
        texts=(line.strip(),),
        must_stop=False,
        part="clean",
        kind="ordinary",
        language=file.stem,
        source=f"{file.name}:{number}",
    )


def _read_text(file: Path) -> str:
    try:
        raw = file.read_bytes()
    except OSError as error:
        raise CaseFileError(f"The cases {file} cannot be read: {error.strerror}. Name another file.") from None
    if file.suffix == PACKED:
        return _unpack(raw, file)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        number = raw.count(b"\n", 0, error.start) + 1
        raise CaseFileError(f"Line {number} of {file} is no case: it is not UTF-8. Save the file as UTF-8.") from None


def _unpack(raw: bytes, file: Path) -> str:
    try:
        return decode_text(raw.decode("ascii"))
    except ValueError:
        why = "it is not packed as a list is. Let only packed files end in .b64"
        raise CaseFileError(f"The cases {file} cannot be read: {why}.") from None


def _parse_line(file: Path, number: int, line: str) -> GuardCase:
    try:
        values = json.loads(line)
        return _parse_case(_check_object(values), f"{file.name}:{number}")
    except json.JSONDecodeError as error:
        why = f"it is no JSON, {error.msg} at character {error.pos + 1}"
    except RecursionError:
        why = "it is nested too deep"
    except ValueError as error:
        why = str(error)
    raise CaseFileError(f"Line {number} of {file} is no case: {why}.") from None


def _check_object(values: object) -> Mapping[str, Any]:
    if not isinstance(values, dict):
        raise ValueError("it is no JSON object")  # noqa: TRY004  it is the line that is wrong
    return values


def _parse_case(values: Mapping[str, Any], source: str) -> GuardCase:
    texts = _parse_texts(values)
    part, expected = values.get("part"), values.get("expect")
    if part not in PARTS:
        raise ValueError(f"it needs 'part', one of: {', '.join(PARTS)}")
    if expected not in ("stop", "pass"):
        raise ValueError("it needs 'expect', one of: stop, pass")
    if part == "clean" and expected == "stop":
        raise ValueError("a clean line is to pass")
    return GuardCase(
        texts=texts,
        must_stop=_EXPECTED[expected],
        part=part,
        kind=_parse_name(values, "kind"),
        language=_parse_name(values, "language"),
        source=source,
    )


def _parse_texts(values: Mapping[str, Any]) -> tuple[str, ...]:
    match {key: values[key] for key in _KINDS if key in values}:
        case {"text": str(text), **others} if not others:
            return (text,)
        case {"turns": [*turns], **others} if turns and not others and all(isinstance(each, str) for each in turns):
            return tuple(turns)
        case _:
            raise ValueError("it needs either 'text', a text, or 'turns', a list of texts")


def _parse_name(values: Mapping[str, Any], key: str) -> str:
    name = values.get(key)
    if not isinstance(name, str) or not name.strip():
        raise ValueError(f"it needs '{key}', a name")
    return name.strip()
