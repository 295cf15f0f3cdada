"""The check whether a performer would say a sentence."""

from collections.abc import Callable, Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache, partial
from itertools import pairwise
from typing import Final, Self

from performer.core.files.home import PROMPTS
from performer.core.made_late import once
from performer.core.values import dataclass
from performer.guard.speakable.folding import fold_text, split_words
from performer.guard.speakable.line_forms import (
    close_announcement,
    find_marks,
    has_heading,
    has_mark,
    is_code,
    is_garbage,
    is_narration,
    is_quoted,
    is_stage_direction,
    list_tool_names,
    remove_list_mark,
    unquote,
)
from performer.guard.speakable.phrases import Label, Phrases, load_phrases
from performer.guard.speakable.prepared_lines import is_prepared, is_spoken
from performer.guard.speakable.repeated_prompt import Examples, KnownTexts

_ENOUGH: Final = 1.0
"""The weight of phrases that make a sentence talk about task and text."""
_LISTED: Final = 3
"""Words of manner in a row that repeat the prompt's list of them."""
_LISTED_SHORT: Final = 8
"""Words of a line in which two of manner are enough: "warm and dry" in a longer one may be said of a well."""
_YOU_ARE: Final = frozenset({("you", "are"), ("du", "bist"), ("tu", "es"), ("voce", "e")})
_OF_WRITING: Final[frozenset[Label]] = frozenset({"refusal", "role", "prompt"})
"""The labels of sentences that nobody writes either."""
_WHY: Final[dict[Label, str]] = {
    "prompt": "it repeats how it was asked",
    "meta": "it talks about its task or its own text",
    "tool": "it writes or talks about calls",
    "quote": "it stands in quotes",
    "stage": "it is a stage direction or markup",
    "refusal": "it refuses, or speaks as a machine",
    "role": "it begins with the name of a role",
    "garbage": "it is no sentence",
    "never": "it has words that the persona never says",
}


@dataclass(frozen=True, kw_only=True)
class Unspeakable:
    """An objection to a sentence."""

    label: Label
    why: str
    """A short clause for the journal, which holds no word of the sentence."""


@dataclass(frozen=True, kw_only=True)
class _Knowledge:
    """What a judge knows of its own texts."""

    own: KnownTexts
    manners: frozenset[str]
    """The words of manner that stand in them."""

    @classmethod
    def of(cls, texts: Sequence[str]) -> Self:
        phrases = load_phrases()
        words = {word for text in texts for word in split_words(text)}
        return cls(own=KnownTexts(texts, phrases.common), manners=phrases.manners & words)


