"""The persona: who the performer is, in the short words of a reaction and in the long ones of a conversation.

It is made of its sheet, which is the content of a Markdown file: what the file does not say itself is made of
`character` and of the fields beside it.

The short form has a bound, for a reaction's prompt is to be at most 300 tokens before the picture. Tokens are counted
as four characters each, and five more a message for a chat template: qwen's tokenizer makes about as many of English.
Others make more (smollm2 1.4 times as many), and all do where a script is no Latin one, down to less than a character
a token: a persona in Japanese, Thai or Hindi should be a third as long.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from performer.agent.persona_sheet import Example, PersonaSheet, parse_sheet
from performer.core.errors import ConfigError
from performer.core.files.file_name import explain_unfit_file_name
from performer.core.files.home import PROMPTS
from performer.core.files.user_file import UnfitFileError, read_user_text
from performer.core.prompt_files import load_prompt, load_prompt_lines
from performer.core.text import format_near_miss
from performer.core.untrusted_text import NONE, Prompt, join_prompts, remove_tokens
from performer.core.values import dataclass

PIP: Final = "pip"
"""The persona that ships."""
MOST_CHARS: Final = 680
"""Most characters of the short form: 300 tokens, without some 60 for the last turn, 55 for what is taught of gestures,
and 13 for the template around these two."""
AROUND_CHARS: Final = 85
"""What stands around each example in that: a template twice, `On screen:`, and the gesture as it is written."""
_OWN_CHARS: Final = 160
"""What a prompt of the streamer's own is to have of that, if it is so long; examples are left out for it."""
_SENTENCE_ENDS: Final = re.compile(r"[.!?…](?=\s|$)|[。！？]")
FOLDER: Final = "personas"


@dataclass(frozen=True, kw_only=True)
class Persona:
    """Who the performer is."""

    name: str
    short: Prompt
    """Who it is and the rules of a line, in about three sentences."""
    examples: tuple[Example, ...]
    prompt: Prompt
    """All that a conversation's model is told."""
    never_says: tuple[str, ...] = ()
    """Words that it never says: a line with one of them is dropped."""
    sentences: int | None = None
    """The most sentences of an answer; None: as turn.sentences has it."""

    def with_prompt(self, own: Prompt | None) -> "Persona":
        """Return the persona as a prompt of the streamer's own has it; None leaves it as it is.

        A reaction has the first sentences of a long one, above the rules of this persona. The last of its examples,
        which are another's lines, may have to go for that.
        """
        if own is None or own == self.prompt:
            return self
        rules = self.short.partition(". ")[2] or self.short
        short, examples = _shorten(" ".join(own.split()), rules, self.examples)
        return replace(self, prompt=own, short=short, examples=examples)


def build_persona(sheet: PersonaSheet, what: str) -> Persona:
    """Build what a model is told of a persona; raise ConfigError, naming `what` it is, when its short form is too long.

    Of a long character a reaction has the first sentences only, and the last examples may have to go for them.
    """
    manner = _list_manner(sheet)
    if sheet.is_by_hand and not sheet.short.strip():
        raise ConfigError(f"{what}: 'short': Field required. Write in three sentences who it is and how it speaks.")
    if sheet.is_by_hand:
        short = join_prompts(Prompt(sheet.short.strip()), _say_language(sheet), by=" ")
        examples, prompt = sheet.examples, join_prompts(Prompt(sheet.body.strip()), manner)
        _check_length(short, examples, what)
    else:
        who = load_prompt("persona/who", **_name_fields(sheet))
        rules = join_prompts(load_prompt("persona/short"), _say_language(sheet), by=" ")
        short, examples = _shorten(" ".join(who.split()), rules, sheet.examples)
        sentences = _find_line("persona/sentences", str(sheet.sentences or 2))
        prompt = join_prompts(load_prompt("persona/whole", **_name_fields(sheet), sentences=sentences), manner)
    return Persona(
        name=sheet.name,
        short=short,
        examples=examples,
        prompt=prompt,
        never_says=sheet.never_says,
        sentences=sheet.sentences,
    )


def _name_fields(sheet: PersonaSheet) -> dict[str, Prompt]:
    return {"called": Prompt(remove_tokens(sheet.name)), "character": Prompt(remove_tokens(sheet.character))}


