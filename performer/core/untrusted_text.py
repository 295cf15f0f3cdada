"""Untrusted texts on their way to a model, and `Prompt`, the type of a text that a model may read.

Chat templates part turns, roles, tools and thinking by tokens. A server that finds such a token in a message takes it
for its own: a chat line could end the user's turn and speak as the system. So tokens are removed from others' words, by
their looks: in full width too, with invisible characters inside, and put together by removing others.

Quote marks around others' words let a model tell them from what it is asked to do.
"""

import re
import secrets
import unicodedata
from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Final, NewType

from performer.core.made_late import compile_late
from performer.core.text import is_unseen

Prompt = NewType("Prompt", str)
"""A text that a model may read. The type keeps a `str` from becoming one by oversight.

Made by `load_prompt` of our own files, by `QuoteMarks.quote` of others' words, and by `state_to_model` of trusted ones.
"""

NONE: Final = Prompt("")


def join_prompts(*parts: Prompt, by: str = "\n\n") -> Prompt:
    """Join prompts; empty ones are left out."""
    return Prompt(by.join(filter(None, parts)))


_MOST_MARKS: Final = 3
"""The most marks above and below one letter that a language needs."""

_LIKE: Final = {
    "<": "‹〈⟨❬❮˂ᐸ⧼",
    ">": "›〉⟩❭❯˃ᐳ⧽",
    "|": "∣│┃❘❙ǀ¦⎸⎹∥‖︱⏐",
    "[": "⟦〚❲",
    "]": "⟧〛❳",
    "/": "∕⁄⧸╱",
    "_": "▁＿‿⎽",
    "#": "♯",
}
_ONE_SIGN: Final = {ord(twin): sign for sign, twins in _LIKE.items() for twin in twins}


def remove_unseen(text: str) -> str:
    """Remove invisible characters, and fold white space: line breaks become blanks."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    seen: list[str] = []
    marks = 0
    for each in text:
        if each.isspace():
            seen.append(" ")
        elif not is_unseen(each):
            marks = marks + 1 if unicodedata.combining(each) else 0
            if marks <= _MOST_MARKS:
                seen.append(each)
    return " ".join("".join(seen).split())


def map_look_alikes(text: str) -> str:
    """Replace each character by the plain one that it looks like, one for one."""
    return text if text.isascii() else "".join(map(_map_look_alike, text))


@lru_cache(maxsize=4096)
def _map_look_alike(character: str) -> str:
    if character.isascii():
        return character
    sign = _ONE_SIGN.get(ord(character))
    if sign:
        return sign
    folded = unicodedata.normalize("NFKC", character)
    return folded if len(folded) == 1 else character


_NAMES: Final = (
    # Beginnings and ends of texts, turns and messages.
    r"s|bos|eos|pad|unk|mask|cls|sep|sop|eop|eod|eot|eom|eoh|eoa|\w{1,40}_token|(?:start|end|begin|beginning)_of_\w{1,30}"
    r"|(?:start|begin|end)of(?:text|turn)|im_\w{1,20}|turn|channel|message|seed:\w{1,20}|session"
    # Roles.
    r"|sys|system|user|assistant|human|model|developer|ipython|observation|environment"
    # Tools and thinking.
    r"|(?:\w{1,12}:)?(?:tools?|functions?|tool_?\w{1,30}|function_\w{1,30}|toolcall\w{0,20}|invoke|parameters?|arg_\w{1,10})"
    r"|think(?:ing)?|thoughts?|reasoning|reflection|scratch_?pad|analysis"
    # Pictures, sound, code to be filled in, and what was kept for later.
    r"|im(?:g|age)(?:_\w{1,20})?|video(?:_\w{1,20})?|audio(?:_\w{1,20})?|vision_\w{1,20}|object_ref_\w{1,10}|fim_\w{1,20}"
    r"|file_sep|repo_name|jupyter_\w{1,20}|pre|suf|mid|extra_id_\d{1,4}|(?:unused|reserved|special|tokens_unused)_?\w{0,12}"
    r"|0x[0-9a-f]{2}"
)
_BRACKETED: Final = (
    r"inst|sys|system_prompt|available_tools|tools?_\w{1,20}|args|call_id|img(?:_\w{1,10})?|(?:begin_)?audio|transcribe"
    r"|prefix|suffix|middle|think|model_settings|control_\d{1,4}|[gs]?mask|cls|sep|unk|pad|bos|eos"
)
_TOKEN: Final = compile_late(
    r"<\|[^<>|]{0,64}\|?>|<[^<>|]{1,64}\|>"  # <|im_start|>, <｜User｜>, and those that have one bar: <|turn>, <turn|>
    r"|\[\|[^\[\]|]{0,64}\|\]"  # [|assistant|]
    rf"|<?</?(?:{_NAMES})(?:[\s=:/.][^<>]{{0,80}})?>>?"
    rf"|\[/?(?:{_BRACKETED})\]"
    r"|\]~!?b[\[\]]?|\[e~\[?|\]<\]\w{0,20}\[>\["  # those of MiniMax
    r"|◁/?\w{1,20}▷"
    r"|#{2,6} ?(?:system|user|assistant|human|instructions?|response|input|tools?)\b ?:?"
    r"|<\||\|>|\[\||\|\]",
    re.IGNORECASE,
)
_SUSPECT: Final = re.compile(r"[<>\[\]|◁]|##")
_OPENS: Final = re.compile(r"<(?=[\w/|!?<\[])(?!3)")
"""A sign that may begin an unknown token; a heart does not."""
_ROUNDS: Final = 20
"""The most removals of nested tokens; a text that nests more holds nothing else."""
_SIGNS: Final = str.maketrans(dict.fromkeys("<>[]|◁▷#", " "))


def remove_tokens(text: str) -> str:
    """Remove the tokens of chat templates from a text, also those that a removal puts together."""
    for _ in range(_ROUNDS):
        seen = map_look_alikes(text)
        if not _SUSPECT.search(seen):
            return text
        left = remove_matches(_TOKEN, text, seen)
        if left == text:
            return text
        text = left
    return map_look_alikes(text).translate(_SIGNS)


def remove_matches(pattern: re.Pattern[str], text: str, seen: str) -> str:
    """Remove from a text the parts that a pattern matches in `seen`, its look-alike."""
    kept: list[str] = []
    end = 0
    for match in pattern.finditer(seen):
        kept.append(text[end : match.start()])
        end = match.end()
    return "".join([*kept, text[end:]]) if kept else text


def replace_tag_openers(text: str) -> str:
    """Replace each `<` that begins a tag, which may be an unknown token: `<new>` becomes `‹new>`."""
    letters = list(text)
    for match in _OPENS.finditer(map_look_alikes(text)):
        letters[match.start()] = "‹"
    return "".join(letters)


_SINGLE: Final = str.maketrans(dict.fromkeys('"“”„«»', "'"))
_READ: Final = 4
"""Times as many characters are read as are let through: a text with more padding is not worth reading."""


def make_plain(text: str, most: int) -> str:
    """Return a text as one line of at most `most` characters, without invisible characters and template tokens."""
    line = " ".join(replace_tag_openers(remove_tokens(remove_unseen(text[: most * _READ]))).split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def state_to_model(text: str, most: int) -> Prompt:
    """Return trusted words as a prompt without marks: the streamer's request, a tool's name, a question to a picture.

    No words of others may be given here.
    """
    return Prompt(make_plain(text, most))


def show_to_model(text: str, most: int, *, in_quotes: bool = True) -> Prompt:
    """Return others' words as a prompt without marks, for a turn whose tools may do no more than play.

    Small models read marks out, so a short prompt has none. With `in_quotes` the words stand between double quotes, and
    their own double quotes become single ones.
    """
    return Prompt(make_plain(text.translate(_SINGLE) if in_quotes else text, most))


def repeat_own_words(text: str) -> Prompt:
    """Return a model's own earlier words and calls as a prompt: unchanged but for template tokens."""
    return Prompt(remove_tokens(text))


