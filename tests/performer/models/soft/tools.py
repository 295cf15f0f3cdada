"""The tools that the tests of the soft readers have on offer."""

from performer.tools import ToolSpec

OVERLAY = ToolSpec(
    name="overlay_text",
    description="Show a line of text on the stream.",
    parameters={
        "type": "object",
        "properties": {
            "text": {"type": "string", "description": "What to show."},
            "duration_s": {"type": "number", "description": "Seconds it stays."},
        },
        "required": ["text"],
    },
)
EMOTE = ToolSpec(
    name="show_emote",
    description="Show an emote.",
    parameters={
        "type": "object",
        "properties": {"name": {"type": "string", "enum": ["wave", "wow"]}},
        "required": ["name"],
    },
)
HUSH = ToolSpec(name="hush", description="Be quiet.", parameters={"type": "object", "properties": {}, "required": []})
TOOLS = (OVERLAY, EMOTE, HUSH)
