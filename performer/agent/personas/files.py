"""The files of all personas: those that ship, and the streamer's own in the folder `personas`, which cover these."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal

from performer.agent.persona import FOLDER, PIP, Persona, build_persona
from performer.agent.persona_sheet import Example, PersonaSheet, make_sheet, parse_sheet, split_front
from performer.core.errors import ConfigError, ServiceError
from performer.core.files.atomic import write_atomically
from performer.core.files.file_name import explain_unfit_file_name
from performer.core.files.home import PROMPTS
from performer.core.files.user_file import UnfitFileError, describe_file_error, read_user_text
from performer.core.own_text import own
from performer.core.text import format_near_miss
from performer.core.values import dataclass

MOST_BYTES: Final = 64_000
"""Far more than any persona has: what a conversation's model is told is read before each of its answers."""
MOST_PERSONAS: Final = 200
MOST_BODY: Final = 12_000
_ID: Final = re.compile(r"[\w-]{1,40}")
_MARKUP: Final = re.compile(
    r"<\s*/?\s*[a-zA-Z!?][^<>]{0,200}>?|javascript\s*:|\bon[a-z]{3,20}\s*=\s*[\"']", re.IGNORECASE
)
_UNSEEN: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_SHOWN: Final = 40

Origin = Literal["ships", "changed", "own"]
"""Whether a persona ships as it is, is one of those changed by the streamer, or the streamer's own."""


@dataclass(frozen=True, kw_only=True)
class ListedPersona:
    """A persona that can be chosen."""

    id: str
    """The name of its file, by which scene.persona names it."""
    name: str
    origin: Origin
    trouble: str = ""
    """Why its file cannot be read; empty: it can."""


@dataclass(frozen=True)
class PersonaFiles:
    """Reads, writes and removes the files of personas; each method raises ConfigError with the remedy."""

    _folder: Path
    """The folder of the user's configuration."""

    def list_all(self) -> list[ListedPersona]:
        """List all personas, the shipped ones first, each under one name."""
        shipped = sorted(_list_ids(PROMPTS / FOLDER), key=lambda name: name != PIP)
        own_ones = _list_ids(self._folder / FOLDER)
        return [self._describe(each) for each in [*shipped, *(each for each in own_ones if each not in shipped)]]

    def origin(self, name: str) -> Origin:
        """Return whether a persona ships, was changed, or is the streamer's own."""
        has_own, ships = self._own_file(name).exists(), (PROMPTS / FOLDER / f"{name}.md").exists()
        return "changed" if has_own and ships else "own" if has_own else "ships"

    def read(self, name: str) -> PersonaSheet:
        """Read the sheet of a persona."""
        return parse_sheet(self.read_text(name), f"The persona {name}")

    def read_text(self, name: str) -> str:
        """Read the whole file of a persona."""
        file = self._find(name)
        try:
            return read_user_text(file, MOST_BYTES)
        except (FileNotFoundError, UnfitFileError) as error:
            raise ConfigError(f"The persona {file} cannot be read: {error}.") from None

    def build(self, name: str) -> Persona:
        """Build what a model is told of a persona."""
        return build_persona(self.read(name), f"The persona {name}")

    def change(self, name: str, fields: Mapping[str, Any]) -> PersonaSheet:
        """Change fields of a persona and write its file; a shipped one is changed as a copy that covers it.

        A field that is null is left out. What a shipped file itself tells a model goes, for it is made of the fields
        from then on.
        """
        what = f"The persona {name}"
        before = "" if self.origin(name) == "ships" else self.read_text(name)
        asked = {**_dump(self._read_fields(name)), **fields}
        sheet = make_sheet({key: value for key, value in asked.items() if value is not None}, what)
        self._write(name, sheet, before)
        return sheet

    def copy(self, name: str, to: str) -> str:
        """Copy a persona under a new display name, and return the name of its file."""
        sheet = make_sheet({**_dump(self._read_fields(name)), "name": to}, f"The persona {to}")
        made = self._choose_id(to)
        self._write(made, sheet, "")
        return made

    def import_text(self, text: str) -> str:
        """Keep the persona that a text is, under a name that no other has, and return that name."""
        size = len(text.encode("utf-8", "replace"))
        if size > MOST_BYTES:
            raise ConfigError(
                own(
                    "The persona file has {size:.1f} MB. At most {most} kB are taken: a persona is a page of words.",
                    size=size / 1e6,
                    most=MOST_BYTES // 1000,
                )
            )
        sheet = parse_sheet(text, "The persona file")
        if len(_list_ids(self._folder / FOLDER)) >= MOST_PERSONAS:
            raise ConfigError(own("There are {many} personas. Remove one first.", many=MOST_PERSONAS))
        made = self._choose_id(sheet.name)
        self._write(made, sheet, text)
        return made

    def remove(self, name: str) -> None:
        """Remove the streamer's file of a persona, which is kept beside under the ending `.removed`."""
        file = self._own_file(name)
        if not file.exists():
            if self.origin(name) == "ships" and (PROMPTS / FOLDER / file.name).exists():
                raise ConfigError(own("'{name}' ships with the program and stays.", name=name))
            raise self._make_unknown(name)
        try:
            file.replace(file.with_name(f"{file.name}.removed"))
        except OSError as error:
            raise ServiceError(own("{file} stays: {why}.", file=file, why=describe_file_error(error))) from None

    def _read_fields(self, name: str) -> PersonaSheet:
        """Read the sheet of a persona as it is changed: what a shipped file itself tells a model is made of fields."""
        sheet = self.read(name)
        return sheet.model_copy(update={"short": "", "body": ""}) if self.origin(name) == "ships" else sheet

    def _describe(self, name: str) -> ListedPersona:
        origin = self.origin(name)
        try:
            return ListedPersona(id=name, name=self.build(name).name, origin=origin)
        except ConfigError as error:
            return ListedPersona(id=name, name=name, origin=origin, trouble=str(error))

    def _own_file(self, name: str) -> Path:
        """Return where the streamer's file of a persona is; raise ConfigError for what could lead elsewhere."""
        if not _ID.fullmatch(name):
            raise self._make_unknown(name)
        if why := explain_unfit_file_name(name):
            raise ConfigError(own("A persona's file cannot be called '{name}'. {why}", name=name, why=why))
        return self._folder / FOLDER / f"{name}.md"

    def _find(self, name: str) -> Path:
        places = (self._own_file(name), PROMPTS / FOLDER / f"{name}.md")
        file = next((each for each in places if each.exists()), None)
        if file is None:
            raise self._make_unknown(name)
        return file

    def _make_unknown(self, name: str) -> ConfigError:
        known = {*_list_ids(PROMPTS / FOLDER), *_list_ids(self._folder / FOLDER)}
        return ConfigError(
            own("There is no persona '{name}'. {near}", name=name[:_SHOWN], near=format_near_miss(name, known))
        )

    def _choose_id(self, name: str) -> str:
        """Choose a file's name for a persona that no other has."""
        plain = re.sub(r"[^\w-]+", "-", name.casefold()).strip("-_")[:36] or "persona"
        names = (plain if number == 1 else f"{plain}-{number}" for number in range(1, MOST_PERSONAS * 2))
        taken = {*_list_ids(PROMPTS / FOLDER), *_list_ids(self._folder / FOLDER)}
        return next(each for each in names if each not in taken and not explain_unfit_file_name(each))

    def _write(self, name: str, sheet: PersonaSheet, before: str) -> None:
        """Write a sheet, in place of a text whose comments stay; nothing is written of one that is not fit."""
        what = f"The persona {sheet.name}"
        refuse_markup(sheet, what)
        build_persona(sheet, what)
        file = self._own_file(name)
        try:
            write_atomically(file, format_sheet(sheet, before).encode())
        except OSError as error:
            raise ServiceError(
                own("{file} cannot be written: {why}.", file=file, why=describe_file_error(error))
            ) from None


