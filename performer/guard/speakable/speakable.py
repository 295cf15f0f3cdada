"""Whether a performer would say a sentence: the checks, in the order in which they count."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import pairwise
from typing import Final, Self

from performer.core.files.home import PROMPTS
from performer.guard.speakable.code import is_code, list_tool_names
from performer.guard.speakable.examples import Examples
from performer.guard.speakable.folding import fold_text, split_words
from performer.guard.speakable.garbage import is_garbage
from performer.guard.speakable.headings import has_heading
from performer.guard.speakable.phrases import load_phrases
from performer.guard.speakable.prepared_lines import is_prepared, is_spoken
from performer.guard.speakable.quotation import is_quoted
from performer.guard.speakable.random_marks import find_marks, has_mark
from performer.guard.speakable.repeated_prompt import KnownTexts
from performer.guard.speakable.stage_directions import is_staged, is_told_of_self
from performer.guard.speakable.unspeakable import Label, Unspeakable

_ENOUGH: Final = 1.0
"""What phrases of talk about task and text have to weigh together."""
_LISTED: Final = 3
"""Words of manner in a row that repeat the prompt's list of them."""
_LISTED_SHORT: Final = 8
"""Words of a line in which two are enough: "warm and dry" in a longer one may be said of a well."""
_YOU_ARE: Final = frozenset({("you", "are"), ("du", "bist"), ("tu", "es"), ("voce", "e")})
_OF_WRITING: Final[frozenset[Label]] = frozenset({"refusal", "role", "prompt"})
"""What nobody writes either."""
_WHY: Final[dict[Label, str]] = {
    "prompt": "it repeats how it was asked",
    "meta": "it talks about its task or its own text",
    "tool": "it writes or talks about calls",
    "quote": "it stands in quotes",
    "stage": "it is a stage direction or markup",
    "refusal": "it refuses, or speaks as a machine",
    "role": "it begins with the name of a role",
    "garbage": "it is no sentence",
}


class Speakable:
    """Judges one sentence at a time; takes some 0.1 ms.

    Args:
        own_texts: What the model is always told (persona, rules, examples, teaching of tools, their descriptions), in
            any language: their near-verbatim repetition is objected to.
        tools: Names of the tools on offer.
        names: Of the performer.
    """

    def __init__(
        self, own_texts: Iterable[str] = (), *, tools: Iterable[str] = (), names: Iterable[str] = ("Pip",)
    ) -> None:
        texts = list(own_texts)
        self._phrases = load_phrases()
        self._own = KnownTexts(texts, self._phrases.common)
        self._barge_in = self._phrases.manners & {word for text in texts for word in split_words(text)}
        self._tools = list_tool_names(tools)
        self._names = frozenset(" ".join(split_words(name)) for name in names)

    @classmethod
    def for_product(
        cls, own_texts: Iterable[str] = (), *, tools: Iterable[str] = (), names: Iterable[str] = ("Pip",)
    ) -> Self:
        """Make one that knows every file of `prompts/` but those whose lines are spoken, and these texts besides."""
        files = sorted(PROMPTS.rglob("*.md"))
        told = [
            file.read_text(encoding="utf-8") for file in files if not is_spoken(file.relative_to(PROMPTS).as_posix())
        ]
        return cls([*told, *own_texts], tools=tools, names=names)

    def telling(self, told: AbstractSet[str]) -> frozenset[str]:
        """Return those of some folded words that are not in everybody's mouth."""
        return frozenset(told - self._phrases.common)

    def objection(
        self,
        sentence: str,
        *,
        told: Sequence[str] = (),
        examples: Sequence[str] = (),
        absent: Collection[str] = (),
        tools: Sequence[str] = (),
        answers: bool = False,
        written: bool = False,
    ) -> Unspeakable | None:
        """Tell why a performer would not say a sentence; None when one would, as with all that its own files hold.

        Args:
            sentence: As the model wrote it.
            told: What this turn's model was told besides: rules, results of tools, marks. What is seen does not belong
                here, for a line may name it.
            examples: The example lines, which are not to be recited.
            absent: Things of the examples that are not there now, as folded words: who speaks of one recites.
            tools: Names of what this turn may call besides.
            answers: Whether somebody asked for it. Then it may talk of questions, messages and pictures.
            written: Whether it is only read, where code, lists, quotes and markup are as good as any words.
        """
        text = sentence.strip()
        plain, said = fold_text(text), split_words(text)
        shown, weight = self._phrases.shown(said)
        checks: dict[Label, Callable[[], bool]] = {
            "refusal": lambda: False,  # only its phrases show one
            "tool": lambda: self._names_tool(said, tools) or (not written and is_code(text)),
            "role": lambda: has_heading(text, self._phrases.roles, self._names),
            "prompt": lambda: self._repeats(plain, said, told, examples) or not set(absent).isdisjoint(said),
            "quote": lambda: is_quoted(text),
            "stage": lambda: self._directs(text, said),
            "meta": lambda: weight >= _ENOUGH and not answers,
            "garbage": lambda: is_garbage(text, said, self._phrases.unfinished),
        }
        if written:
            shown &= _OF_WRITING
            checks = {label: holds for label, holds in checks.items() if label in _OF_WRITING or label == "tool"}
        label = next((label for label, holds in checks.items() if label in shown or holds()), None)
        return None if label is None or is_prepared(text) else Unspeakable(label=label, why=_WHY[label])

    def _names_tool(self, said: Sequence[str], tools: Sequence[str]) -> bool:
        line = f" {' '.join(said)} "
        return any(name in line for name in (*self._tools, *_tool_names(tuple(tools))))

    def _repeats(self, plain: str, said: Sequence[str], told: Sequence[str], examples: Sequence[str]) -> bool:
        return (
            has_mark(plain)
            or any(mark in plain for mark in find_marks(told))
            or self._lists_manners(said)
            or self._addresses_self(said)
            or self._own.holds(said)
            or (bool(told) and _told(tuple(told)).holds(said))
            or (bool(examples) and _examples(tuple(examples)).holds(said))
        )

    def _lists_manners(self, said: Sequence[str]) -> bool:
        """Tell whether a line is made of how the prompt has it speak, or lists three of that, a short line two."""
        if said and self._barge_in.issuperset(said):
            return True
        listed = [word for word in said if word != "and"]
        runs = zip(listed, listed[1:], listed[2:], strict=False)
        if any(len(self._barge_in.intersection(run)) == _LISTED for run in runs):
            return True
        is_short = len(said) <= _LISTED_SHORT
        return is_short and any({one, other} <= self._barge_in and one != other for one, other in pairwise(listed))

    def _addresses_self(self, said: Sequence[str]) -> bool:
        return any(name in self._names for name in _addressed(said))

    def _directs(self, text: str, said: Sequence[str]) -> bool:
        gestures = self._phrases.gestures
        return is_staged(text, gestures) or is_told_of_self(said, self._names, gestures, self._phrases.says)


def _addressed(said: Sequence[str]) -> Iterator[str]:
    """Give whom a line says its hearer to be: "You are Pip, …"."""
    return (name for one, verb, name in zip(said, said[1:], said[2:], strict=False) if (one, verb) in _YOU_ARE)


@lru_cache(maxsize=16)
def _told(texts: tuple[str, ...]) -> KnownTexts:
    return KnownTexts(texts, load_phrases().common)


@lru_cache(maxsize=16)
def _tool_names(tools: tuple[str, ...]) -> tuple[str, ...]:
    return list_tool_names(tools)


@lru_cache(maxsize=16)
def _examples(lines: tuple[str, ...]) -> Examples:
    return Examples(lines, load_phrases().common)
