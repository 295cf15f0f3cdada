"""The writer of `performer/guard/topics/known_heads.jsonl`, which a start reads instead of working heads out.

    python -m assets.write_topic_heads

Run it after phrases of topics were mended; until then the heads of those are worked out at each start, a quarter of a
millisecond each.
"""

from performer.guard.topics.finder import format_all_heads
from performer.guard.topics.known_heads import FILE


def main() -> None:
    """Write the file anew."""
    FILE.write_text(format_all_heads(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
