"""Canaries: secrets planted in the tests' surroundings, and looked for in everything that the tests have left behind.

One word, new in every run, stands in all of them. It is made of letters and digits alone, so that it looks the same
however it is escaped, but for Base64. The tokens of every home that a test has made are looked for beside it.
"""

import base64
import json
import os
import secrets
import stat
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from performer.core.platform import find_others

VARIABLE: Final = "CANARY_API_KEY"
"""The environment variable that holds the key: everything the tests start inherits it, as from a streamer's shell."""
FOREIGN: Final = "not-ours"
"""Marks a folder that is another program's business, such as a browser's profile, which keeps addresses as they are."""
IO_TOKEN: Final = "discord-io.token"
"""The file that holds a discord-io's token alone."""
_KEEPERS: Final = frozenset(
    {"tokens.json", "tokens.json.damaged", "stage.json", "stage.html", "stage-audio.html", "panel.html", IO_TOKEN}
)
"""The files whose business tokens are; they are for their owner alone."""
_SHORTEST: Final = 24
"""Characters of a token; what is shorter was made up by a test."""


@dataclass(frozen=True, kw_only=True)
class Canaries:
    """The secrets of one run."""

    word: str
    edge: str
    """Stands before the word in what is known by its value, so that nothing else is known by that value's beginning."""

    @classmethod
    def new(cls) -> "Canaries":
        """Make them up."""
        return cls(word=f"Cn{secrets.token_hex(9)}", edge=secrets.token_hex(7))

    @property
    def key(self) -> str:
        """A key for a server, in no known shape, with all that is escaped somewhere."""
        return f"{self.edge}+{self.word}/\"&<%='{self.edge}"

    @property
    def password(self) -> str:
        """A password for an address, where much of it has to be quoted."""
        return f"p@ ü/{self.edge}{self.word}?{self.edge}"

    @property
    def bot_token(self) -> str:
        """A bot's token, as Discord writes them, or another server's whose tokens look alike."""
        return f"{self.edge}.{self.word}.{self.edge}-{self.word}"

    @property
    def pasted(self) -> str:
        """What a viewer pastes into chat, or a game's screen shows: known by its shape alone."""
        return f"ghp_{self.word}{'x4' * 8}"


CANARIES: Final = Canaries.new()


@dataclass(frozen=True, kw_only=True)
class Search:
    """What became of a search."""

    files: int
    size: int
    """Bytes."""
    took_s: float
    leaks: tuple[str, ...]
    """Where a secret was found, and which; never the secret itself."""

    @property
    def told(self) -> str:
        """The result in a line."""
        return (
            f"canaries: {len(self.leaks)} leaks in {self.files} files ({self.size / 1e6:.0f} MB), {self.took_s:.1f} s"
        )


def search(trees: Iterable[Path], canaries: Canaries) -> Search:
    """Search everything that lies in some folders, or files, and the names of it all.

    Args:
        trees: Each is searched for the tokens that lie in it, and for the canaries.
        canaries: What was planted.
    """
    began = time.monotonic()
    word = dict.fromkeys(spellings(canaries.word), "a canary")
    files = size = 0
    leaks: list[str] = []
    for tree in trees:
        tokens = _tokens_in(tree)
        for file, is_ours in _files_in(tree):
            content = _content(file)
            files, size = files + 1, size + len(content)
            found = _found(word, file, content) | (_leaked(tokens, file, content) if is_ours else set())
            leaks += [f"{each} in {file}" for each in sorted(found)]
    return Search(files=files, size=size, took_s=time.monotonic() - began, leaks=tuple(leaks))


def spellings(secret: str) -> frozenset[bytes]:
    """Write a secret of plain letters in every way it may be found: as it is, and in Base64 of something longer."""
    plain = secret.encode()
    found = {plain}
    for shift, unclear in enumerate((0, 2, 3)):
        whole = (shift + len(plain)) * 8 // 6
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            found.add(encode(bytes(shift) + plain)[unclear:whole])
    return frozenset(found)


def _tokens_in(tree: Path) -> Mapping[bytes, str]:
    """Return the tokens that lie in a tree, each with its name."""
    tokens: dict[bytes, str] = {}
    for file in tree.rglob("tokens.json"):
        try:
            kept = json.loads(file.read_bytes())
        except (OSError, ValueError):
            continue
        for role, token in kept.items() if isinstance(kept, dict) else ():
            if isinstance(token, str) and len(set(token)) * 2 > _SHORTEST <= len(token):
                tokens |= dict.fromkeys(spellings(token), f"the token for {role}")
    for file in tree.rglob(IO_TOKEN):
        if len(kept := file.read_text(encoding="utf-8", errors="replace").strip()) >= _SHORTEST:
            tokens |= dict.fromkeys(spellings(kept), "the token of a discord-io")
    return tokens


def _files_in(tree: Path) -> Iterator[tuple[Path, bool]]:
    """Give every file in a tree, and whether it is ours."""
    if tree.is_file():
        yield tree, True
    foreign: set[str] = set()
    for folder, folders, names in os.walk(tree):
        is_foreign = FOREIGN in names or folder in foreign
        if is_foreign:
            foreign.update(str(Path(folder, each)) for each in folders)
        paths = (Path(folder, name) for name in names)
        yield from ((path, not is_foreign) for path in paths if stat.S_ISREG(path.lstat().st_mode))


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:
        return b""


def _found(needles: Mapping[bytes, str], file: Path, content: bytes) -> set[str]:
    name = os.fsencode(file)
    return {what for needle, what in needles.items() if needle in content or needle in name}


def _leaked(tokens: Mapping[bytes, str], file: Path, content: bytes) -> set[str]:
    """Find tokens where they do not belong, or where others than their owner may read them."""
    found = _found(tokens, file, content)
    if file.name not in _KEEPERS:
        return found
    others = find_others(file)
    return {f"{each}, which is open to {others}," for each in found if others}
