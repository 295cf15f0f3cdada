"""How a text looks to a reader of letters: what cannot be seen is left out, and signs of one shape are one sign.

A prompt: a text that a model may read. It has a type of its own, so that no `str` becomes one by oversight.

Tokens by which chat templates part turns, roles, tools and thinking. In somebody's words none of them may stand.

A server that finds one in a message takes it for its own: a chat line could end the user's turn and speak as the
system. They are left out as they look: in full width too, with unseen characters inside, and put together by leaving
others out.

How a text is told to a model: in one plain line, or as the model itself wrote it.

Quotes: marks around somebody else's words, so that a model can tell them from what it is asked to do.
"""

import re
import secrets
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from typing import Final, NewType

from performer.core.text import is_unseen

Prompt = NewType("Prompt", str)
"""Made by `prompts.prompt` of our own files, by `Quotes.quote` of others' words, and by `stated` of the house's."""


NONE: Final = Prompt("")


def join_prompts(*parts: Prompt, by: str = "\n\n") -> Prompt:
    """Put prompts one behind the other; empty ones are left out."""
    return Prompt(by.join(filter(None, parts)))


_MOST_MARKS: Final = 3
"""Marks above and below one letter; more of them is no language but a tower of signs."""

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
    """Leave out what nobody sees, and fold white space: line breaks become blanks."""
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
    """Write each character as the plain one that it looks like, one for one."""
    return text if text.isascii() else "".join(map(_plain, text))


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
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
_TOKEN: Final = re.compile(
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
"""What may yet begin a token; a heart does not."""
_ROUNDS: Final = 20
"""Whoever nests tokens more often has no other word to say."""
_SIGNS: Final = str.maketrans(dict.fromkeys("<>[]|◁▷#", " "))


def remove_tokens(text: str) -> str:
    """Leave tokens out until there is none."""
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
    """Leave out of a text what the pattern finds in its looks."""
    kept: list[str] = []
    end = 0
    for match in pattern.finditer(seen):
        kept.append(text[end : match.start()])
        end = match.end()
    return "".join([*kept, text[end:]]) if kept else text


def replace_tag_openers(text: str) -> str:
    """Let nothing begin as a tag does, for it may be a token that nobody knows of here: `<new>` becomes `‹new>`."""
    letters = list(text)
    for match in _OPENS.finditer(map_look_alikes(text)):
        letters[match.start()] = "‹"
    return "".join(letters)


_SINGLE: Final = str.maketrans(dict.fromkeys('"“”„«»', "'"))
_READ: Final = 4
"""Times as many characters are looked at as are let through: what is padded more thinly is not worth reading."""


def make_plain(text: str, most: int) -> str:
    """Make one line of it: nothing unseen, no template's tokens, no line breaks, at most so many characters."""
    line = " ".join(replace_tag_openers(remove_tokens(remove_unseen(text[: most * _READ]))).split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def state_to_model(text: str, most: int) -> Prompt:
    """Give a model words of the house: what the streamer asks for, a tool's name, a question to a picture.

    They stand without marks, as ours do; so nothing may come here that others wrote.
    """
    return Prompt(make_plain(text, most))


def show_to_model(text: str, most: int, *, in_quotes: bool = True) -> Prompt:
    """Give a model somebody's words without marks: what is on the screen, or a line of the chat.

    Small models read marks out, so a short prompt has none. It is for turns alone whose tools may do no more than play.
    Words that are put between double quotes have single ones instead of their own.
    """
    return Prompt(make_plain(text.translate(_SINGLE) if in_quotes else text, most))


def repeat_own_words(text: str) -> Prompt:
    """Give a model its own earlier words and calls: they stand as they are, but for tokens."""
    return Prompt(remove_tokens(text))


LINE_CHARS: Final = 200
"""Characters of one line, unless more are asked for."""

NewMarker = Callable[[], str]
_LETTERS: Final = "bcdfghjkmnpqrstvwxz23456789"
"""No vowels, so that it is no word."""
_LENGTH: Final = 8
_GUILLEMETS: Final = str.maketrans({"«": '"', "»": '"'})


def make_marker() -> str:
    """Make a marker that nobody can guess: of the system's own chance, for the show's is seeded."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


class QuoteMarks:
    """The marks of one turn: `«k7f3q9xz … k7f3q9xz»`. No quoted text can hold them, whoever wrote it.

    Args:
        marker: What makes them this turn's; see `new_marker`.
    """

    def __init__(self, marker: str) -> None:
        self._marker = marker
        self._written = re.compile(re.escape(marker), re.IGNORECASE)
        self._copied = re.compile(rf"[«<]*\s?{re.escape(marker)}\s?[»>]*", re.IGNORECASE)
        self.used = False
        """Whether anything was quoted, so that the turn holds words of others."""

    def quote(self, *lines: str, most: int = LINE_CHARS) -> Prompt:
        """Put somebody's words between the marks; several lines stand one below the other, each as an item.

        Args:
            lines: As they came.
            most: Characters of each that are let through.
        """
        self.used = True
        plain_ones = [self._plain(line, most) for line in lines]
        if len(plain_ones) == 1:
            return Prompt(f"«{self._marker} {plain_ones[0]} {self._marker}»")
        items = "\n".join(f"- {line}" for line in plain_ones)
        return Prompt(f"«{self._marker}\n{items}\n{self._marker}»")

    def unmarked(self, text: str) -> str:
        """Leave out marks that a model has copied into its own words."""
        return " ".join(self._copied.sub(" ", text).split()) if self._written.search(text) else text

    def _plain(self, line: str, most: int) -> str:
        text = make_plain(line.translate(_GUILLEMETS), most)
        while self._written.search(map_look_alikes(text)):
            text = remove_tokens(remove_matches(self._written, text, map_look_alikes(text)))
        return text