LINE_CHARS: Final = 200
"""The most characters of a quoted line, unless more are asked for."""

NewMarker = Callable[[], str]
_LETTERS: Final = "bcdfghjkmnpqrstvwxz23456789"
"""No vowels, so that a marker is no word."""
_LENGTH: Final = 8
_GUILLEMETS: Final = str.maketrans({"«": '"', "»": '"'})


def make_marker() -> str:
    """Make a marker that nobody can guess, from the system's randomness, for the show's is seeded."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


class QuoteMarks:
    """The quote marks of one turn, with its own marker: `«k7f3q9xz … k7f3q9xz»`. No quoted text can hold them."""

    def __init__(self, marker: str) -> None:
        self._marker = marker
        self.used = False
        """Whether anything was quoted, so that the turn holds words of others."""

    def quote(self, *lines: str, most: int = LINE_CHARS) -> Prompt:
        """Return others' words between the marks, `most` characters of each line; several lines become a list."""
        self.used = True
        plain_ones = [self._make_plain(line, most) for line in lines]
        if len(plain_ones) == 1:
            return Prompt(f"«{self._marker} {plain_ones[0]} {self._marker}»")
        items = "\n".join(f"- {line}" for line in plain_ones)
        return Prompt(f"«{self._marker}\n{items}\n{self._marker}»")

    def unmarked(self, text: str) -> str:
        """Remove the marks that a model has copied into its own words."""
        if not self._is_in(text):
            return text
        copied = re.compile(rf"[«<]*\s?{re.escape(self._marker)}\s?[»>]*", re.IGNORECASE)
        return " ".join(copied.sub(" ", text).split())

    def _make_plain(self, line: str, most: int) -> str:
        text = make_plain(line.translate(_GUILLEMETS), most)
        while self._is_in(map_look_alikes(text)):
            text = remove_tokens(remove_matches(self._written, text, map_look_alikes(text)))
        return text

    def _is_in(self, text: str) -> bool:
        """Whether a text holds the marker, in any case."""
        if text.isascii():
            return self._marker.lower() in text.lower()
        return self._written.search(text) is not None

    @cached_property
    def _written(self) -> re.Pattern[str]:
        # Made late: each turn has its own, plain texts need none, and it takes long to compile.
        return re.compile(re.escape(self._marker), re.IGNORECASE)
