"""Stops for tests: `¦` in a text stands before the mark that is judged."""

import re

from performer.speech.sentences.stop import Stop, StopKind

_MARKS = re.compile(r"[.!?…。！？]+|[,;]?")
_CLOSERS = re.compile(r"[)”」\"]*")
_SPACES = re.compile(r" *")


def stop_in(text: str, *, kind: StopKind = StopKind.DOT, final: bool = True, lang: str = "") -> Stop:
    mark, text = text.index("¦"), text.replace("¦", "")
    shut = _end(_MARKS, text, mark)
    close = _end(_CLOSERS, text, shut)
    after = _end(_SPACES, text, close)
    return Stop(
        text=text,
        kind=kind,
        start=0,
        mark=mark,
        shut=shut,
        close=close,
        after=after,
        end=len(text),
        is_final=final,
        lang=lang,
    )


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    assert found is not None
    return found.end()
