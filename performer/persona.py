"""The persona: who the performer is, in the short words of a reaction and in the long ones of a conversation.

A persona is a Markdown file. Its front matter, TOML between two lines `+++`, has the short form: `name`, `short` (who
it is and the rules, in about three sentences) and three `[[examples]]` with `seen`, `say` and `do`. The text behind
it is what a conversation's model is told.
"""

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from performer.errors import ConfigError
from performer.near import near_miss
from performer.paths import PROMPTS
from performer.untrusted import Prompt

PIP: Final = "pip"
"""The persona that ships."""
_FENCE: Final = "+++"
_SHORT_WORDS: Final = 80
"""A prompt of the streamer's own with more words stands in a reaction with its first sentences only."""
_FOLDER: Final = "personas"


class Example(BaseModel):
    """One line of the persona's own, told to the model as a turn that went before."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    seen: str = Field(min_length=1, max_length=200)
    """What was on the screen, without a full stop."""
    say: str = Field(min_length=1, max_length=200)
    do: str = "none"
    """The gesture that goes with it, by its short name."""


class _FrontMatter(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1, max_length=40)
    short: str = Field(min_length=1, max_length=800)
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
        """Return the persona as a prompt of the streamer's own has it; None leaves it as it is."""
        if own is None or own == self.prompt:
            return self
        words = own.split()
        short = own if len(words) <= _SHORT_WORDS else Prompt(" ".join(words[:_SHORT_WORDS]).rsplit(".", 1)[0] + ".")
        return replace(self, prompt=own, short=Prompt(f"{short}\n{_one_line_of(self.short)}"))


def load_persona(name: str = PIP, *folders: Path) -> Persona:
    """Read `NAME.md` of the first of these folders that has it, or else of our own.

    Raises:
        ConfigError: when no folder has it, or its front matter is wrong: names the file, the fault and the remedy.
    """
    places = [*(folder / _FOLDER for folder in folders), PROMPTS / _FOLDER]
    file = next((place / f"{name}.md" for place in places if (place / f"{name}.md").is_file()), None)
    if file is None:
        known = sorted({each.stem for place in places if place.is_dir() for each in place.glob("*.md")})
        raise ConfigError(
            f"Config 'scene.persona' has value '{name}'. There is no such persona. {near_miss(name, known)}"
        )
    return read_persona(file)


def read_persona(file: Path) -> Persona:
    """Read a persona's file.

    Raises:
        ConfigError: when it cannot be read, or has no front matter that says who it is.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"The persona {file} cannot be read: {error}.") from None
    _, fence, rest = text.partition(_FENCE)
    front, end, body = rest.partition(f"\n{_FENCE}")
    if not (fence and end):
        raise ConfigError(
            f"The persona {file} has no front matter: write name, short and [[examples]] between two +++."
        )
    try:
        told = _FrontMatter.model_validate(tomllib.loads(front))
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"The persona {file}: its front matter is no TOML: {error}.") from None
    except ValidationError as error:
        wrong = error.errors()[0]
        where = ".".join(str(part) for part in wrong["loc"])
        raise ConfigError(f"The persona {file}: '{where}': {wrong['msg']}.") from None
    return Persona(
        name=told.name, short=Prompt(told.short.strip()), examples=told.examples, prompt=Prompt(body.strip())
    )


@cache
def built_in_persona() -> Persona:
    """Return the persona that ships."""
    return load_persona()


def _one_line_of(short: Prompt) -> str:
    """Return the rule of the shipped short form that asks for one line: its second sentence and what follows."""
    return short.partition(". ")[2] or short
