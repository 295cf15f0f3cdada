"""The names of the tools that are our own: what `[tools.NAME]` may be about before any server has listed its tools."""

from typing import Final

STAGE: Final = ("overlay_text", "show_emote", "play_sfx", "set_mood", "spawn_particle")
PICTURES: Final = ("describe_frame", "read_text", "keep_picture")
MEMORY: Final = ("remember", "recall")
PLANS: Final = ("schedule",)
HANDS: Final = ("delegate", "find_tools", "make_sprite", "say", "my_calls")
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
OURS: Final = frozenset({*STAGE, *PICTURES, *MEMORY, *PLANS, *HANDS, *PRESETS, *DISCORD})
"""All of them; a server's are called `mcp.NAME.TOOL`."""
OF_SERVERS: Final = "mcp."
