"""Where in a text something other than speech may begin, and which forms are asked there."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from performer.models.toolcalls.text.forms import announced_calls
from performer.models.toolcalls.text.forms.form import Form
from performer.models.toolcalls.text.forms.readers import FORMS
from performer.tools.tool import ToolSpec

_OPENER = re.compile(
    r"""
    [<{\[`(]                                # what opens something
    | \n[ \t]*(?=[\w>*"'/@#!$&\-]|\Z)        # a line begins, perhaps with no more than its blanks so far
    | (?<=[.!?…。！？:])[ \t]+(?=\w|\Z)     # a sentence begins
    """,
    re.VERBOSE,
)
_BEGINS = re.compile(r"[ \t]*(?=[\w>*\"'/@#!$&\-]|\Z)")
_OPENS: Final = frozenset("<{[`(")
_BY_OPENER: Final[Mapping[str, Sequence[Form]]] = {
    opener: [form for form in FORMS if opener in form.OPENERS] for form in FORMS for opener in form.OPENERS
}
_BY_WORD: Final[Mapping[str, Sequence[Form]]] = {
    word[:2]: [form for form in _BY_OPENER["a"] if any(each.startswith(word[:2]) for each in form.WORDS)]
    for form in _BY_OPENER["a"]
    for word in form.WORDS
}
"""The forms that begin with a word, by its first two letters: most words open nothing."""
_BY_NAME: Final[Mapping[str, Sequence[Form]]] = {
    begins: [form for form in _BY_OPENER["a"] if form in (*forms, announced_calls)]
    for begins, forms in _BY_WORD.items()
}
_ANNOUNCED: Final[Sequence[Form]] = (announced_calls,)


class FormIndex:
    """Knows the places of texts in which some tools may be called."""

    def __init__(self, tools: Iterable[ToolSpec]) -> None:
        self._names = {tool.name[:2].lower() for tool in tools}

    def next(self, text: str, at: int, *, begins: bool) -> tuple[int, int]:
        """Find the next place from `at` on: where the blanks before it begin, and itself.

        Args:
            text: All that there is so far.
            at: Where to look from.
            begins: Whether a word may open something at `at` itself, whatever stands before.

        Returns:
            The end of the text, twice, when there is none.
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
        """Give the forms that can begin at a place, in the order in which they are asked."""
        forms = _BY_OPENER.get(text[at])
        if forms is not None:
            return forms
        begins = text[at : at + 2].lower()
        if begins in self._names:
            return _BY_NAME.get(begins, _ANNOUNCED)
        return _BY_WORD.get(begins, ())

    def is_last_letter(self, text: str, at: int) -> bool:
        """Tell whether a word has only begun at the end of a text: by one letter nobody can tell what it opens."""
        return at + 1 == len(text) and text[at] not in _BY_OPENER

    def _may_open(self, text: str, at: int) -> bool:
        return at + 1 >= len(text) or bool(self.forms(text, at))
