"""Figures of the reader of printed calls: `python -m tests.performer.models.toolcalls.text.figures [RUNS [HOSTILE]]`.

How many cases are read right, ours and the corpus's where it is there; what a case costs whole and a token at a time,
in microseconds and as a multiple of what Python's own JSON reader takes for the same text, with 20 runs each unless
told; how much of the speech goes out before the text ends; and what hostile texts cost, the
first so many of them or all.
"""

import json
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from performer.models.toolcalls.text.__main__ import answer_lines
from performer.models.toolcalls.text.reader import TextCallStream, read_calls
from tests.performer.models.toolcalls.text.cases import CASES
from tests.performer.models.toolcalls.text.cases.case import Case, told
from tests.performer.models.toolcalls.text.hostile import LENGTH, NAMES, in_pieces, text_of, whole
from tests.performer.models.toolcalls.text.scoring import CORPUS, read_corpus, score

_Any = TypeVar("_Any")

TOKEN = 4
"""Characters of a token, about."""


def main(runs: int, hostile: int) -> None:
    """Measure everything once."""
    _corpus()
    _own()
    _costs(runs)
    _speech()
    _hostile(NAMES[:hostile])


def _corpus() -> None:
    if not CORPUS.exists():
        print("corpus: not there")
        return
    cases = read_corpus()
    result = score(cases, [json.loads(answer) for answer in answer_lines(json.dumps(case) for case in cases)])
    print(
        f"corpus: {result.right} of {result.wanted} cases with calls recovered "
        f"({100 * result.right / result.wanted:.1f} %), {len(result.false)} false calls in "
        f"{len(cases) - result.wanted} others, {len(result.leaks)} leaks"
    )


def _own() -> None:
    wrong = [case.id for case in CASES if not _is_right(case)]
    print(
        f"our own: {len(CASES) - len(wrong)} of {len(CASES)} cases read right" + "".join(f"\n  not {i}" for i in wrong)
    )


def _is_right(case: Case) -> bool:
    reading = read_calls(case.text, case.tools)
    return told(reading) == case.expected and reading.speech == case.speech


def _costs(runs: int) -> None:
    floor = [_us(json.loads, json.dumps(case.text), runs) for case in CASES]
    at_once = [_us(_read_whole, case, runs) for case in CASES]
    tokens = [_us(_read_tokens, case, runs) for case in CASES]
    for name, cost in (("whole", at_once), ("a token at a time", tokens)):
        times = statistics.median(cost) / statistics.median(floor)
        print(f"a case {name}: {_spread(cost)} µs, {times:.0f} times its JSON's {_spread(floor)} µs")
    print(f"a token: {sum(tokens) / sum(len(case.text) / TOKEN for case in CASES):.1f} µs on average")


def _read_whole(case: Case) -> None:
    read_calls(case.text, case.tools)


def _read_tokens(case: Case) -> str:
    """Read a case as it comes, and give what could be said before it ended."""
    stream = TextCallStream(case.tools)
    given = [stream.feed(case.text[at : at + TOKEN]) for at in range(0, len(case.text), TOKEN)]
    stream.finish()
    return "".join(given)


def _us(run: Callable[[_Any], object], what: _Any, runs: int) -> float:
    taken = []
    for _ in range(runs):
        began = time.perf_counter()
        run(what)
        taken.append(time.perf_counter() - began)
    return statistics.median(taken) * 1e6


def _spread(values: Sequence[float]) -> str:
    return f"{statistics.median(values):.1f} (95th of 100: {statistics.quantiles(values, n=20)[-1]:.1f})"


def _speech() -> None:
    shares = [len(_read_tokens(case)) / len(case.speech) for case in CASES if case.speech]
    print(
        f"speech: {100 * statistics.mean(shares):.0f} % of it is out before the text ends, in {len(shares)} cases with "
        f"speech; all of it but the last word in {sum(share > 0.8 for share in shares)} of them"
    )


def _hostile(names: Sequence[str]) -> None:
    rows = sorted(map(_row, names), reverse=True)
    print(f"hostile texts of {LENGTH // 1000} KB, the worst 15 of {len(rows)}: ms (times as much as for a quarter)")
    for at_once, grown, pieces, pieces_grown, name in rows[:15]:
        print(f"  {at_once:6.1f} (x{grown:.1f})  in pieces {pieces:6.1f} (x{pieces_grown:.1f})  {name!r}")
    print(f"  in pieces at most {max(row[2] for row in rows):.1f} ms")


def _row(name: str) -> tuple[float, float, float, float, str]:
    short, long = text_of(name, LENGTH // 4), text_of(name)
    row = [_ms(way, text) for way in (whole, in_pieces) for text in (long, short)]
    return row[0], row[0] / row[1], row[2], row[2] / row[3], name


def _ms(way: Callable[[str], object], text: str) -> float:
    return min(_us(way, text, 1) for _ in range(3)) / 1e3


if __name__ == "__main__":
    main(*(int(word) for word in (*sys.argv[1:], *("20", str(len(NAMES)))[len(sys.argv) - 1 :])))
