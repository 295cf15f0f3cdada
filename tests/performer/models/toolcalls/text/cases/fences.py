"""Calls in fences and in single backticks."""

from tests.performer.models.toolcalls.text.cases.case import GG, HELLO, HORN, HUSH, WAVE, WOW, Table, call

CASES: Table = {
    "json": ('```json\n{"name": "show_emote", "arguments": {"name": "wow"}}\n```', "", [WOW]),
    "no language": ('```\n{"name": "show_emote", "arguments": {"name": "wow"}}\n```', "", [WOW]),
    "JSON in capitals": ('```JSON\n{"name": "show_emote", "arguments": {"name": "wow"}}\n```', "", [WOW]),
    "on one line": ('```{"name": "show_emote", "arguments": {"name": "wow"}}```', "", [WOW]),
    "four backticks": ('````json\n{"name": "hush", "arguments": {}}\n````', "", [HUSH]),
    "tool_call": ('```tool_call\n{"name": "show_emote", "arguments": {"name": "wow"}}\n```', "", [WOW]),
    "tool_code": ('```tool_code\nshow_emote(name="wow")\n```', "", [WOW]),
    "tool_code printed": ('```tool_code\nprint(show_emote(name="wow"))\n```', "", [WOW]),
    "tool_code with a name space": ('```tool_code\nprint(default_api.show_emote(name="wow"))\n```', "", [WOW]),
    "tool_code of two": ('```tool_code\nhush()\nplay_sound(name="airhorn")\n```', "", [HUSH, HORN]),
    "tool with lines": ("```tool\ntool: overlay_text\ntext: gg\nduration_s: 5\n```", "", [GG]),
    "tool with a name and lines": ("```tool\noverlay_text\ntext: gg\nduration_s: 5\n```", "", [GG]),
    "tool with a block of arguments": ("```tool\nname: overlay_text\narguments:\n  text: Hello\n```", "", [HELLO]),
    "yaml": ("```yaml\ntool: overlay_text\nargs:\n  text: Hello\n```", "", [HELLO]),
    "xml": ("```xml\n<show_emote><name>wow</name></show_emote>\n```", "", [WOW]),
    "python": ('```python\nshow_emote(name="wow")\n```', "", [WOW]),
    "the tool as the language": ('```show_emote\n{"name": "wow"}\n```', "", [WOW]),
    "a call line in it": ('```\nCALL show_emote {"name": "wow"}\n```', "", [WOW]),
    "a tag in it": ('```\n<tool_call>{"name": "hush", "arguments": {}}</tool_call>\n```', "", [HUSH]),
    "a list in it": ('```json\n[{"name": "hush", "arguments": {}}, {"tool": "hush"}]\n```', "", [HUSH]),
    "two in one": (
        '```json\n{"name": "hush", "args": {}}\n{"tool": "show_emote", "args": {"name": "wave"}}\n```',
        "",
        [HUSH, WAVE],
    ),
    "never closed": ('```json\n{"name": "show_emote", "arguments": {"name": "wow"}}', "", [WOW]),
    "never opened": ('{"name": "show_emote", "arguments": {"name": "wow"}}\n```', "", [WOW]),
    "closed by two": ('```json\n{"name": "show_emote", "arguments": {"name": "wow"}}\n``', "", [WOW]),
    "a fence in a tag": ('<tool_call>\n```json\n{"name": "hush", "arguments": {}}\n```\n</tool_call>', "", [HUSH]),
    "speech around it": (
        'Look!\n```json\n{"name": "show_emote", "arguments": {"name": "wow"}}\n```\nWell played.',
        "Look!\n\nWell played.",
        [WOW],
    ),
    "two fences": (
        (
            '```json\n{"name": "hush", "arguments": {}}\n```\nAnd:'
            '\n```json\n{"tool": "show_emote", "args": {"name": "wave"}}'
            "\n```"
        ),
        "And:",
        [HUSH, WAVE],
    ),
    "single backticks": ('`show_emote(name="wow")`', "", [WOW]),
    "single backticks around an object": ('`{"name": "show_emote", "arguments": {"name": "wow"}}`', "", [WOW]),
    "single backticks around pairs": ("`show_emote name=wow`", "", [WOW]),
    "backticks in an argument": (
        '```json\n{"name": "overlay_text", "arguments": {"text": "press `F`"}}\n```',
        "",
        [call("overlay_text", text="press `F`")],
    ),
    "a fence as an argument": (
        r'{"name": "save_note", "arguments": {"title": "code", "body": "```py\nx = 1\n```"}}',
        "",
        [call("save_note", title="code", body="```py\nx = 1\n```")],
    ),
}
