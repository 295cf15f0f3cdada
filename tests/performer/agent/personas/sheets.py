"""Files of personas as a streamer may have them."""

from pathlib import Path

BO = """+++
name = "Bo"
character = "A cat with opinions."

[[examples]]
seen = "a mouse"
say = "Lunch."
+++
"""
BY_HAND = """+++
# my own rules
name = "Bo"
short = "You are Bo, a cat. Say one line."

[[examples]]
seen = "a mouse"
say = "Lunch."
+++
You are Bo, a cat with opinions.
"""


def write(home: Path, text: str = BO, name: str = "bo") -> Path:
    """Write a persona's file into a home."""
    file = home / "personas" / f"{name}.md"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8", newline="\n")
    return file
