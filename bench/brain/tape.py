"""The tape: answers of a model and readings off the screen, kept in a file with the time that they took."""

import json
from collections import Counter
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Final

from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError
from performer.core.files.atomic import write_atomically
from performer.models.model import FinalAnswer, Misprint, Step, ToolCalls, Usage
from performer.tools.tool import ToolCall

VERSION: Final = 1
_REMEDY: Final = f"Name a file that `{COMMAND} bench brain --record FILE` wrote."


@dataclass(frozen=True, kw_only=True)
class TapedAnswer:
    """A step of a model, or its failure."""

    pieces: tuple[tuple[float, str], ...]
    """The pieces as they came, each with its seconds since the question."""
    took_s: float
    step: Step | None
    """None when the step failed."""
    error: str = ""
    retry: bool = True
    """Whether it is worth asking again after the failure."""


@dataclass(frozen=True, kw_only=True)
class TapedReading:
    """The words on a picture, or why they could not be read."""

    text: str
    took_s: float
    error: str = ""


@dataclass(kw_only=True)
class Tape:
    """Answers by the keys of their requests; a replay gives them in their order, and the last one for ever."""

    about: dict[str, Any] = field(default_factory=dict)
    """The plan of the run, and facts about the model."""
    answers: dict[str, list[TapedAnswer]] = field(default_factory=dict)
    words: dict[str, TapedReading] = field(default_factory=dict)
    asked: Counter[str] = field(default_factory=Counter)
    """In a replay: how much was asked, by kind."""
    missing: Counter[str] = field(default_factory=Counter)
    """In a replay: how much of that is not here."""
    _given: Counter[str] = field(default_factory=Counter)

    def keep(self, key: str, answer: TapedAnswer) -> None:
        """Add an answer."""
        self.answers.setdefault(key, []).append(answer)

    def find_answer(self, key: str) -> TapedAnswer | None:
        """Return the next answer to a request, or None, and count it."""
        self.asked["requests"] += 1
        there = self.answers.get(key)
        if not there:
            self.missing["requests"] += 1
            return None
        number = min(self._given[key], len(there) - 1)
        self._given[key] += 1
        return there[number]

    def read(self, key: str) -> TapedReading | None:
        """Return the reading off a picture, or None, and count it."""
        self.asked["pictures read"] += 1
        if key not in self.words:
            self.missing["pictures read"] += 1
        return self.words.get(key)

    def rewind(self) -> None:
        """Clear the counts: another take begins."""
        self.asked.clear()
        self.missing.clear()

    def save(self, file: Path) -> None:
        """Write the tape into a file, one JSON value a line; a ConfigError when that fails."""
        lines = [{"v": VERSION, **self.about}]
        lines += [{"key": key, **_dump_answer(each)} for key, given in self.answers.items() for each in given]
        lines += [{"picture": key, **asdict(each)} for key, each in self.words.items()]
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        try:
            write_atomically(file, text.encode())
        except OSError as error:
            raise ConfigError(f"The recording {file} cannot be written: {error.strerror}. Name another file.") from None


def read_tape(file: Path) -> Tape:
    """Read a tape; a ConfigError when the file cannot be read or is none."""
    try:
        lines = [json.loads(line) for line in file.read_text(encoding="utf-8").split("\n") if line]
        return _parse_tape(lines)
    except OSError as error:
        raise ConfigError(f"The recording {file} cannot be read: {error.strerror}. {_REMEDY}") from None
    except (ValueError, TypeError, KeyError, IndexError, AttributeError):
        raise ConfigError(f"{file} is no recording of version {VERSION}. {_REMEDY}") from None


def _parse_tape(lines: list[dict[str, Any]]) -> Tape:
    about = dict(lines[0])
    if about.pop("v") != VERSION:
        raise ValueError("another version")
    tape = Tape(about=about)
    for line in lines[1:]:
        if "picture" in line:
            tape.words[line["picture"]] = TapedReading(text=line["text"], took_s=line["took_s"], error=line["error"])
        else:
            pieces = tuple((at_s, text) for at_s, text in line["pieces"])
            failed = {name: line[name] for name in ("error", "retry") if name in line}
            step = None if failed else _parse_step(line)
            tape.keep(line["key"], TapedAnswer(pieces=pieces, took_s=line["took_s"], step=step, **failed))
    return tape


def _dump_answer(answer: TapedAnswer) -> dict[str, Any]:
    value: dict[str, Any] = {"pieces": answer.pieces, "took_s": answer.took_s}
    step = answer.step
    if step is None:
        return {**value, "error": answer.error, "retry": answer.retry}
    if isinstance(step, FinalAnswer):
        value["text"] = step.text
    else:
        wrong = [{**_dump_call(each.call), "reason": each.reason} for each in step.misprints]
        value |= {"calls": [*map(_dump_call, step.calls)], "misprints": wrong, "preface": step.preface}
    return {**value, "cut": step.cut, "usage": {name: each for name, each in asdict(step.usage).items() if each}}


def _dump_call(call: ToolCall) -> dict[str, Any]:
    return {"id": call.id, "name": call.name, "arguments": dict(call.arguments), "strays": call.strays}


def _parse_step(line: dict[str, Any]) -> Step:
    known = {each.name for each in fields(Usage)}
    usage = Usage(**{name: value for name, value in line["usage"].items() if name in known})
    if "text" in line:
        return FinalAnswer(text=line["text"], usage=usage, cut=line["cut"])
    return ToolCalls(
        calls=tuple(_parse_call(each) for each in line["calls"]),
        misprints=tuple(Misprint(call=_parse_call(each), reason=each["reason"]) for each in line["misprints"]),
        preface=line["preface"],
        usage=usage,
        cut=line["cut"],
    )


def _parse_call(value: dict[str, Any]) -> ToolCall:
    return ToolCall(id=value["id"], name=value["name"], arguments=value["arguments"], strays=tuple(value["strays"]))
