"""JSON that is not quite JSON."""

from tests.performer.models.toolcalls.text.cases.case import GG, HUSH, WOW, Table, call

CASES: Table = {
    "a comma at the end": ('{"name": "show_emote", "arguments": {"name": "wow",},}', "", [WOW]),
    "single quotes": ("{'name': 'show_emote', 'arguments': {'name': 'wow'}}", "", [WOW]),
    "mixed quotes": ("{\"name\": 'show_emote', 'arguments': {\"name\": 'wow'}}", "", [WOW]),
    "curly quotes": ("{“name”: “show_emote”, “arguments”: {“name”: “wow”}}", "", [WOW]),
    "no quotes around keys": ('{name: "show_emote", arguments: {name: "wow"}}', "", [WOW]),
    "no quotes around values": ("{name: show_emote, arguments: {name: wow}}", "", [WOW]),
    "a line end in a text": (
        '{"name": "save_note", "arguments": {"title": "Plan", "body": "one\ntwo"}}',
        "",
        [call("save_note", title="Plan", body="one\ntwo")],
    ),
    "a tab in a text": (
        '{"name": "save_note", "arguments": {"title": "Plan", "body": "one\ttwo"}}',
        "",
        [call("save_note", title="Plan", body="one\ttwo")],
    ),
    "quotes in a text": (
        '{"name": "overlay_text", "arguments": {"text": "He said "gg" twice"}}',
        "",
        [call("overlay_text", text='He said "gg" twice')],
    ),
    "an apostrophe in single quotes": (
        "{'name': 'overlay_text', 'arguments': {'text': 'it's on'}}",
        "",
        [call("overlay_text", text="it's on")],
    ),
    "a comment": ('{"name": "show_emote", // they won\n "arguments": {"name": "wow"}}', "", [WOW]),
    "a comment in stars": ('{"name": "show_emote", /* yes */ "arguments": {"name": "wow"}}', "", [WOW]),
    "Python's words": (
        '{"name": "play_card", "arguments": {"card": "Frost", "face_down": False, "targets": None}}',
        "",
        [call("play_card", card="Frost", face_down=False)],
    ),
    "a missing brace": ('{"name": "show_emote", "arguments": {"name": "wow"}', "", [WOW]),
    "a brace too many": ('{"name": "show_emote", "arguments": {"name": "wow"}}}', "", [WOW]),
    "braces too many": ('{"name": "show_emote", "arguments": {"name": "wow"}}}}}', "", [WOW]),
    "a missing comma": ('{"name": "show_emote" "arguments": {"name": "wow"}}', "", [WOW]),
    "a missing comma at a line end": (
        '{"name": "overlay_text", "arguments": {"text": "gg"\n"duration_s": 5}}',
        "",
        [GG],
    ),
    "a comma too many": ('{"name": "show_emote",, "arguments": {"name": "wow"}}', "", [WOW]),
    "an equal sign": ('{"name" = "show_emote", "arguments" = {"name" = "wow"}}', "", [WOW]),
    "an odd escape": (
        r'{"name": "overlay_text", "arguments": {"text": "50\% off"}}',
        "",
        [call("overlay_text", text="50% off")],
    ),
    "an escaped quote too many": (
        r"{'name': 'overlay_text', 'arguments': {'text': 'it\'s on'}}",
        "",
        [call("overlay_text", text="it's on")],
    ),
    "dots behind it": ('{"name": "show_emote", "arguments": {"name": "wow"}}...', "...", [WOW]),
    "a plus before a number": ('{"name": "overlay_text", "arguments": {"text": "gg", "duration_s": +5}}', "", [GG]),
    "a byte order mark": ('\ufeff{"name": "hush", "arguments": {}}', "", [HUSH]),
    "hard blanks": ('{\u00a0"name":\u00a0"show_emote",\u00a0"arguments": {"name": "wow"}}', "", [WOW]),
    "Windows' line ends": ('{\r\n  "name": "show_emote",\r\n  "arguments": {"name": "wow"}\r\n}', "", [WOW]),
    "no brace at the beginning": ('"name": "show_emote", "arguments": {"name": "wow"}}', "", [WOW]),
    "no brace and no quote at the beginning": ('name": "show_emote", "arguments": {"name": "wow"}}', "", [WOW]),
    "the name without its key": ('{"show_emote", "arguments": {"name": "wow"}}', "", [WOW]),
    "no colon before an object": ('{"name": "show_emote", "arguments" {"name": "wow"}}', "", [WOW]),
    "no quote behind a word": ('{"name": "show_emote, "arguments": {"name": "wow"}}', "", [WOW]),
    "no quote behind a value": ('{"name": "overlay_text", "arguments": {"text": "gg, "duration_s": 5}}', "", [GG]),
    "an object in quotes that it does not escape": (
        '{"name": "show_emote", "arguments": "{"name": "wow"}"}',
        "",
        [WOW],
    ),
    "the whole in quotes": ('"{\\"name\\": \\"show_emote\\", \\"arguments\\": {\\"name\\": \\"wow\\"}}"', "", [WOW]),
    "square brackets around keys": ('{"name": "show_emote", "arguments": ["name": "wow"]}', "", [WOW]),
    "a comma behind it": ('{"name": "show_emote", "arguments": {"name": "wow"}},', "", [WOW]),
}
