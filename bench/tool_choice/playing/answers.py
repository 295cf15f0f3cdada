"""The answers of a model, below every reader of ours: watched, kept, and played again.

A replay finds an answer by its place (case, mode, repeat, and which question of the trial), for what a model wrote
stays true model output when our prompts change; whether the question is still the same is known by its hash.
"""

import json
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import pairwise
from typing import Any, Final

import anyio

from bench.tool_choice.trial import AskedMode, RawAnswer
from performer.core.clock import Clock
from performer.core.errors import ServiceError
from performer.models.driver.answer import AnswerChunk, NativeCall, NextChunk
from performer.models.driver.driver import Chat
from performer.models.driver.request_builder import Body
from performer.models.http.deadlines import AnswerDeadlines
from performer.models.model import Usage

_ASKED: Final = ("messages", "tools", "format", "response_format")
"""The parts of a question that a model reads, or is held to; the others are the machine's or the server's."""
CUT: Final = "Its turn was over before it was done."
"""The error of an answer that was cut off by its turn's deadline."""
_LENGTH: Final = 20
_DIGEST: Final = 12


@dataclass(frozen=True, kw_only=True)
class AnswerPlace:
    """Which question of which trial it is."""

    case: str
    mode: AskedMode
    repeat: int
    number: int
    """From 0: a step may take more than one question."""

    @property
    def trial(self) -> tuple[AskedMode, str, int]:
        """The trial, by its mode, case and repeat."""
        return self.mode, self.case, self.repeat


@dataclass(frozen=True, kw_only=True)
class KeptAnswer:
    """A question and what came of it: an answer, or the server's failure."""

    key: str
    """The hash of what was asked."""
    answer: RawAnswer | None
    error: str = ""
    first_s: float | None = None
    """Seconds to the first sign of an answer."""
    took_s: float = 0.0
    prompt_tokens: int = 0
    answer_tokens: int = 0


@dataclass(frozen=True, kw_only=True)
class AskedQuestion:
    """A question of this run, with pictures as digests, and what came of it."""

    body: Mapping[str, Any]
    kept: KeptAnswer
    is_same: bool = True
    """Whether a replayed answer was given to just this question."""


@dataclass(kw_only=True)
class Answers:
    """The answers of a run, by their places."""

    about: dict[str, Any] = field(default_factory=dict)
    """Facts about the model and the run."""
    kept: dict[AnswerPlace, KeptAnswer] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    """In a replay: questions that were `same`, `changed` since, or `missing`."""

    def find(self, place: AnswerPlace, key: str) -> KeptAnswer | None:
        """Return the answer at a place, and count whether its question was this one; None when there is none."""
        kept = self.kept.get(place)
        self.counts["missing" if kept is None else "same" if kept.key == key else "changed"] += 1
        return kept

    def add(self, kept: Iterable[tuple[AnswerPlace, KeptAnswer]]) -> None:
        """Add the answers of a trial."""
        self.kept.update(kept)


