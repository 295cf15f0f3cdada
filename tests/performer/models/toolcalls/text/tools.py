"""The tools that the tests of the readers have on offer."""

from typing import Any

from performer.tools.tool import ToolSpec


def offer(name: str, description: str, /, *required: str, **properties: dict[str, Any]) -> ToolSpec:
    """Offer a tool with these arguments, of which some are required."""
    parameters = {"type": "object", "properties": properties, "required": list(required)}
    return ToolSpec(name=name, description=description, parameters=parameters)


TEXT = {"type": "string"}
NUMBER = {"type": "number"}
TARGET = {"type": "object", "properties": {"id": TEXT, "lane": {"type": "integer"}}, "required": ["id"]}

OVERLAY = offer(
    "overlay_text",
    "Show a line of text on the stream.",
    "text",
    text={"type": "string", "description": "What to show."},
    duration_s={"type": "number", "description": "Seconds it stays."},
)
EMOTE = offer("show_emote", "Show an emote.", "name", name={"type": "string", "enum": ["wave", "wow"]})
HUSH = offer("hush", "Be quiet.")
TOOLS = (OVERLAY, EMOTE, HUSH)

SOUND = offer(
    "play_sound",
    "Play a sound.",
    "name",
    name={"type": "string", "enum": ["airhorn", "drum_roll", "sad_trombone"]},
    volume={"type": "number", "minimum": 0, "maximum": 1},
)
NOTE = offer("save_note", "Save a note of some lines.", "title", "body", title=TEXT, body=TEXT)
POLL = offer(
    "run_poll",
    "Ask the viewers.",
    "question",
    "options",
    question=TEXT,
    options={"type": "array", "items": TEXT},
    duration_s={"type": "integer"},
)
CARD = offer(
    "play_card",
    "Play a card in the game.",
    "card",
    card=TEXT,
    targets={"type": "array", "items": TARGET},
    face_down={"type": "boolean"},
)
MOOD = offer(
    "set_mood", "Set the owl's mood.", "mood", mood={"type": "string", "enum": ["happy", "grumpy"]}, for_s=NUMBER
)
LOOK = offer("describe_frame", "Look at the game.", "question", question=TEXT)
STAGE = (*TOOLS, SOUND, NOTE, POLL, CARD, MOOD, LOOK)
"""Tools of ours and of others, as on a stream of a card game."""

WORDS = (
    offer("say", "Say something.", "text", text=TEXT),
    offer("schedule", "Plan something.", "what", "when", what=TEXT, when=TEXT),
    offer("search", "Search the wiki.", "query", query=TEXT),
    offer("name", "Name a pet.", "pet", pet=TEXT),
    HUSH,
)
"""Tools whose names are common words."""
