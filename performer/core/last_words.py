"""What a program says at its end: on standard error, or in a window where it has none, as a show without a console."""

import sys

from performer.core.text import make_printable


def print_last_words(text: str) -> None:
    """Print the lines of a text to standard error; where there is none, show them in a window."""
    printable = "\n".join(map(make_printable, text.splitlines()))
    if sys.stderr is not None:
        print(printable, file=sys.stderr)
        return
    from performer.core.platform import show_message  # few programs need it

    show_message(printable)
