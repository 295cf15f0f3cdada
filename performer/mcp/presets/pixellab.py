"""PixelLab: draws pixel creatures for a fee, keeps them, turns them and has them move; pixellab.ai.

Its dozens of tools answer at once with a number, and draw for minutes; what it has drawn lies at another address. So a
model gets three of ours, which wait, fetch and show.
"""

from typing import Final

from performer.mcp.presets.preset import Preset
from performer.mcp.presets.studio import studio_tools

URL: Final = "https://api.pixellab.ai/mcp"

PIXELLAB: Final = Preset(
    name="pixellab",
    settings={"url": URL, "headers": {"Authorization": "Bearer ${PIXELLAB_API_KEY}"}},
    key="PIXELLAB_API_KEY",
    key_from="https://www.pixellab.ai/vibe-coding",
    make=studio_tools,
)
