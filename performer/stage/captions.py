"""Captions: the line is shown as it is spoken, lingers a little, and goes at once when its turn is cut."""

import anyio
from anyio.abc import TaskStatus

from performer.events import EventStream, SpeechEnded, SpeechStarted, TurnCut
from performer.messages import Caption
from performer.stage.settings import StageSettings
from performer.stage.stage import Stage

_PATIENCE_S = 5.0
"""A caption whose end is never told goes this long after it should have ended."""


class Captions:
    """One caption at a time, by what the Speaker reports."""

    def __init__(self, stage: Stage, events: EventStream, settings: StageSettings) -> None:
        self._stage = stage
        self._reader = events.whole("captions", SpeechStarted, SpeechEnded, TurnCut)
        self._settings = settings
        self._shown: Caption | None = None
        self._turn: int | None = None

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Follow the speech until the stream closes."""
        task_status.started()
        async for published in self._reader:
            match published.event:
                case SpeechStarted() as started:
                    self._show(started)
                case SpeechEnded(cut=False) as ended:
                    self._linger(ended)
                case SpeechEnded(cut=True, turn=turn) | TurnCut(turn=turn):
                    self._cut(turn)

    def _show(self, started: SpeechStarted) -> None:
        if not started.text.strip():
            return
        self._shown = Caption(
            id=f"caption-{started.sentence}",
            alt=started.text,
            born_ms=self._stage.now_ms(),
            until_ms=self._in_ms(started.duration_s + _PATIENCE_S),
        )
        self._turn = started.turn
        self._stage.show(self._shown)

    def _linger(self, ended: SpeechEnded) -> None:
        if self._shown is None or self._shown.id != f"caption-{ended.sentence}":
            return
        until_ms = self._in_ms(self._settings.caption_linger_s)
        self._stage.show(
            Caption(id=self._shown.id, alt=self._shown.alt, born_ms=self._shown.born_ms, until_ms=until_ms)
        )

    def _cut(self, turn: int | None) -> None:
        if self._shown is not None and turn == self._turn:
            self._stage.drop(self._shown.id)
            self._shown = None

    def _in_ms(self, seconds: float) -> int:
        return self._stage.now_ms() + int(seconds * 1000)
