"""A console for what the product prints: no character breaks it, and a reader who leaves ends no program."""

import errno
import os
import sys

from rich.console import Console


class PlainConsole(Console):
    """A console that raises BrokenPipeError once nobody reads it any longer, and prints nothing from then on."""

    def on_broken_pipe(self) -> None:
        """Raise BrokenPipeError, as writing does: rich would end the program from within a task."""
        self.quiet = True
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.file.fileno())  # what is left in the buffer goes there, at the latest when Python ends
        os.close(nowhere)
        raise BrokenPipeError(errno.EPIPE, "nobody reads it any longer")


def make_plain_console() -> PlainConsole:
    """Return a console on standard output that no character of a model's can break."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    return PlainConsole(highlight=False, emoji=False, markup=False)
