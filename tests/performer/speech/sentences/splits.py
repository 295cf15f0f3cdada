"""Texts in pieces, as models send them, and the lines that tell where their sentences end."""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from performer.speech.sentences.cutter import SentenceCutter

LINES = Path(__file__).with_name("sentence_lines.txt")
CORPUS = Path(__file__).parents[5] / "shared" / "corpus" / "sentences.jsonl"
_TOKEN = re.compile(r"\s*\w{1,6}|\s*[^\w\s]|\s+")


@dataclass(frozen=True, kw_only=True)
class Line:
    lang: str
    text: str
    sentences: list[str]


def read_lines() -> list[Line]:
    written = [line for line in LINES.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return [_line(*line.split(": ", 1)) for line in written]


def read_corpus() -> list[Line]:
    return [Line(**json.loads(line)) for line in CORPUS.read_text(encoding="utf-8").splitlines()]


def _line(lang: str, written: str) -> Line:
    text = written.replace("⏎", "\n").replace("␣", "\u202f")
    return Line(lang=lang, text=text.replace("¦", ""), sentences=[each.strip() for each in text.split("¦")])


def splits(text: str, seed: int = 7) -> Iterator[tuple[str, list[str]]]:
    """Name each way to split it and give its pieces."""
    yield "whole", [text]
    yield "3 characters", [text[at : at + 3] for at in range(0, len(text), 3)]
    yield "tokens", _TOKEN.findall(text)
    yield "characters", list(text)
    yield "random", list(_at_random(text, random.Random(seed)))


def _at_random(text: str, chance: random.Random) -> Iterator[str]:
    at = 0
    while at < len(text):
        length = chance.randint(1, 9)
        yield text[at : at + length]
        at += length


def cut(pieces: list[str], *, first_clause: bool = False, early_end: bool = False, lang: str = "") -> list[str]:
    cutter = SentenceCutter(first_clause=first_clause, early_end=early_end, lang=lang)
    early = [sentence for piece in pieces for sentence in cutter.feed(piece)]
    return [*early, *cutter.finish()]
