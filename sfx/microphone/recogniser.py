"""The recogniser's process: it is handed the sound of utterances, and answers with words, or with voiceprints.

The microphone starts it, so that the sound of a person goes from one process to one other through a pipe, and nowhere
else. It ends with this process, however that ends: its standard input closes.
"""

import json
import math
import queue
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

from sfx.microphone.utterances import Spoken

MOST_WAITING: Final = 2
"""Utterances that wait for the recogniser; of more the oldest is left out: its words would come too late."""
_HANGS_AFTER_S: Final = 30.0
_PAUSE_S: Final = 5.0
"""Between two starts of a process that has ended."""
_STARTS: Final = 2
"""How often its model is loaded before anybody has spoken: one that has hung is killed, and the next one loads."""
_ANOTHER: Final = "another speaker"
"""Why nothing was recognised of what somebody else said."""
_MOST_STARTS: Final = 4
"""So many starts in a row that came to nothing are the last."""
_QUICK_S: Final = 0.5
"""What takes longer to be recognised is not begun before it is sure: who speaks on would wait for it."""
_ENDED: Final = "the recogniser has ended; it is started again"
_HANGS: Final = "the recogniser did not answer within {seconds:g} s; it is started again"
_GIVEN_UP: Final = (
    "the recogniser has ended or hung {times} times while it loaded its model. "
    "Remedy: choose a smaller mic.recognition, or get the model anew, and listen again"
)
_NO_WINDOW: Final = getattr(subprocess, "CREATE_NO_WINDOW", 0)


class _EndedError(Exception):
    """Raised when the recogniser's process has ended, cannot be started, or cannot load its model."""

    def __init__(self, why: str, *, for_good: bool = False) -> None:
        super().__init__(why)
        self.for_good = for_good
        """Whether it is of no use to start the process again."""


