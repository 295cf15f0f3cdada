"""The names of our own tools, and the patterns by which settings name tools: a name, or its beginning and `*`."""

from collections.abc import Iterable, Mapping
from typing import Final, TypeVar

T = TypeVar("T")


def is_match(name: str, pattern: str) -> bool:
    """Whether a pattern means a name: `play_sfx`, `mcp.weather.*` or `*`."""
    return name == pattern or (pattern.endswith("*") and name.startswith(pattern[:-1]))


def is_any_match(name: str, patterns: Iterable[str]) -> bool:
    """Whether one of the patterns means a name."""
    return any(is_match(name, pattern) for pattern in patterns)


def find_matches(name: str, of: Mapping[str, T]) -> list[T]:
    """Return what is said under each pattern that a name fits, the most exact last: its own name before all."""
    patterns = sorted(
        (pattern for pattern in of if is_match(name, pattern)), key=lambda each: (each == name, len(each))
    )
    return [of[pattern] for pattern in patterns]


STAGE: Final = ("overlay_text", "show_emote", "play_sfx", "set_mood", "spawn_particle")
PICTURES: Final = ("describe_frame", "read_text", "keep_picture")
MEMORY: Final = ("remember", "recall")
PLANS: Final = ("schedule",)
OTHERS: Final = ("delegate", "find_tools", "make_sprite", "say", "my_calls")
PRESETS: Final = ("sprite_generate", "sprite_rotate", "sprite_animate")
"""Of servers that are known by name: they stand for tools of theirs."""
DISCORD: Final = (
    "discord.guilds",
    "discord.guild.channels",
    "discord.channel.info",
    "discord.channel.messages",
    "discord.dm.messages",
    "discord.search.window",
    "discord.send",
    "discord.attachment.base64",
)
OURS: Final = frozenset({*STAGE, *PICTURES, *MEMORY, *PLANS, *OTHERS, *PRESETS, *DISCORD})
"""All of them; a server's are called `mcp.NAME.TOOL`."""
OF_SERVERS: Final = "mcp."