def hash_question(body: Mapping[str, Any]) -> str:
    """Hash what a model reads of a question, pictures and all."""
    asked = {name: body[name] for name in _ASKED if name in body}
    return sha256(json.dumps(asked, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:_LENGTH]


def show_question(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return a question for people: every picture is its digest."""
    return {key: _hide_pictures(value, is_picture=False) for key, value in body.items()}


def _hide_pictures(value: object, *, is_picture: bool) -> Any:
    match value:
        case str() if is_picture or value.startswith("data:image"):
            return f"picture {sha256(value.encode()).hexdigest()[:_DIGEST]}"
        case Mapping():
            return {key: _hide_pictures(each, is_picture=key == "images") for key, each in value.items()}
        case list() | tuple():
            return [_hide_pictures(each, is_picture=is_picture) for each in value]
        case _:
            return value


@dataclass(eq=False)
class ChatWatch:
    """Watches the questions of one trial, and answers them from a file instead where there is one."""

    clock: Clock
    case: str
    mode: AskedMode
    repeat: int
    replayed: Answers | None = None
    """Where the answers come from; None: from the server."""
    asked: list[AskedQuestion] = field(default_factory=list)
    _begins: list[int] = field(default_factory=list)

    def begin_step(self) -> None:
        """Note that the next questions belong to a new step."""
        self._begins.append(len(self.asked))

    def mark_overlong(self) -> None:
        """Mark the last answer as one that was cut off because it was longer than may be read.

        A replayed one is what it was when it was kept, however much may be read today.
        """
        last = self.asked[-1]
        if last.kept.answer is not None and self.replayed is None:
            kept = replace(last.kept, answer=replace(last.kept.answer, is_overlong=True))
            self.asked[-1] = replace(last, kept=kept)

    def list_by_step(self) -> list[list[AskedQuestion]]:
        """Return the questions of each step."""
        return [self.asked[begin:end] for begin, end in pairwise([*self._begins, len(self.asked)])]

    def around(self, chat: Chat) -> Chat:
        """Wrap how a server is asked."""
        return self._replay if self.replayed else self._make_watched(chat)

    def list_kept(self) -> Iterator[tuple[AnswerPlace, KeptAnswer]]:
        """Yield all answers of the trial with their places."""
        for number, each in enumerate(self.asked):
            yield self._make_place(number), each.kept

    def _make_place(self, number: int) -> AnswerPlace:
        return AnswerPlace(case=self.case, mode=self.mode, repeat=self.repeat, number=number)

    @asynccontextmanager
    async def _replay(self, body: Body, _patience: AnswerDeadlines) -> AsyncIterator[NextChunk]:
        assert self.replayed is not None
        key = hash_question(body)
        kept = self.replayed.find(self._make_place(len(self.asked)), key)
        if kept is None:
            raise ServiceError("This question was never asked when the answers were kept.", retry=False)
        self.asked.append(AskedQuestion(body=show_question(body), kept=kept, is_same=kept.key == key))
        if kept.answer is None:
            raise ServiceError(kept.error, retry=False)
        yield _Chunks(_make_chunk(kept.answer, kept)).next

    def _make_watched(self, chat: Chat) -> Chat:
        @asynccontextmanager
        async def watched(body: Body, patience: AnswerDeadlines) -> AsyncIterator[NextChunk]:
            heard = _HeardAnswer(self.clock)
            error = ""
            try:
                async with chat(body, patience) as next_chunk:
                    yield heard.make_next(next_chunk)
            except ServiceError as failure:
                error = str(failure)
                raise
            except anyio.get_cancelled_exc_class():
                error = CUT
                raise
            finally:
                self.asked.append(
                    AskedQuestion(body=show_question(body), kept=heard.make_kept(hash_question(body), error))
                )

        return watched


class _Chunks:
    """A whole answer as the only piece."""

    def __init__(self, chunk: AnswerChunk) -> None:
        self._chunk: AnswerChunk | None = chunk

    async def next(self) -> AnswerChunk | None:
        chunk, self._chunk = self._chunk, None
        return chunk


def _make_chunk(answer: RawAnswer, kept: KeptAnswer) -> AnswerChunk:
    calls = tuple(NativeCall(name=name, arguments=given) for name, given in answer.calls)
    usage = Usage(prompt_tokens=kept.prompt_tokens, answer_tokens=kept.answer_tokens)
    return AnswerChunk(
        text=answer.text, thinking=answer.thinking, calls=calls, done=True, cut=answer.is_cut, usage=usage
    )


@dataclass(eq=False)
class _HeardAnswer:
    """Collects the pieces of an answer as they come."""

    clock: Clock
    text: str = ""
    thinking: str = ""
    calls: tuple[tuple[str, object], ...] = ()
    first_s: float | None = None
    is_cut: bool = False
    usage: Usage = field(default_factory=Usage)

    def __post_init__(self) -> None:
        self._began_s = self.clock.now()

    def make_next(self, next_chunk: NextChunk) -> NextChunk:
        async def take_next() -> AnswerChunk | None:
            chunk = await next_chunk()
            if chunk is not None:
                self._take(chunk)
            return chunk

        return take_next

    def _take(self, chunk: AnswerChunk) -> None:
        if self.first_s is None and (chunk.text or chunk.thinking or chunk.calls):
            self.first_s = self._measure_s()
        self.text += chunk.text
        self.thinking += chunk.thinking
        self.calls += tuple((each.name, each.arguments) for each in chunk.calls)
        if chunk.done:
            self.is_cut, self.usage = chunk.cut, chunk.usage

    def make_kept(self, key: str, error: str) -> KeptAnswer:
        answer = RawAnswer(text=self.text, calls=self.calls, thinking=self.thinking, is_cut=self.is_cut)
        return KeptAnswer(
            key=key,
            answer=None if error else answer,
            error=error,
            first_s=self.first_s,
            took_s=self._measure_s(),
            prompt_tokens=self.usage.prompt_tokens,
            answer_tokens=self.usage.answer_tokens,
        )

    def _measure_s(self) -> float:
        return round(self.clock.now() - self._began_s, 3)
