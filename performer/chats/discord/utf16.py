"""Lengths as Discord counts them: in UTF-16, where an emoji is two characters."""


def count_utf16(text: str) -> int:
    """Return the length of a text; what lies beyond the first 65,536 characters of Unicode counts twice."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def count_fitting(text: str, most: int) -> int:
    """Return how many characters of a text's beginning are together no longer than `most`."""
    width = 0
    for count, each in enumerate(text):
        width += 2 if each > "\uffff" else 1
        if width > most:
            return count
    return len(text)
