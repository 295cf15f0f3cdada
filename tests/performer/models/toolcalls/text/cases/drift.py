"""Names, keys, values and types that are near what the schema says."""

from tests.performer.models.toolcalls.text.cases.case import GG, HELLO, HORN, HUSH, WOW, Table, call, misprint, unknown

CASES: Table = {
    "a name with hyphens": ('{"name": "overlay-text", "arguments": {"text": "Hello"}}', "", [HELLO]),
    "a name in camel case": ('{"name": "overlayText", "arguments": {"text": "Hello"}}', "", [HELLO]),
    "a name with a blank": ('{"name": "Overlay Text", "arguments": {"text": "Hello"}}', "", [HELLO]),
    "a name with a slip": ('{"name": "overlya_text", "arguments": {"text": "Hello"}}', "", [HELLO]),
    "a name with a name space": ('{"name": "functions.overlay_text", "arguments": {"text": "Hello"}}', "", [HELLO]),
    "a name with brackets": ('{"name": "overlay_text()", "arguments": {"text": "Hello"}}', "", [HELLO]),
    "a name with a token": ('{"name": "overlay_text<|channel|>json", "arguments": {"text": "Hello"}}', "", [HELLO]),
    "a name with an escape": (r'{"name": "overlay\_text", "arguments": {"text": "Hello"}}', "", [HELLO]),
    "an empty name": ('{"name": "", "arguments": {"name": "hush", "arguments": {}}}', "", [HUSH]),
    "a key for another": ('{"name": "overlay_text", "arguments": {"message": "Hello"}}', "", [HELLO]),
    "a key in camel case": ('{"name": "overlay_text", "arguments": {"text": "gg", "durationS": 5}}', "", [GG]),
    "a key without its unit": ('{"name": "overlay_text", "arguments": {"text": "gg", "duration": 5}}', "", [GG]),
    "a key too many": ('{"name": "show_emote", "arguments": {"name": "wow", "loop": true}}', "", [WOW]),
    "a key that is null": ('{"name": "overlay_text", "arguments": {"text": "Hello", "duration_s": null}}', "", [HELLO]),
    "a number as text": ('{"name": "overlay_text", "arguments": {"text": "gg", "duration_s": "5"}}', "", [GG]),
    "a number with its unit": ('{"name": "overlay_text", "arguments": {"text": "gg", "duration_s": "5 s"}}', "", [GG]),
    "a truth as text": (
        '{"name": "play_card", "arguments": {"card": "Frost", "face_down": "true"}}',
        "",
        [call("play_card", card="Frost", face_down=True)],
    ),
    "one for a list": (
        '{"name": "run_poll", "arguments": {"question": "Again?", "options": "yes"}}',
        "",
        [call("run_poll", question="Again?", options=["yes"])],
    ),
    "a list as text": (
        r'{"name": "run_poll", "arguments": {"question": "Again?", "options": "[\"yes\", \"no\"]"}}',
        "",
        [call("run_poll", question="Again?", options=["yes", "no"])],
    ),
    "a choice in capitals": ('{"name": "show_emote", "arguments": {"name": "WOW"}}', "", [WOW]),
    "a choice with a blank": (
        '{"name": "play_sound", "arguments": {"name": "drum roll"}}',
        "",
        [call("play_sound", name="drum_roll")],
    ),
    "a choice with a hyphen": (
        '{"name": "play_sound", "arguments": {"name": "sad-trombone"}}',
        "",
        [call("play_sound", name="sad_trombone")],
    ),
    "a choice with a slip": ('{"name": "play_sound", "arguments": {"name": "airhron"}}', "", [HORN]),
    "arguments in a list": ('{"name": "show_emote", "arguments": [{"name": "wow"}]}', "", [WOW]),
    "a text of nothing for arguments": ('{"name": "hush", "arguments": ""}', "", [HUSH]),
    "a value in an object": ('{"name": "show_emote", "arguments": {"name": {"value": "wow"}}}', "", [WOW]),
    "arguments in arguments": ('{"name": "show_emote", "arguments": {"arguments": {"name": "wow"}}}', "", [WOW]),
    "a choice nobody gave": (
        '{"name": "show_emote", "arguments": {"name": "somersault"}}',
        "",
        [misprint("show_emote")],
    ),
    "a required key that is missing": (
        '{"name": "save_note", "arguments": {"title": "Plan"}}',
        "",
        [misprint("save_note")],
    ),
    "nothing where something is required": (
        '{"name": "overlay_text", "arguments": {}}',
        "",
        [misprint("overlay_text")],
    ),
    "a required key that is null": (
        '{"name": "overlay_text", "arguments": {"text": null}}',
        "",
        [misprint("overlay_text")],
    ),
    "words for a number": (
        '{"name": "overlay_text", "arguments": {"text": "gg", "duration_s": "a while"}}',
        "",
        [misprint("overlay_text")],
    ),
    "a list of odd things": (
        '{"name": "overlay_text", "arguments": [1, "a", {"x": 2}]}',
        "",
        [misprint("overlay_text")],
    ),
    "nobody's name": ('{"name": "fire_rockets", "arguments": {"count": 3}}', "", [unknown("fire_rockets")]),
    "nobody's name in a call line": ('CALL fire_rockets {"count": 3}', "", [unknown("fire_rockets")]),
    "nobody's name in a tag": (
        '<tool_call>{"name": "fire_rockets", "arguments": {}}</tool_call>',
        "",
        [unknown("fire_rockets")],
    ),
    "nobody's name in Llama's tag": ("<function=fire_rockets>{}</function>", "", [unknown("fire_rockets")]),
    "a short name with a slip": ('{"name": "husk", "arguments": {}}', "", [unknown("husk")]),
    "nobody's and somebody's": (
        '{"name": "fire_rockets", "arguments": {}}\n{"name": "hush", "arguments": {}}',
        "",
        [HUSH, unknown("fire_rockets")],
    ),
}
