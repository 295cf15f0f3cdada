"""The names of files that are made of words of a person: Windows takes some for a device, and writes into that."""

from typing import Final

from performer.core.own_text import OwnText, own

_DEVICES: Final = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$"}
    | {f"{port}{each}" for port in ("com", "lpt") for each in "123456789¹²³"}
)


def explain_unfit_file_name(name: str) -> OwnText:
    """Return why a name is unfit for a file on Windows, with the remedy; empty for one that is fit.

    It is the same on every system, for files are passed on.
    """
    first = name.partition(".")[0].rstrip()
    if first.casefold() in _DEVICES:
        return own(
            "Windows takes '{first}' for a device, whatever follows. Take another name, such as 'my-{first}'.",
            first=first,
        )
    if name.endswith((".", " ")):
        return own("Windows leaves out the dot or blank at the end of '{name}'. Take another name.", name=name)
    return own("")