class RecogniserProcess:
    """The recognition of utterances one after another, in a thread of its own, each told in a line of JSON.

    Args:
        command: starts the process.
        tell: takes a line without its end, from that thread.
        now: the clock by which the instants of an utterance are told.
        most_waiting: how many utterances wait; None is all, for sound that is no live one.
        hangs_after_s: an answer, and the loading of a model, takes no longer.
    """

    def __init__(
        self,
        command: Sequence[str],
        tell: Callable[[str], None],
        now: Callable[[], float] = time.monotonic,
        *,
        most_waiting: int | None = MOST_WAITING,
        hangs_after_s: float = _HANGS_AFTER_S,
    ) -> None:
        self._command = command
        self._tell = tell
        self._now = now
        self._hangs_after_s = hangs_after_s
        self._most_waiting = math.inf if most_waiting is None else most_waiting
        self._waiting: queue.Queue[tuple[Spoken, float | None] | None] = queue.Queue()
        """Utterances, and when each was handed over; None for one that is only foreseen."""
        self._foreseen: tuple[Spoken, dict[str, Any]] | None = None
        """What may become the next utterance, and its answer."""
        self._work_s = 0.0
        """How long the newest answer took."""
        self._failures = 0
        """Starts in a row that came to nothing."""
        self._process: subprocess.Popen[bytes] | None = None
        self._started_s = -math.inf
        self._is_gone = False
        """Whether nothing will be recognised any more."""
        self._count = 0
        self._thread = threading.Thread(target=self._work, name="recogniser", daemon=True)

    def start(self) -> None:
        """Load the model, so that it is there before the first utterance."""
        self._thread.start()

    def hand_over(self, spoken: Spoken) -> None:
        """Add an utterance to those that wait; returns at once."""
        while self._waiting.qsize() >= self._most_waiting:
            with suppress(queue.Empty):
                self._waiting.get_nowait()
        self._waiting.put((spoken, self._now()))

    def foresee(self, spoken: Spoken) -> None:
        """Begin with what may become the next utterance, if nothing waits; it is told when it is handed over."""
        if self._work_s <= _QUICK_S and self._waiting.empty():
            self._waiting.put((spoken, None))

    def finish(self) -> None:
        """Wait until every utterance was answered, and end the process."""
        self._waiting.put(None)
        self._thread.join()

    def _work(self) -> None:
        for _ in range(_STARTS):
            if self._process is None and not self._is_gone:
                self._try(self._load)
        while waiting := self._waiting.get():
            if not self._is_gone:
                self._try(partial(self._take, *waiting))
        self._end()

    def _try(self, step: Callable[[], None]) -> None:
        try:
            step()
        except _EndedError as error:
            self._end()
            self._is_gone = error.for_good
            self._write(recogniser="", why=str(error))

    def _take(self, spoken: Spoken, handed_s: float | None) -> None:
        """Recognise an utterance, unless that is done, and tell of it, if it is sure."""
        foreseen, self._foreseen = self._foreseen, None
        answer = foreseen[1] if foreseen and foreseen[0] == spoken else self._recognise(spoken)
        if answer and handed_s is not None:
            self._tell_of(spoken, answer, handed_s)
        elif answer:
            self._foreseen = spoken, answer

    def _tell_of(self, spoken: Spoken, answer: Mapping[str, Any], handed_s: float) -> None:
        when = {"began": round(spoken.began_s, 4), "ended": round(spoken.ended_s, 4)}
        if answer["text"]:
            known = {"language": answer["language"], "confidence": answer["confidence"]}
            times = {"work": answer["work_s"], "waited": round(self._now() - handed_s, 4)}
            self._write(heard=answer["text"], **known, **when, **times)
        elif answer.get("why") == _ANOTHER:
            self._write(stranger=answer["likeness"], **when)
        elif "voiceprint" in answer:
            self._write(voiceprint=answer["voiceprint"], seconds=round(spoken.speech_s, 3), **when)

    def _recognise(self, spoken: Spoken) -> dict[str, Any] | None:
        """Return what is answered; None where no process is there, nor may be started yet."""
        if self._process is None:
            if self._now() - self._started_s < _PAUSE_S:
                return None
            self._load()
        self._count += 1
        head = {"id": self._count, "bytes": len(spoken.pcm), "speech": spoken.speech}
        answer = self._ask(json.dumps(head, separators=(",", ":")).encode() + b"\n" + spoken.pcm)
        self._work_s = answer.get("work_s", 0.0)
        return answer

    def _load(self) -> None:
        self._started_s = self._now()
        try:
            self._process = subprocess.Popen(  # noqa: S603  a command of ours
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, creationflags=_NO_WINDOW
            )
        except OSError as error:
            raise _EndedError(f"the recogniser cannot be started: {error.strerror}", for_good=True) from None
        self._failures += 1
        try:
            ready = self._ask(b"")
        except _EndedError:
            if self._failures < _MOST_STARTS:
                raise
            raise _EndedError(_GIVEN_UP.format(times=self._failures), for_good=True) from None
        if "error" in ready:
            raise _EndedError(str(ready["error"]), for_good=True)
        self._failures = 0
        self._write(recogniser=str(ready["kind"]), why="")

    def _ask(self, data: bytes) -> dict[str, Any]:
        """Send an utterance, if any, and return the answer that comes next."""
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        is_hung = threading.Event()

        def kill() -> None:
            is_hung.set()
            process.kill()

        limit = threading.Timer(self._hangs_after_s, kill)
        limit.start()
        try:
            process.stdin.write(data)
            process.stdin.flush()
            answer: dict[str, Any] = json.loads(process.stdout.readline())
        except (OSError, ValueError):
            why = _HANGS.format(seconds=self._hangs_after_s) if is_hung.is_set() else _ENDED
            raise _EndedError(why) from None
        finally:
            limit.cancel()
        return answer

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def _write(self, **about: object) -> None:
        self._tell(json.dumps({"sent": round(self._now(), 4), **about}, separators=(",", ":")))
