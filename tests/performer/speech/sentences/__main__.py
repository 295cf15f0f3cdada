"""The sentence cutter as a program that reads lines of JSON: `python -m tests.performer.speech.sentences`.

Each line of the standard input is an object with `chunks`, a list of texts, and perhaps `id` and `lang`. Each is
answered by one line: `id`, `sentences`, and `us`, the microseconds spent in cutting; or `id` and `error`.
"""

import json
import sys
import time
from typing import Final

from performer.speech.sentences.cutter import SentenceCutter

_NS_PER_US: Final = 1000


def main() -> None:
    """Write an answer for every line that is read, until the input ends."""
    for line in sys.stdin.buffer:
        if line.strip():
            sys.stdout.buffer.write(json.dumps(answer(line), ensure_ascii=False).encode("utf-8", "replace") + b"\n")
            sys.stdout.buffer.flush()


def answer(line: bytes) -> dict[str, object]:
    """Return the sentences that a line asks for, or what is wrong with the line."""
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {"id": None, "error": f"The line is not JSON: {error}. Send one object a line."}
    if not isinstance(asked, dict):
        return {"id": None, "error": 'The line is not an object. Send {"id": …, "chunks": ["…"]}.'}
    chunks, lang = asked.get("chunks"), asked.get("lang") or ""
    if not isinstance(chunks, list) or not all(isinstance(chunk, str) for chunk in chunks):
        return {"id": asked.get("id"), "error": '\'chunks\' is not a list of texts. Send ["…", "…"].'}
    if not isinstance(lang, str):
        return {"id": asked.get("id"), "error": f"'lang' is {lang!r}. Send a text as \"en\", or leave it out."}
    began = time.perf_counter_ns()
    cutter = SentenceCutter(lang=lang)
    sentences = [*(sentence for chunk in chunks for sentence in cutter.feed(chunk)), *cutter.finish()]
    return {"id": asked.get("id"), "sentences": sentences, "us": (time.perf_counter_ns() - began) / _NS_PER_US}


if __name__ == "__main__":
    main()