def _list_manner(sheet: PersonaSheet) -> Prompt:
    """Return how it speaks and feels, as its sheet has it beside its character."""
    words = Prompt(remove_tokens(", ".join(sheet.never_says)))
    return join_prompts(
        _say_language(sheet),
        _find_line("persona/moods", sheet.mood),
        _find_line("persona/of_itself", sheet.of_itself),
        load_prompt("persona/never", words=words) if words else NONE,
        by="\n",
    )


def _say_language(sheet: PersonaSheet) -> Prompt:
    return _find_line("persona/languages", sheet.language)


def _find_line(file: str, choice: str) -> Prompt:
    """Return the line of a choice in a file of prompts; an empty prompt where there is none."""
    lines = (line.partition(": ") for line in load_prompt_lines(file))
    return next((Prompt(text) for known, _, text in lines if known == choice), NONE)


def load_persona(name: str = PIP, *folders: Path) -> Persona:
    """Read `NAME.md` of the first of these folders that has it, or else of our own.

    Raises:
        ConfigError: when no folder has it, or its front matter is wrong: names the file, the fault and the remedy.
    """
    if why := explain_unfit_file_name(name):
        raise ConfigError(f"Config 'scene.persona' has value '{name}'. {why}")
    places = [*(folder / FOLDER for folder in folders), PROMPTS / FOLDER]
    file = next((place / f"{name}.md" for place in places if (place / f"{name}.md").exists()), None)
    if file is None:
        known = sorted({each.stem for place in places if place.is_dir() for each in place.glob("*.md")})
        raise ConfigError(
            f"Config 'scene.persona' has value '{name}'. There is no such persona. {format_near_miss(name, known)}"
        )
    return read_persona(file)


def read_persona(file: Path) -> Persona:
    """Read a persona's file; raise ConfigError when it cannot be read, or does not say who it is."""
    try:
        text = read_user_text(file)
    except (FileNotFoundError, UnfitFileError) as error:
        raise ConfigError(f"The persona {file} cannot be read: {error}.") from None
    what = f"The persona {file}"
    return build_persona(parse_sheet(text, what), what)


def _check_length(short: str, examples: Sequence[Example], what: str) -> None:
    chars = len(short) + count_chars(examples)
    if chars > MOST_CHARS:
        raise ConfigError(
            f"{what}: its short form has {chars} characters, {AROUND_CHARS} more an example counted in. "
            f"At most {MOST_CHARS} are read soon enough: shorten 'short', 'seen' and 'say', or leave an example out."
        )


@cache
def load_built_in_persona() -> Persona:
    """Return the persona that ships."""
    return load_persona()


def count_chars(examples: Sequence[Example]) -> int:
    """Return how long examples are in a prompt; a line is written as JSON where the answer is to be."""
    lines = (json.dumps(each.say, ensure_ascii=False)[1:-1] for each in examples)
    return sum(len(each.seen) + len(line) + AROUND_CHARS for each, line in zip(examples, lines, strict=True))


def _shorten(words: str, rules: str, examples: tuple[Example, ...]) -> tuple[Prompt, tuple[Example, ...]]:
    """Return a short form of who it is and the rules of a line, with as many of the examples as fit beside it."""
    least = min(len(words), _OWN_CHARS)
    while len(examples) > 1 and _room(examples) - len(rules) < least:
        examples = examples[:-1]
    rules = _beginning(rules, _room(examples) - least)
    who = _beginning(words, _room(examples) - len(rules))
    return Prompt(f"{who}\n{rules}"), examples


def _room(examples: Sequence[Example]) -> int:
    """Return how many characters of who it is, and of the rules in a line below, fit beside examples."""
    return MOST_CHARS - count_chars(examples) - len("\n")


def _beginning(text: str, most: int) -> str:
    """Return the first sentences of a text, or else the first words, that have at most so many characters."""
    if len(text) <= most:
        return text
    ends = [end.end() for end in _SENTENCE_ENDS.finditer(text) if end.end() <= most]
    return text[: ends[-1]] if ends else text[:most].rpartition(" ")[0] or text[:most]