def refuse_markup(sheet: PersonaSheet, what: str) -> None:
    """Raise ConfigError where a field holds markup or a script: a persona is plain words."""
    for field, text in _list_texts(sheet):
        found = _MARKUP.search(text) or _UNSEEN.search(text)
        if found:
            raise ConfigError(
                own(
                    "{what}: '{field}' holds {found}, which is markup or a script. Take it out: a persona is plain "
                    "words.",
                    what=what,
                    field=field,
                    found=repr(found[0][:_SHOWN]),
                )
            )
    if len(sheet.body) > MOST_BODY:
        raise ConfigError(
            own(
                "{what}: the text behind the front matter has {chars} characters. At most {most} are read.",
                what=what,
                chars=len(sheet.body),
                most=MOST_BODY,
            )
        )


def _list_texts(sheet: PersonaSheet) -> Iterator[tuple[str, str]]:
    yield from (("name", sheet.name), ("character", sheet.character), ("short", sheet.short), ("text", sheet.body))
    yield from (("never_says", each) for each in sheet.never_says)
    for each in sheet.examples:
        yield from (("seen", each.seen), ("say", each.say), ("do", each.do))


def format_sheet(sheet: PersonaSheet, before: str = "") -> str:
    """Format a sheet as the text of a file; comments of the text that was there before stay."""
    import tomlkit  # which a show that writes no persona does not load

    front = tomlkit.parse(split_front(before, "")[0]) if before else tomlkit.document()
    told = _dump(sheet)
    body = told.pop("body", "")
    for gone in [key for key in front if key not in told]:
        del front[gone]
    for key, value in told.items():
        if front.get(key) != value:
            front[key] = _make_examples(sheet.examples) if key == "examples" else value
    return f"+++\n{tomlkit.dumps(front).strip()}\n+++\n" + (f"{body}\n" if body else "")


def _make_examples(examples: tuple[Example, ...]) -> Any:
    import tomlkit

    listed = tomlkit.aot()
    for each in examples:
        listed.append(tomlkit.item(each.model_dump()))
    return listed


def _dump(sheet: PersonaSheet) -> dict[str, Any]:
    """Return the fields of a sheet that are not as they are anyway, as TOML can hold them."""
    return {**sheet.model_dump(mode="json", exclude_defaults=True), **({"body": sheet.body} if sheet.body else {})}


def _list_ids(folder: Path) -> list[str]:
    if not folder.is_dir():
        return []
    names = (each.stem for each in folder.glob("*.md") if _ID.fullmatch(each.stem))
    return sorted(each for each in names if not explain_unfit_file_name(each))[:MOST_PERSONAS]
