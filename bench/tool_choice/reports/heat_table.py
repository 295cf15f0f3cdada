"""The tools called against the tools right, as the rows of an HTML table whose cells are the darker the more often."""

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from bench.tool_choice.figures.breakdown import BESIDE, NO_TOOL, ConfusedTools

_MOST_TOOLS: Final = 8
"""The tools with a row and a column of their own; the others count as one."""
_OTHERS: Final = "others"
_NO_TOOLS: Final = frozenset({NO_TOOL, BESIDE})


def format_heat_table(confusion: Sequence[ConfusedTools]) -> Iterator[str]:
    """Yield the head and the rows: one for each tool that was right, with a cell for each tool that was called.

    Calls beside the right ones have the last row.
    """
    shown = _choose_tools(confusion)
    counts = _merge_others(confusion, [*shown, BESIDE])
    names = [*shown, *([_OTHERS] if any(_OTHERS in pair for pair in counts) else [])]
    heads = "".join(f'<th scope="col"><span>{_format_name(name)}</span></th>' for name in names)
    yield f"<thead><tr><td>right ↓ called →</td>{heads}</tr></thead><tbody>"
    for expected in (*names, BESIDE):
        total = sum(counts[expected, called] for called in names)
        if total:
            cells = (_format_cell(expected, called, counts[expected, called], total) for called in names)
            yield f'<tr><th scope="row">{_format_name(expected)}</th>{"".join(cells)}</tr>'
    yield "</tbody>"


def _choose_tools(confusion: Sequence[ConfusedTools]) -> list[str]:
    """Return the tools that are mixed up most often, then those that are called most often; no tool comes last."""
    mixed, all_ = Counter[str](), Counter[str]()
    for each in confusion:
        names = {each.expected, each.called}
        for name in names - _NO_TOOLS:
            all_[name] += each.trials
            mixed[name] += each.trials * (len(names) > 1 and not names & _NO_TOOLS)
    chosen = sorted(all_, key=lambda name: (-mixed[name], -all_[name], name))[:_MOST_TOOLS]
    return [*sorted(chosen), *([NO_TOOL] if any(NO_TOOL in (each.expected, each.called) for each in confusion) else [])]


def _merge_others(confusion: Sequence[ConfusedTools], shown: Sequence[str]) -> Counter[tuple[str, str]]:
    counts = Counter[tuple[str, str]]()
    for each in confusion:
        expected, called = (name if name in shown else _OTHERS for name in (each.expected, each.called))
        counts[expected, called] += each.trials
    return counts


def _format_name(name: str) -> str:
    """Format a tool's name, which may be broken where its words end."""
    words = "no call" if name == NO_TOOL else name
    return escape(words).replace("_", "_<wbr>").replace("-", "-<wbr>")


def _format_cell(expected: str, called: str, count: int, total: int) -> str:
    if not count:
        return '<td class="none"><span>0</span></td>'
    look = "right" if expected == called else "wrong"
    if expected == called == _OTHERS:
        look = "unknown"  # which of them was called for which
    return f'<td class="heat {look}" style="--heat: {100 * count / total:.0f}%">{count}</td>'
