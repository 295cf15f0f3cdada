"""Print how well and how fast sentences are cut: `python -m tests.performer.speech.sentences.figures [RUNS]`.

Lines that are wholly right, by the way they are split, also with the first sentence going out at its stop;
microseconds of processor time a token, beside a loop that does nothing but put the same tokens together; and how long
after its end a sentence goes out, in characters and in tokens. 30 runs if nothing is said. The lines are dense with
stops and short, which is the worst case for time: plain prose is measured beside them.
"""

import statistics
import sys
import time
from collections.abc import Callable, Sequence

from performer.speech.sentences.cutter import SentenceCutter
from tests.performer.speech.sentences.splits import CORPUS, Line, cut, read_corpus, read_lines, splits

PROSE = (
    "He has two hit points left and still goes for the chest, because of course he does. I have seen this exact "
    "mistake four times today, and every single time it ended with a frog on his head! Dr. Miller says that 3.5 "
    "percent is enough for a comeback. We shall see about that, shall we not? "
) * 4


def main(runs: int) -> None:
    """Measure everything once."""
    lines = read_lines()
    _print_right("own lines", lines)
    if CORPUS.exists():
        _print_right("corpus", read_corpus())
    _print_delays(lines)
    _print_time("own lines, tokens", [_tokens(line.text) for line in lines], runs)
    _print_time("prose, tokens", [_tokens(PROSE)], runs)
    _print_time("prose, characters", [list(PROSE)], runs)


def _print_right(what: str, lines: Sequence[Line]) -> None:
    _print_ways(what, lines, early_end=False)
    _print_ways(f"{what}, the first sentence at its stop", lines, early_end=True)


def _print_ways(what: str, lines: Sequence[Line], *, early_end: bool) -> None:
    right: dict[str, int] = {}
    for line in lines:
        for way, pieces in splits(line.text):
            right[way] = right.get(way, 0) + (cut(pieces, early_end=early_end) == line.sentences)
    print(f"{what}: right of {len(lines)}: " + ", ".join(f"{way} {count}" for way, count in right.items()), flush=True)


def _print_delays(lines: Sequence[Line]) -> None:
    _print_delay("characters", [delay for line in lines for delay in _delays(line, list(line.text))])
    _print_delay("tokens", [delay for line in lines for delay in _delays(line, _tokens(line.text))])


def _print_delay(unit: str, delays: Sequence[int]) -> None:
    at_most_one = sum(delay <= 1 for delay in delays) / len(delays)
    print(
        f"delay after the end, in {unit}: median {statistics.median(delays):g}, mean {statistics.fmean(delays):.2f}, "
        f"at most 1 in {at_most_one:.1%}, worst {max(delays)}, n = {len(delays)} (without the last of each line)"
    )


def _delays(line: Line, pieces: Sequence[str]) -> list[int]:
    """Count the pieces that each sentence but the last waits after the piece in which its last character came."""
    cutter = SentenceCutter()
    delays, arrived, at = [], _arrivals(line, pieces), 0
    for count, piece in enumerate(pieces):
        for _ in cutter.feed(piece):
            delays.append(count - arrived[at])
            at += 1
    return delays


def _arrivals(line: Line, pieces: Sequence[str]) -> list[int]:
    """Tell for each sentence in which piece its last character comes."""
    owners = [count for count, piece in enumerate(pieces) for _ in piece]
    arrivals, at = [], 0
    for sentence in line.sentences:
        at = line.text.index(sentence, at) + len(sentence)
        arrivals.append(owners[at - 1])
    return arrivals


def _print_time(what: str, texts: Sequence[Sequence[str]], runs: int) -> None:
    count = sum(map(len, texts))
    ours = [_timed(texts, _cut_all) / count for _ in range(runs)]
    floor = [_timed(texts, _put_together) / count for _ in range(runs)]
    ratio = statistics.median(ours) / statistics.median(floor)
    print(
        f"{what}: {statistics.median(ours):.2f} µs each (best {min(ours):.2f}), {ratio:.0f} times a loop that joins "
        f"them ({statistics.median(floor):.3f}), {count} of them, n = {runs}",
        flush=True,
    )


def _timed(texts: Sequence[Sequence[str]], do: Callable[[Sequence[str]], None]) -> float:
    began = time.process_time()
    for pieces in texts:
        do(pieces)
    return (time.process_time() - began) * 1_000_000


def _cut_all(pieces: Sequence[str]) -> None:
    cutter = SentenceCutter()
    for piece in pieces:
        cutter.feed(piece)
    cutter.finish()


def _put_together(pieces: Sequence[str]) -> None:
    text = ""
    for piece in pieces:
        text += piece


def _tokens(text: str) -> list[str]:
    return dict(splits(text))["tokens"]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 30)
