"""A command as a person writes it into a setting or a field, split into its words."""

import os
import shlex


def split_command(command: str, system: str = os.name) -> tuple[str, ...]:
    """Split a command as a shell would, with quotes of both kinds; on Windows a backslash is a part of a path.

    Raises:
        ValueError: when a quote is not closed.
    """
    on_windows = system == "nt"
    words = shlex.split(command, posix=not on_windows)
    return tuple(_strip_quotes(word) if on_windows else word for word in words)


def _strip_quotes(word: str) -> str:
    """Return a word without the quotes around it, of either kind."""
    is_quoted = len(word) > 1 and word[0] in "'\"" and word[0] == word[-1]
    return word[1:-1] if is_quoted else word
