"""Foreign words, as a terminal may print them."""


def printable(text: str) -> str:
    """Leave no control character for a terminal to obey: each becomes a blank."""
    return "".join(each if each.isprintable() else " " for each in text)
