"""The file of kept answers: a line about the model, and one for each answer, added trial by trial as a run goes on."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from bench.tool_choice.playing.answers import AnswerPlace, Answers, KeptAnswer
from bench.tool_choice.playing.lines_file import LinesFile
from bench.tool_choice.trial import RawAnswer
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError

VERSION: Final = 1
_REMEDY: Final = f"Name a file that `{COMMAND} bench tools --record FILE` wrote."
_MODEL: Final = ("model", "digest")
Kept = tuple[AnswerPlace, KeptAnswer]


class AnswersFile:
    """A file that a run keeps its answers in."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lines = LinesFile(file=file, what="answers")

    def check(self, *, goes_on: bool) -> None:
        """Raise ConfigError when the file cannot be written, or has answers that a new run would lose.

        Args:
            goes_on: Whether the run goes on that wrote the file.
        """
        if self._has_content():
            if not goes_on:
                taken = f"The file {self._file} has something in it already."
                raise ConfigError(f"{taken} Name another, or go on with the run by --resume.")
            read_answers(self._file)
        self._lines.check()

    def open(self, about: dict[str, Any]) -> None:
        """Begin the file with facts about the model and the run, or go on with what is there.

        Raises:
            ConfigError: when it has the answers of another model, or cannot be written.
        """
        if not self._has_content():
            self._lines.begin(_dump_about(about))
            return
        before = read_answers(self._file).about
        if [before.get(each) for each in _MODEL] != [about.get(each) for each in _MODEL]:
            raise ConfigError(f"The file {self._file} has the answers of {before.get('model')}. Name another file.")
        self._lines.cut_off_torn()

    def add(self, kept: Iterable[Kept]) -> None:
        """Add the answers of a trial; raise ConfigError when there is no room."""
        self._lines.add(*(_dump(*each) for each in kept))

    def _has_content(self) -> bool:
        return self._file.is_file() and self._file.stat().st_size > 0


def read_answers(file: Path) -> Answers:
    """Read answers; a ConfigError when the file cannot be read or is none of this version."""
    try:
        return _parse_all([json.loads(line) for line in LinesFile(file=file, what="answers").read()])
    except OSError as error:
        raise ConfigError(f"The answers {file} cannot be read: {error.strerror}. {_REMEDY}") from None
    except (ValueError, TypeError, KeyError, AttributeError):
        raise ConfigError(f"{file} has no answers of version {VERSION}. {_REMEDY}") from None


def _parse_all(lines: list[dict[str, Any]]) -> Answers:
    about, *others = lines
    if about.pop("v") != VERSION:
        raise ValueError("another version")
    trials: dict[tuple[str, str, int], dict[AnswerPlace, KeptAnswer]] = {}
    for place, kept in map(_parse, others):
        if place.number == 0:  # a trial that was played again after a stop replaces what it came to before
            trials[place.trial] = {}
        trials.setdefault(place.trial, {})[place] = kept
    return Answers(about=about, kept={place: kept for each in trials.values() for place, kept in each.items()})


def _dump_about(about: dict[str, Any]) -> str:
    return json.dumps({"v": VERSION, **about}, ensure_ascii=False)


def _dump(place: AnswerPlace, kept: KeptAnswer) -> str:
    written = {name: value for name, value in asdict(kept).items() if value not in (None, "", 0)}
    if kept.answer:
        written["answer"] = {name: value for name, value in asdict(kept.answer).items() if value or name == "text"}
    return json.dumps({**asdict(place), **written}, ensure_ascii=False)


def _parse(line: dict[str, Any]) -> Kept:
    place = AnswerPlace(**{name: line.pop(name) for name in AnswerPlace.__dataclass_fields__})
    answer = line.pop("answer", None)
    if answer is not None:
        answer = RawAnswer(**{**answer, "calls": tuple((name, given) for name, given in answer.get("calls", ()))})
    return place, KeptAnswer(**line, answer=answer)