class Speakable:
    """The judge of a model's sentences; one takes some 0.1 ms.

    Args:
        own_texts: The texts that the model always gets (persona, rules, examples, tools and their descriptions), in any
            language; their near-verbatim repetition is objected to.
        tools: The names of the tools on offer.
        names: The names of the performer.
        never: Words that it never says, in no form of a line.
    """

    def __init__(
        self,
        own_texts: Iterable[str] = (),
        *,
        tools: Iterable[str] = (),
        names: Iterable[str] = ("Pip",),
        never: Iterable[str] = (),
    ) -> None:
        self._knows = once(partial(_Knowledge.of, tuple(own_texts)))
        self._tools = list_tool_names(tools)
        self._names = frozenset(" ".join(split_words(name)) for name in names)
        self._never = tuple(filter(None, (" ".join(split_words(each)) for each in never)))

    @classmethod
    def for_product(
        cls,
        own_texts: Iterable[str] = (),
        *,
        tools: Iterable[str] = (),
        names: Iterable[str] = ("Pip",),
        never: Iterable[str] = (),
    ) -> Self:
        """Make a judge that knows every file of `prompts/` whose lines are not spoken, and these texts besides."""
        files = sorted(PROMPTS.rglob("*.md"))
        told = [
            file.read_text(encoding="utf-8") for file in files if not is_spoken(file.relative_to(PROMPTS).as_posix())
        ]
        return cls([*told, *own_texts], tools=tools, names=names, never=never)

    @property
    def _phrases(self) -> Phrases:
        return load_phrases()

    def prepare(self) -> None:
        """Read the tables of phrases and the own texts, some 0.1 s, before the first sentence waits for it."""
        self._knows()

    def telling(self, told: AbstractSet[str]) -> frozenset[str]:
        """Return the folded words that are not common ones."""
        return frozenset(told - self._phrases.common)

    def strip_form(self, sentence: str) -> str:
        """Return a sentence of an answer as it is heard by itself.

        It has no mark of a list, no quotes around the whole of it and, unless it is a heading, no colon at its end.
        """
        text = unquote(remove_list_mark(sentence))
        return text if has_heading(text, self._phrases.roles, self._names) else close_announcement(text)

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
        """Return the objection to a sentence; None when a performer may say it, such as each prepared line.

        Args:
            sentence: The sentence as the model wrote it.
            told: Further texts in this turn's prompt: rules, results of tools, marks; not what is seen, for a line may
                name it.
            examples: The example lines of the prompt, and what was seen in them.
            absent: Things of the examples that are not there now, as folded words: a line that names one recites.
            tools: The names of further tools of this turn.
            answers: Whether the sentence answers somebody; then it may talk of questions, messages and pictures.
            written: Whether the sentence is only read, so that code, lists, headings, quotes and markup are allowed.
        """
        text = sentence.strip()
        plain, said = fold_text(text), split_words(text)
        if self._says_never(said):
            return Unspeakable(label="never", why=_WHY["never"])
        shown, weight = self._phrases.shown(said)
        roles = self._phrases.roles - self._phrases.parts if written else self._phrases.roles
        checks: dict[Label, Callable[[], bool]] = {
            "refusal": lambda: False,  # only its phrases show one
            "tool": lambda: self._names_tool(said, tools) or (not written and is_code(text)),
            "role": lambda: has_heading(text, roles, self._names),
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

    def _says_never(self, said: Sequence[str]) -> bool:
        line = f" {' '.join(said)} "
        return any(f" {words} " in line for words in self._never)

    def _names_tool(self, said: Sequence[str], tools: Sequence[str]) -> bool:
        line = f" {' '.join(said)} "
        return any(name in line for name in (*self._tools, *_list_tool_names(tuple(tools))))

    def _repeats(self, plain: str, said: Sequence[str], told: Sequence[str], examples: Sequence[str]) -> bool:
        return (
            has_mark(plain)
            or any(mark in plain for mark in find_marks(told))
            or self._lists_manners(said)
            or any((one, verb) in _YOU_ARE and name in self._names for one, verb, name in _list_threes(said))
            or self._knows().own.holds(said)
            or (bool(told) and _make_known_texts(tuple(told)).holds(said))
            or (bool(examples) and _make_examples(tuple(examples)).holds(said))
        )

    def _lists_manners(self, said: Sequence[str]) -> bool:
        """Whether a line consists of the prompt's words of manner, or lists three of them; a short line two."""
        manners = self._knows().manners
        if said and manners.issuperset(said):
            return True
        listed = [word for word in said if word != "and"]
        if any(len(manners.intersection(run)) == _LISTED for run in _list_threes(listed)):
            return True
        is_short = len(said) <= _LISTED_SHORT
        return is_short and any({one, other} <= manners and one != other for one, other in pairwise(listed))

    def _directs(self, text: str, said: Sequence[str]) -> bool:
        gestures = self._phrases.gestures
        return is_stage_direction(text, gestures) or is_narration(said, self._names, gestures, self._phrases.says)


def _list_threes(words: Sequence[str]) -> Iterable[tuple[str, str, str]]:
    return zip(words, words[1:], words[2:], strict=False)


_make_known_texts: Final = lru_cache(maxsize=16)(lambda texts: KnownTexts(texts, load_phrases().common))
_make_examples: Final = lru_cache(maxsize=16)(lambda lines: Examples(lines, load_phrases().common))
_list_tool_names: Final = lru_cache(maxsize=16)(list_tool_names)
