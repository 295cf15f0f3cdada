"""The persona: who the performer is, in the short words of a reaction and in the long ones of a conversation.

A persona is a Markdown file. Its front matter, TOML between two lines `+++`, has the short form: `name`, `short` (who
it is and the rules, in about three sentences) and three `[[examples]]` with `seen`, `say` and `do`. The text behind
it is what a conversation's model is told.

The short form has a bound, for a reaction's prompt is to be at most 300 tokens before the picture. Tokens are counted
as four characters each, and five more a message for a chat template: qwen's tokenizer makes about as many of English.
Others make more (smollm2 1.4 times as many), and all do where a script is no Latin one, down to less than a character
a token: a persona in Japanese, Thai or Hindi should be a third as long.
"""

import json
import re
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from performer.core.errors import ConfigError
from performer.core.files.home import PROMPTS
from performer.core.files.user_file import UnfitFileError, parse_toml, read_user_text
from performer.core.text import format_near_miss
from performer.core.untrusted_text import Prompt
from performer.core.values import dataclass
from performer.guard.speakable.folding import split_words as folded_words
from performer.guard.speakable.repeated_prompt import split_sentences

PIP: Final = "pip"
"""The persona that ships."""
_FENCE: Final = "+++"
MOST_CHARS: Final = 680
"""Most characters of the short form: 300 tokens, without some 60 for the last turn, 55 for what is taught of gestures,
and 13 for the template around these two."""
AROUND_CHARS: Final = 85
"""What stands around each example in that: a template twice, `On screen:`, and the gesture as it is written."""
_OWN_CHARS: Final = 160
"""What a prompt of the streamer's own is to have of that, if it is so long; examples are left out for it."""
_SENTENCE_ENDS: Final = re.compile(r"[.!?…](?=\s|$)|[。！？]")
_FEWEST_OF_A_SCENE: Final = 3
_FOLDER: Final = "personas"


class Example(BaseModel):
    """One line of the persona's own, told to the model as a turn that went before."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    seen: str = Field(min_length=1, max_length=200)
    """What was on the screen, without a full stop."""
    say: str = Field(min_length=1, max_length=200)
    do: str = "none"
    """The gesture that goes with it, by its short name."""

    @property
    def things(self) -> frozenset[str]:
        """Return the words for what the persona sees and speaks of, folded; common words are among them."""
        return frozenset(folded_words(self.seen)) & frozenset(folded_words(self.say))

    @property
    def scenes(self) -> tuple[str, ...]:
        """Return the parts of what was on the screen that no line has by chance: of three words at least."""
        return tuple(" ".join(part) for part in split_sentences(self.seen) if len(part) >= _FEWEST_OF_A_SCENE)


class _FrontMatter(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1, max_length=40)
    short: str = Field(min_length=1)
    examples: tuple[Example, ...] = Field(min_length=1, max_length=5)


@dataclass(frozen=True, kw_only=True)
class Persona:
    """Who the performer is."""

    name: str
    short: Prompt
    """Who it is and the rules of a line, in about three sentences."""
    examples: tuple[Example, ...]
    prompt: Prompt
    """All that a conversation's model is told."""

    def with_prompt(self, own: Prompt | None) -> "Persona":
        """Return the persona as a prompt of the streamer's own has it; None leaves it as it is.

        A reaction has the first sentences of a long one, above the rules of this persona. The last of its examples,
        which are another's lines, may have to go for that.
        """
        if own is None or own == self.prompt:
            return self
        words, rules = " ".join(own.split()), self.short.partition(". ")[2] or self.short
        least = min(len(words), _OWN_CHARS)
        examples = self.examples
        while len(examples) > 1 and _room(examples) - len(rules) < least:
            examples = examples[:-1]
        rules = _beginning(rules, _room(examples) - least)
        who = _beginning(words, _room(examples) - len(rules))
        return replace(self, prompt=own, short=Prompt(f"{who}\n{rules}"), examples=examples)


def load_persona(name: str = PIP, *folders: Path) -> Persona:
    """Read `NAME.md` of the first of these folders that has it, or else of our own.

    Raises:
        ConfigError: when no folder has it, or its front matter is wrong: names the file, the fault and the remedy.
    """
    places = [*(folder / _FOLDER for folder in folders), PROMPTS / _FOLDER]
    file = next((place / f"{name}.md" for place in places if (place / f"{name}.md").exists()), None)
    if file is None:
        known = sorted({each.stem for place in places if place.is_dir() for each in place.glob("*.md")})
        raise ConfigError(
            f"Config 'scene.persona' has value '{name}'. There is no such persona. {format_near_miss(name, known)}"
        )
    return read_persona(file)


def read_persona(file: Path) -> Persona:
    """Read a persona's file; raise ConfigError when it cannot be read, or has no front matter that says who it is."""
    try:
        text = read_user_text(file)
    except (FileNotFoundError, UnfitFileError) as error:
        raise ConfigError(f"The persona {file} cannot be read: {error}.") from None
    _, fence, rest = text.partition(_FENCE)
    front, end, body = rest.partition(f"\n{_FENCE}")
    if not (fence and end):
        raise ConfigError(
            f"The persona {file} has no front matter: write name, short and [[examples]] between two +++."
        )
    try:
        told = _FrontMatter.model_validate(parse_toml(front))
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"The persona {file}: its front matter is no TOML: {error}.") from None
    except ValidationError as error:
        wrong = error.errors()[0]
        where = ".".join(str(part) for part in wrong["loc"])
        raise ConfigError(f"The persona {file}: '{where}': {wrong['msg']}.") from None
    short = Prompt(told.short.strip())
    chars = len(short) + _chars_of(told.examples)
    if chars > MOST_CHARS:
        raise ConfigError(
            f"The persona {file}: its short form has {chars} characters, {AROUND_CHARS} more an example counted in. "
            f"At most {MOST_CHARS} are read soon enough: shorten 'short', 'seen' and 'say', or leave an example out."
        )
    return Persona(name=told.name, short=short, examples=told.examples, prompt=Prompt(body.strip()))


@cache
def load_built_in_persona() -> Persona:
    """Return the persona that ships."""
    return load_persona()


def _chars_of(examples: Sequence[Example]) -> int:
    """Return how long examples are in a prompt; a line is written as JSON where the answer is to be."""
    lines = (json.dumps(each.say, ensure_ascii=False)[1:-1] for each in examples)
    return sum(len(each.seen) + len(line) + AROUND_CHARS for each, line in zip(examples, lines, strict=True))


def _room(examples: Sequence[Example]) -> int:
    """Return how many characters of who it is, and of the rules in a line below, fit beside examples."""
    return MOST_CHARS - _chars_of(examples) - len("\n")


def _beginning(text: str, most: int) -> str:
    """Return the first sentences of a text, or else the first words, that have at most so many characters."""
    if len(text) <= most:
        return text
    ends = [end.end() for end in _SENTENCE_ENDS.finditer(text) if end.end() <= most]
    return text[: ends[-1]] if ends else text[:most].rpartition(" ")[0] or text[:most]
