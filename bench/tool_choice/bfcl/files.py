"""BFCL's own files, out of a user's copy: cases, the functions of cases with turns, and answers.

A folder has `BFCL_v4_CATEGORY.json` (or v3), one JSON object a line; the answers stand in `possible_answer/` under the
same names; functions of cases with several turns in `multi_turn_func_doc/`, one file for each simulated class. Of a
category in two versions the newer is read.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

from pydantic import BaseModel, ValidationError

from bench.tool_choice.bfcl.answers import RightCall, UnfitAnswerError, parse_answer, parse_call_text
from bench.tool_choice.bfcl.cases import BfclCase, BfclMessage, BfclTurn
from bench.tool_choice.bfcl.categories import CATEGORIES, BfclCategory, find_category
from bench.tool_choice.bfcl.faults import find_right_arguments
from bench.tool_choice.bfcl.functions import BfclFunction, WrittenFunction, make_function
from performer.core.errors import ConfigError
from performer.core.files.user_file import UnfitFileError, read_user_text
from performer.core.text import format_near_miss

_NAME: Final = re.compile(r"BFCL_v(\d{1,3})_(\w+)")
_ANSWERS: Final = "possible_answer"
_DOCUMENTS: Final = "multi_turn_func_doc"
_MOST_BYTES: Final = 64_000_000
_CLASSES: Final = {
    "GorillaFileSystem": "gorilla_file_system",
    "MathAPI": "math_api",
    "MessageAPI": "message_api",
    "TicketAPI": "ticket_api",
    "TradingBot": "trading_bot",
    "TravelAPI": "travel_booking",
    "TwitterAPI": "posting_api",
    "VehicleControlAPI": "vehicle_control",
}
"""The file of functions of each simulated class; a fact of its `executable_backend_config.py`."""
_MORE_FUNCTIONS: Final = BfclMessage(role="user", text="There are more functions now. Please do it with them.")
"""What is said in a turn that only brings functions; the file has no words for it."""


class _WrittenMessage(BaseModel):
    role: Literal["system", "user", "assistant"]
    content: str


class _WrittenCase(BaseModel):
    id: str
    question: list[list[_WrittenMessage]]
    function: list[WrittenFunction] = []
    involved_classes: list[str] = []
    missed_function: dict[int, list[str]] = {}


class _WrittenAnswer(BaseModel):
    id: str
    ground_truth: list[Any]


_Written = TypeVar("_Written", bound=BaseModel)


@dataclass(frozen=True, kw_only=True)
class LeftOutCase:
    """A case that is not asked, because its answer contradicts its own functions."""

    id: str
    category: str
    why: str


@dataclass(frozen=True, kw_only=True)
class BfclFolder:
    """All that was read of a folder."""

    cases: tuple[BfclCase, ...]
    left_out: tuple[LeftOutCase, ...] = ()
    unread: tuple[str, ...] = ()
    """The files of categories that are not read here: other languages, servers, and what is not scored."""


def read_bfcl(folder: Path, *, categories: Collection[str] = ()) -> BfclFolder:
    """Read the cases of a folder in the order of the published categories.

    Args:
        folder: The one that holds `BFCL_v4_simple_python.json` and the like.
        categories: The names of those that are wanted, as `categories.CATEGORIES` has them; none: all that are there.

    Raises:
        ConfigError: when there is no such folder, file or answer, or a line of a file is wrong; by file and line.
    """
    files, unread = _find_files(folder)
    chosen = _choose(categories, files)
    documents = _read_documents(folder) if any(CATEGORIES[name].has_turns for name in chosen) else {}
    read = [each for name in chosen for each in _read_category(CATEGORIES[name], files[name], documents)]
    return BfclFolder(
        cases=tuple(each for each in read if isinstance(each, BfclCase)),
        left_out=tuple(each for each in read if isinstance(each, LeftOutCase)),
        unread=unread,
    )


def _find_files(folder: Path) -> tuple[dict[str, Path], tuple[str, ...]]:
    """Return the newest file of each category, and the names of files that no category is in."""
    if not folder.is_dir():
        raise ConfigError(f"There is no folder {folder}. Name the one with the files of BFCL.")
    found: dict[str, tuple[int, Path]] = {}
    unread = []
    for file in sorted(folder.glob("BFCL_v*.json")):
        name = _NAME.fullmatch(file.stem)
        category = find_category(name[2]) if name else None
        if name is None or category is None:
            unread.append(file.name)
        elif found.get(category.name, (0, file))[0] <= int(name[1]):
            found[category.name] = (int(name[1]), file)
    if not found:
        raise ConfigError(
            f"{folder} holds no cases of BFCL. Name the folder with BFCL_v4_simple_python.json: in its repository, "
            "berkeley-function-call-leaderboard/bfcl_eval/data."
        )
    return {name: file for name, (_, file) in found.items()}, tuple(unread)


def _choose(wanted: Collection[str], files: Mapping[str, Path]) -> list[str]:
    for name in wanted:
        if name not in files:
            raise ConfigError(f"The folder has no category '{name}'. {format_near_miss(name, [*files])}")
    return [name for name in CATEGORIES if name in (wanted or files)]


def _read_category(
    category: BfclCategory, file: Path, documents: Mapping[str, Sequence[BfclFunction]]
) -> Iterator[BfclCase | LeftOutCase]:
    answers = _read_answers(file) if category.has_answers else {}
    taken = set[str]()
    for place, written in _read_lines(file, _WrittenCase):
        if written.id in taken:
            raise ConfigError(f"{place}: the id '{written.id}' is there twice. Copy the file anew.")
        if category.has_answers and written.id not in answers:
            raise ConfigError(f"{place}: {_ANSWERS}/{file.name} has no answer for '{written.id}'. Copy both anew.")
        taken.add(written.id)
        functions = _list_functions(written, documents, place)
        try:
            expected = _parse_answers(category, answers.get(written.id, []), functions, len(written.question))
        except UnfitAnswerError as error:
            yield LeftOutCase(id=written.id, category=category.name, why=str(error))
        else:
            turns = tuple(_make_turn(written, number, functions, answers) for number, answers in enumerate(expected))
            yield BfclCase(id=written.id, category=category, turns=turns)


def _list_functions(
    written: _WrittenCase, documents: Mapping[str, Sequence[BfclFunction]], place: str
) -> list[BfclFunction]:
    for name in written.involved_classes:
        if name not in documents:
            document = f"{_DOCUMENTS}/{_CLASSES[name]}.json" if name in _CLASSES else f"a file of {_DOCUMENTS}"
            raise ConfigError(f"{place}: the functions of {name} are missing. Copy {document} beside the cases.")
    try:
        own = [make_function(each) for each in written.function]
    except ValueError as error:
        raise ConfigError(f"{place}: a function is wrong: {error}. Copy the file anew.") from None
    return own + [each for name in written.involved_classes for each in documents[name]]


def _parse_answers(
    category: BfclCategory, written: Sequence[Any], functions: Sequence[BfclFunction], turns: int
) -> list[tuple[RightCall, ...]]:
    """Return the right calls of each turn; raise UnfitAnswerError for one that no call can match."""
    known = {each.name: each for each in functions}
    if not category.has_answers:
        return [()] * turns
    if category.has_turns:
        expected = [tuple(parse_call_text(str(each), known) for each in turn) for turn in written]
    else:
        expected = [tuple(parse_answer(each, known) for each in written)]
    if len(expected) != turns:
        raise UnfitAnswerError(f"{turns} turns have answers for {len(expected)}")
    for right in (each for turn in expected for each in turn):
        find_right_arguments(right)
    return expected


def _make_turn(
    written: _WrittenCase, number: int, functions: Sequence[BfclFunction], answers: tuple[RightCall, ...]
) -> BfclTurn:
    said = tuple(BfclMessage(role=each.role, text=each.content) for each in written.question[number])
    withheld = {name for turn, names in written.missed_function.items() if turn > number for name in names}
    specs = tuple(each.spec for each in functions if each.name not in withheld)
    return BfclTurn(said=said or (_MORE_FUNCTIONS,), specs=specs, answers=answers)


def _read_answers(file: Path) -> dict[str, list[Any]]:
    answers = file.parent / _ANSWERS / file.name
    if not answers.is_file():
        raise ConfigError(f"The answers of {file.name} are missing. Copy {_ANSWERS}/{file.name} beside the cases.")
    return {each.id: each.ground_truth for _, each in _read_lines(answers, _WrittenAnswer)}


def _read_documents(folder: Path) -> dict[str, list[BfclFunction]]:
    """Return the functions of each simulated class whose file is there."""
    files = {name: folder / _DOCUMENTS / f"{stem}.json" for name, stem in _CLASSES.items()}
    return {name: _read_functions(file) for name, file in files.items() if file.is_file()}


def _read_functions(file: Path) -> list[BfclFunction]:
    functions = []
    for place, written in _read_lines(file, WrittenFunction):
        try:
            functions.append(make_function(written))
        except ValueError as error:
            raise ConfigError(f"{place}: a function is wrong: {error}. Copy the file anew.") from None
    return functions


def _read_lines(file: Path, kind: type[_Written]) -> Iterator[tuple[str, _Written]]:
    """Yield each line's object with its place, such as `BFCL_v4_multiple.json, line 3`."""
    try:
        text = read_user_text(file, _MOST_BYTES)
    except (UnfitFileError, OSError) as error:
        raise ConfigError(f"{file.name} cannot be read: {error}. Copy the file anew.") from None
    # By line ends alone: texts may hold the other characters at which Python splits lines.
    for number, line in enumerate(text.split("\n"), 1):
        place = f"{file.name}, line {number}"
        try:
            if line.strip():
                yield place, kind.model_validate_json(line)
        except ValidationError as error:
            first = error.errors()[0]
            key = ".".join(map(str, first["loc"]))
            why = f"key '{key}': {first['msg']}" if key else first["msg"]
            raise ConfigError(f"{place}: {why}. Copy the file anew.") from None
