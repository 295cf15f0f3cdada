"""Calls that broke off in their arguments: told to the model, never run, never completed."""

from tests.performer.models.toolcalls.text.cases.case import HUSH, Table, misprint

CASES: Table = {
    "in a text": ('{"name": "overlay_text", "arguments": {"text": "Hel', "", [misprint("overlay_text")]),
    "behind a text": ('{"name": "overlay_text", "arguments": {"text": "Hello"', "", [misprint("overlay_text")]),
    "behind a comma": ('{"name": "overlay_text", "arguments": {"text": "Hello",', "", [misprint("overlay_text")]),
    "behind a key": ('{"name": "overlay_text", "arguments": {"text":', "", [misprint("overlay_text")]),
    "behind the opening": ('{"name": "overlay_text", "arguments": {', "", [misprint("overlay_text")]),
    "in a call line": ('CALL overlay_text {"text": "Hel', "", [misprint("overlay_text")]),
    "behind a call line's brace": ("CALL overlay_text {", "", [misprint("overlay_text")]),
    "without a value": ('CALL overlay_text {"text": }', "", [misprint("overlay_text")]),
    "in brackets": ('overlay_text(text="Hel', "", [misprint("overlay_text")]),
    "behind a value in brackets": ('overlay_text(text="Hello"', "", [misprint("overlay_text")]),
    "in a tag": ('<tool_call>\n{"name": "overlay_text", "arguments": {"text": "Hel', "", [misprint("overlay_text")]),
    "in a fence": ('```json\n{"name": "overlay_text", "arguments": {"text": "Hel', "", [misprint("overlay_text")]),
    "in a list": (
        '{"name": "run_poll", "arguments": {"question": "Again?", "options": ["yes", "n',
        "",
        [misprint("run_poll")],
    ),
    "in arguments that are a text": (
        r'{"name": "overlay_text", "arguments": "{\"text\": \"Hel',
        "",
        [misprint("overlay_text")],
    ),
    "in Llama's tag": ('<function=overlay_text>{"text": "Hel', "", [misprint("overlay_text")]),
    "in Qwen's parameter": ("<function=overlay_text>\n<parameter=text>\nHel", "", [misprint("overlay_text")]),
    "in GLM's value": ("<tool_call>overlay_text<arg_key>text</arg_key><arg_value>Hel", "", [misprint("overlay_text")]),
    "in Mistral's": ('[TOOL_CALLS]overlay_text[ARGS]{"text": "Hel', "", [misprint("overlay_text")]),
    "in DeepSeek's": ('<｜tool▁call▁begin｜>overlay_text<｜tool▁sep｜>{"text": "Hel', "", [misprint("overlay_text")]),
    "in harmony's": (
        '<|channel|>commentary to=functions.overlay_text<|message|>{"text": "Hel',
        "",
        [misprint("overlay_text")],
    ),
    "in ReAct's": ('Action: overlay_text\nAction Input: {"text": "Hel', "", [misprint("overlay_text")]),
    "in invoke's": ('<invoke name="overlay_text"><parameter name="text">Hel', "", [misprint("overlay_text")]),
    "the second of two": ('CALL hush\nCALL overlay_text {"text": "Hel', "", [HUSH, misprint("overlay_text")]),
    "behind speech": (
        'Look!\n{"name": "overlay_text", "arguments": {"text": "Hel',
        "Look!",
        [misprint("overlay_text")],
    ),
}
