"""The sheet of a persona: what its file says, read from Markdown with a front matter of TOML between two lines `+++`.

The front matter has `name`, three `[[examples]]` with `seen`, `say` and `do`, and either `character`, of which the
rest is made, or `short`, what a reaction is told, with the text of a conversation behind the front matter.
"""

import tomllib
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from performer.core.errors import ConfigError
from performer.core.files.user_file import parse_toml
from performer.core.moods import Mood
from performer.core.shown_name import ShownName
from performer.core.text import format_near_miss
from performer.guard.speakable.folding import split_words as folded_words
from performer.guard.speakable.repeated_prompt import split_sentences

_FENCE: Final = "+++"
_FEWEST_OF_A_SCENE: Final = 3
MOST_EXAMPLES: Final = 5
MOST_CHARACTER: Final = 1200
"""Characters of who it is: some 300 tokens of each conversation."""

Language = Literal["", "en", "de", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "zh", "chat"]
"""What it speaks; `chat`: whatever people write in; empty: as its words are written."""
OfItself = Literal["", "never", "seldom", "sometimes", "often"]
Words = Annotated[str, Field(min_length=1, max_length=60)]


class Example(BaseModel):
    """One line of the persona's own, told to the model as a turn that went before."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    seen: str = Field(min_length=1, max_length=200)
    """What was on the screen, without a full stop."""
    say: str = Field(min_length=1, max_length=200)
    do: str = Field(default="none", max_length=40)
    """The gesture that goes with it, by its short name."""

    @property
    def things(self) -> frozenset[str]:
        """Return the words for what the persona sees and speaks of, folded; common words are among them."""
        return frozenset(folded_words(self.seen)) & frozenset(folded_words(self.say))

    @property
    def scenes(self) -> tuple[str, ...]:
        """Return the parts of what was on the screen that no line has by chance: of three words at least."""
        return tuple(" ".join(part) for part in split_sentences(self.seen) if len(part) >= _FEWEST_OF_A_SCENE)


class PersonaSheet(BaseModel):
    """What a persona's file says of it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: ShownName = Field(min_length=1, max_length=40)
    character: Annotated[str, BeforeValidator(lambda text: text.strip() if isinstance(text, str) else text)] = Field(
        default="", max_length=MOST_CHARACTER
    )
    """Who it is, without its name; what a model is told is made of it where the file does not say that itself."""
    short: str = ""
    """What a reaction is told, where the file says that itself."""
    language: Language = ""
    mood: Mood | Literal[""] = ""
    """How it feels most of the time."""
    of_itself: OfItself = ""
    """How often it speaks of itself."""
    sentences: int | None = Field(default=None, ge=1, le=5)
    """The most sentences of an answer; None: as turn.sentences has it."""
    never_says: tuple[Words, ...] = Field(default=(), max_length=30)
    """Words that it never says: a line with one of them is dropped."""
    examples: tuple[Example, ...] = Field(min_length=1, max_length=MOST_EXAMPLES)
    body: str = Field(default="", exclude=True)
    """What a conversation is told, where the file says that itself: the text behind the front matter."""

    @property
    def is_by_hand(self) -> bool:
        """Whether the file itself has what a model is told, so that `character` is not."""
        return bool(self.short.strip() or self.body.strip())


def parse_sheet(text: str, what: str) -> PersonaSheet:
    """Parse the text of a persona's file; raise ConfigError that names `what` it is, the fault and the remedy."""
    front, body = split_front(text, what)
    try:
        told = parse_toml(front)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{what}: its front matter is no TOML: {error}.") from None
    if "body" in told:
        raise ConfigError(f"{what}: 'body': Extra inputs are not permitted.")
    return make_sheet({**told, "body": body.strip()}, what)


def split_front(text: str, what: str) -> tuple[str, str]:
    """Split the text of a persona's file into front matter and body; raise ConfigError where it has no front matter."""
    _, fence, rest = text.replace("\r\n", "\n").partition(_FENCE)
    front, end, body = rest.partition(f"\n{_FENCE}")
    if not (fence and end):
        raise ConfigError(f"{what} has no front matter: write name, character and [[examples]] between two +++.")
    return front, body


def make_sheet(told: dict[str, Any], what: str) -> PersonaSheet:
    """Make a sheet of values; raise ConfigError that names `what` it is, the first wrong field, and the remedy."""
    try:
        sheet = PersonaSheet.model_validate(told)
    except ValidationError as error:
        raise ConfigError(f"{what}: {_describe_fault(error)}") from None
    if not (sheet.character or sheet.short.strip()):
        raise ConfigError(f"{what}: 'character': Field required. Write in a few sentences who it is.")
    return sheet


def _describe_fault(error: ValidationError) -> str:
    wrong = error.errors()[0]
    where = ".".join(str(part) for part in wrong["loc"])
    if wrong["type"] == "extra_forbidden" and len(wrong["loc"]) == 1:
        known = PersonaSheet.model_fields.keys() - {"body"}
        return f"'{where}': a persona has no such field. {format_near_miss(where, known)} Or leave it out."
    return f"'{where}': {wrong['msg'].removeprefix('Value error, ')}."
