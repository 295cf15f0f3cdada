"""Measures the guard: disguises that are caught, clean lines that are touched, and what a line costs.

    python -m tests.performer.guard.figures [ROUNDS [EACH]]

Everything goes through the contract (`python -m performer.guard --words FILE`) as another program would ask it; ROUNDS
(3 without) is how often the clean lines are timed. Of words and lines only each so many-th is tried, all without EACH.
"""

import json
import statistics
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from performer.core.files.home import CHECKOUT
from tests.performer.guard.disguises import DISGUISES
from tests.performer.guard.disguises.words import STAND_INS

CARRIER = "you absolute {} of a dragon"
CLEAN = Path(__file__).with_name("clean")


def ask(cases: Iterable[dict[str, Any]], *options: str) -> list[dict[str, Any]]:
    """Have a guard of its own answer."""
    lines = "".join(f"{json.dumps(case, ensure_ascii=False)}\n" for case in cases)
    command = [sys.executable, "-m", "performer.guard", *options]
    done = subprocess.run(command, input=lines.encode(), capture_output=True, cwd=CHECKOUT, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def disguises(words: Path, stand_ins: Sequence[str]) -> None:
    """Try every disguise of these stand-ins."""
    cases, of = [], []
    for disguise in DISGUISES:
        for word in stand_ins:
            text = disguise.of(word)
            if text is not None:
                of.append(disguise)
                cases.append({"id": len(of), "text": CARRIER.format(text)})
    answers = ask(cases, "--words", str(words))
    tried: Counter[str] = Counter(each.family for each in of)
    caught: Counter[str] = Counter(
        each.family for each, got in zip(of, answers, strict=True) if got["action"] != "pass"
    )
    print(f"\n{len(DISGUISES)} disguises of {len(stand_ins)} words\n")
    for family in tried:
        print(f"  {family:12} {caught[family]:6} of {tried[family]:6}  {caught[family] / tried[family]:7.2%}")
    print(f"  {'all':12} {caught.total():6} of {tried.total():6}  {caught.total() / tried.total():7.2%}")


def splits(words: Path, stand_ins: Sequence[str]) -> None:
    """Try these words split at every place: over two sentences, with a full stop and without, and over two calls."""
    ways: dict[str, Callable[[str, str], dict[str, Any]]] = {
        "two sentences": lambda a, b: {"turns": [f"You are a {a}", f"{b} indeed."]},
        "with a full stop": lambda a, b: {"turns": [f"You are a {a}.", f"{b.title()} indeed."]},
        "two calls": lambda a, b: {"args": [a, b]},
        "letter by letter": lambda a, b: {"args": list(a + b)},
        "first letters": lambda a, b: {"turns": [f"{each.upper()}ve." for each in a + b]},
    }
    print("\nsplit words\n")
    for name, way in ways.items():
        parts = [(word[:place], word[place:]) for word in stand_ins for place in range(1, len(word))]
        answers = ask(({"id": number, **way(*each)} for number, each in enumerate(parts)), "--words", str(words))
        caught = sum(answer["action"] != "pass" for answer in answers)
        print(f"  {name:17} {caught:5} of {len(parts):5}  {caught / len(parts):7.2%}")


def clean_lines(words: Path, rounds: int, each: int) -> None:
    """Look which clean lines are touched at each level, and time them."""
    lines = {file.stem: _lines(file)[::each] for file in sorted(CLEAN.glob("*.txt"))}
    cases = [{"id": f"{language} {line}", "text": line} for language, those in lines.items() for line in those]
    print(f"\n{len(cases)} clean lines\n")
    for level in ("family", "standard", "loose"):
        answers = ask(cases, "--level", level, "--words", str(words))
        touched: defaultdict[str, list[str]] = defaultdict(list)
        for answer in answers:
            if answer["action"] != "pass":
                language, _, line = answer["id"].partition(" ")
                touched[language].append(line)
        total = sum(map(len, touched.values()))
        by = "  ".join(f"{language} {len(touched[language])}/{len(those)}" for language, those in lines.items())
        print(f"  {level:9} {total:3} touched, {total / len(cases):.2%}:  {by}")
        for line in touched["standard"] if level == "standard" else ():
            print(f"            {line}")
    took = [[answer["us"] for answer in ask(cases, "--words", str(words))] for _ in range(rounds)]
    medians = sorted(statistics.median(each) for each in took)
    tail = sorted(took[0])[len(took[0]) * 95 // 100]
    print(f"\na line: median {statistics.median(medians):.0f} us ({rounds} rounds of {len(cases)}), p95 {tail:.0f} us")


def _lines(file: Path) -> list[str]:
    lines = (line.strip() for line in file.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def main() -> None:
    """Measure all of it."""
    rounds, each = (int(word) for word in (*sys.argv[1:], *("3", "1")[len(sys.argv) - 1 :]))
    with tempfile.TemporaryDirectory() as folder:
        words = Path(folder) / "words.txt"
        words.write_text("\n".join(STAND_INS), encoding="utf-8")
        disguises(words, STAND_INS[::each])
        splits(words, STAND_INS[::each])
        clean_lines(words, rounds, each)


if __name__ == "__main__":
    main()
