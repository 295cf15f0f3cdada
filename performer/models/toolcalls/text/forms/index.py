"""The table of forms, and the places of a text where something other than speech may begin and they are asked.

A new form is one more `Form` beside its like, and one more name in FORMS.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from performer.models.toolcalls.text.forms.announced_calls import ANNOUNCED_CALL
from performer.models.toolcalls.text.forms.answer_parts import ANSWER_PARTS
from performer.models.toolcalls.text.forms.backticks import FENCE, SPAN
from performer.models.toolcalls.text.forms.brackets import CURLY, ROUND, SQUARE
from performer.models.toolcalls.text.forms.form import Form
from performer.models.toolcalls.text.forms.fragments import BROKEN_OFF, LEFTOVER, LOOSE_MARK
from performer.models.toolcalls.text.forms.other_speakers import QUOTED_LINE, RESULT, TURN
from performer.models.toolcalls.text.forms.react import REACT
from performer.models.toolcalls.text.forms.tags import TAG_FORM
from performer.models.toolcalls.text.forms.thinking import CHANNEL, THINKING
from performer.models.toolcalls.text.forms.yaml_lines import YAML_LINES
from performer.tools.tool import ToolSpec

FORMS: Final[tuple[Form, ...]] = (
    THINKING,
    RESULT,
    TURN,
    QUOTED_LINE,
    FENCE,
    SPAN,
    CHANNEL,
    REACT,
    LOOSE_MARK,
    SQUARE,
    ANNOUNCED_CALL,
    YAML_LINES,
    TAG_FORM,
    ANSWER_PARTS,
    CURLY,
    ROUND,
    LEFTOVER,
    BROKEN_OFF,
)
"""The forms in the order in which they are asked."""
_OPENER = re.compile(
    r"""
    [<{\[`(]                                # what opens something
    | ["”](?=\s*(?:[,\]}]|\Z))               # what closes the words of an object whose beginning is lost
    | \n[ \t]*(?=[\w>*"'/@#!$&\-]|\Z)        # a line begins, perhaps with no more than its blanks so far
    | (?<=[.!?…。！？:])[ \t]+(?=\w|\Z)     # a sentence begins
    """,
    re.VERBOSE,
)
_BEGINS = re.compile(r"[ \t]*(?=[\w>*\"'/@#!$&\-]|\Z)")
_OPENS: Final = frozenset('<{[`("”')
_BY_OPENER: Final[Mapping[str, Sequence[Form]]] = {
    opener: [form for form in FORMS if opener in form.openers] for form in FORMS for opener in form.openers
}
_BY_WORD: Final[dict[str, Sequence[Form]]] = {
    word[:2]: [form for form in _BY_OPENER["a"] if any(each.startswith(word[:2]) for each in form.words)]
    for form in _BY_OPENER["a"]
    for word in form.words
}
"""The forms that begin with a word, by its first two letters: most words open nothing."""


class FormIndex:
    """The places of texts in which some tools may be called."""

    def __init__(self, tools: Iterable[ToolSpec]) -> None:
        self._by_word = _add_names(frozenset(tool.name[:2].lower() for tool in tools))

    def next(self, text: str, at: int, *, begins: bool) -> tuple[int, int]:
        """Find the next place from `at` on: where the blanks before it begin, and itself; or the end, twice.

        When it `begins`, a word may open something at `at` itself, whatever stands before.
        """
        if begins and (found := _BEGINS.match(text, at)) and self._may_open(text, found.end()):
            return found.start(), found.end()
        for found in _OPENER.finditer(text, at):
            if found.group() in _OPENS:
                return found.start(), found.start()
            if self._may_open(text, found.end()):
                return found.start(), found.end()
        return len(text), len(text)

    def forms(self, text: str, at: int) -> Sequence[Form]:
        """Return the forms that can begin at a place, in the order in which they are asked."""
        return _BY_OPENER.get(text[at]) or self._by_word.get(text[at : at + 2].lower(), ())

    def is_last_letter(self, text: str, at: int) -> bool:
        """Return whether a word has only begun at the end of a text: by one letter nobody can tell what it opens."""
        return at + 1 == len(text) and text[at] not in _BY_OPENER

    def _may_open(self, text: str, at: int) -> bool:
        return at + 1 >= len(text) or bool(self.forms(text, at))


@lru_cache(maxsize=16)
def _add_names(named: frozenset[str]) -> Mapping[str, Sequence[Form]]:
    """Return the forms by a word's first two letters, also where a tool's name begins so: then one may be called."""
    may_call = {begins: (ANNOUNCED_CALL, *_BY_WORD.get(begins, ())) for begins in named}
    return _BY_WORD | {
        begins: [form for form in _BY_OPENER["a"] if form in forms] for begins, forms in may_call.items()
    }
