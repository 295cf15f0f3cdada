"""Results and whole turns that the model made up: they are not said, and nothing in them runs."""

from tests.performer.models.toolcalls.text.cases.case import HUSH, WOW, Table

CASES: Table = {
    "an observation": ("CALL hush\nObservation: It is quiet.", "", [HUSH]),
    "an observation and an answer": ("CALL hush\nObservation: quiet\n\nIt is quiet now.", "", [HUSH]),
    "a tool response": (
        '<tool_call>{"name": "hush", "arguments": {}}</tool_call>\n<tool_response>{"ok": true}</tool_response>\nDone!',
        "",
        [HUSH],
    ),
    "a function result": (
        '<tool_call>{"name": "hush", "arguments": {}}</tool_call>\n<function_result>ok</function_result>\nDone!',
        "",
        [HUSH],
    ),
    "Result:": ('CALL show_emote {"name": "wow"}\nResult: shown\nThere it is.', "", [WOW]),
    "a call behind the result": (
        'CALL show_emote {"name": "wow"}\nObservation: shown\nCALL hush',
        "",
        [WOW],
    ),
    "a response without a call": ('<tool_response>{"ok": true}</tool_response>\nIt is on.', "It is on.", []),
    "a call in a response": (
        '<tool_response>{"name": "hush", "arguments": {}}</tool_response>\nIt is on.',
        "It is on.",
        [],
    ),
    "a result as an object": ('{"ok": true, "tool": "overlay_text", "messages": ["hi"]}', "", []),
    "an observation without a call": ("Observation: They won.\nWhat a match!", "What a match!", []),
    "a result in brackets": ("[hush] It is quiet.\nGood night.", "Good night.", []),
}
