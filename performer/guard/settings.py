"""The settings of the guard, and the protocol of the judge model."""

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from pydantic import Field, field_validator

from performer.core.cues import Cue
from performer.core.settings import Live, Settings
from performer.guard.verdict import ACTIONS, CATEGORIES, Action, Category, GuardActions, Level


class Judge(Protocol):
    """A model that judges texts which the finders let pass; a text waits for the answer, for a limited time."""

    async def objection(self, text: str, cue: Cue | None = None) -> str:
        """Return in plain words what is wrong with a text; empty when nothing is, or when no answer comes in time.

        This never raises: a judge that is not available objects to nothing, and the guard's verdict stands. The cue of
        the turn gives the question its rank when several wait.
        """
        ...


class GuardSettings(Settings):
    """The rules for what may be said, and how much at once."""

    level: Live[Level] = "standard"
    """The strictness: family, standard or loose. At family nothing that swears goes out; at standard mild words do, and
    swearing is masked; at loose swearing does, and sexual words are masked. Hatred and threats never do."""
    actions: GuardActions = GuardActions()
    words_file: Path | None = None
    """Blocked words and phrases, one a line, * for any letters (plonk*), # for comments; without it, blocklist.txt
    beside config.toml, if any. The file is followed while the show runs."""
    allow_file: Path | None = None
    """Words and phrases that may be said all the same, written and followed likewise; without it, allowlist.txt beside
    config.toml, if any."""
    own_names: Live[tuple[str, ...]] = ()
    """Your real name, street, town and the like: they are never said or shown, in any case and however they are spaced.
    The names of this machine and of your account on it need not be listed: they are masked in paths and logins."""
    dry_run: Live[bool] = False
    """Only report what would be stopped, and let it out, to try a list or a level; private data is masked all the
    same."""
    judge: str = ""
    """A model that is asked about every text: NAME[@URL] at Ollama, such as llama-guard3:1b; empty: none."""
    judge_s: Live[float] = Field(default=0.4, gt=0, le=5)
    """The seconds for which a text may wait for the judge; after that the guard's own verdict stands."""
    sentence_chars: Live[int] = Field(default=280, ge=20, le=2000)
    """A spoken sentence is cut at this length."""
    overlay_chars: Live[int] = Field(default=120, ge=10, le=500)
    """A text on the overlay is cut at this length."""

    def action(self, category: Category) -> Action:
        """Return the action for a category."""
        chosen = self.actions.of(category)
        return ACTIONS[self.level].get(category, "drop") if chosen == "level" else chosen

    @property
    def chosen(self) -> Mapping[Category, Action]:
        """The actions that the streamer chose and that differ from the level's, by category."""
        return {each: self.action(each) for each in CATEGORIES if self.action(each) != ACTIONS[self.level][each]}

    @property
    def let_out(self) -> tuple[Category, ...]:
        """The categories that pass although they pass at no level."""
        return tuple(
            each
            for each, action in self.chosen.items()
            if action == "pass" and all(level[each] != "pass" for level in ACTIONS.values())
        )

    @field_validator("own_names", mode="before")
    @classmethod
    def _list_one_name(cls, names: object) -> object:
        return (names,) if isinstance(names, str) and names.strip() else names or ()

    @field_validator("words_file", "allow_file", mode="before")
    @classmethod
    def _none_when_empty(cls, file: object) -> object:
        return file or None
