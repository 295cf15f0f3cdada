"""Tags that are calls themselves, with attributes, with properties as tags; and `invoke`."""

from tests.performer.models.soft.cases.case import GG, HELLO, HUSH, WAVE, WOW, Table, unknown

CASES: Table = {
    "an object inside": ('<show_emote>{"name": "wow"}</show_emote>', "", [WOW]),
    "attributes": ('<overlay_text text="gg" duration_s="5"/>', "", [GG]),
    "attributes and a closer": ('<overlay_text text="gg" duration_s="5"></overlay_text>', "", [GG]),
    "attributes without a closer": ('<overlay_text text="gg" duration_s="5">', "", [GG]),
    "single quotes": ("<overlay_text text='gg' duration_s='5' />", "", [GG]),
    "properties": ("<overlay_text><text>gg</text><duration_s>5</duration_s></overlay_text>", "", [GG]),
    "properties on lines": (
        "<overlay_text>\n  <text>gg</text>\n  <duration_s>5</duration_s>\n</overlay_text>",
        "",
        [GG],
    ),
    "properties never closed": ("<overlay_text>\n<text>gg\n<duration_s>5</duration_s>\n</overlay_text>", "", [GG]),
    "plain content": ("<show_emote>wow</show_emote>", "", [WOW]),
    "empty": ("<hush/>", "", [HUSH]),
    "opened and closed": ("<hush></hush>", "", [HUSH]),
    "never closed": ("<hush>", "", [HUSH]),
    "in a wrapper": ("<tool_call><show_emote><name>wow</name></show_emote></tool_call>", "", [WOW]),
    "invoke": ('<invoke name="show_emote"><parameter name="name">wow</parameter></invoke>', "", [WOW]),
    "invoke in a wrapper": (
        (
            '<function_calls>\n<invoke name="show_emote">\n<parameter name="name">wow</parameter>\n</invoke>\n'
            "</function_calls>"
        ),
        "",
        [WOW],
    ),
    "invoke with a name space": (
        (
            '<x:function_calls><x:invoke name="show_emote"><x:parameter name="name">wow</x:parameter></x:invoke>'
            "</x:function_calls>"
        ),
        "",
        [WOW],
    ),
    "invoke of two": (
        '<invoke name="hush"></invoke>\n<invoke name="show_emote"><parameter name="name">wow</parameter></invoke>',
        "",
        [HUSH, WOW],
    ),
    "a parameter never closed": ('<invoke name="overlay_text"><parameter name="text">Hello</invoke>', "", [HELLO]),
    "function with parameters": (
        '<function name="show_emote"><parameter name="name">wow</parameter></function>',
        "",
        [WOW],
    ),
    "tool with args": ('<tool name="show_emote"><arg name="name">wow</arg></tool>', "", [WOW]),
    "use_mcp_tool": (
        '<use_mcp_tool><tool_name>show_emote</tool_name>\n<arguments>\n{"name": "wow"}\n</arguments>\n</use_mcp_tool>',
        "",
        [WOW],
    ),
    "use_mcp_tool of a server": (
        (
            "<use_mcp_tool>\n<server_name>stage</server_name>\n<tool_name>show_emote</tool_name>\n"
            '<arguments>\n{"name": "wow"}\n</arguments>\n</use_mcp_tool>'
        ),
        "",
        [WOW],
    ),
    "arguments as an attribute": ('<tool_use name="show_emote" arguments=\'{"name": "wow"}\'/>', "", [WOW]),
    "entities": ("<overlay_text><text>Hello</text></overlay_text>&nbsp;".removesuffix("&nbsp;"), "", [HELLO]),
    "speech around it": ('Hi! <show_emote name="wave"/> Welcome in.', "Hi! Welcome in.", [WAVE]),
    "nobody's tag": ("<fire_rockets><count>3</count></fire_rockets>", "", [unknown("fire_rockets")]),
    "a heart": ("I <3 this deck, and 2 < 3 > 1.", "I <3 this deck, and 2 < 3 > 1.", []),
    "bold": ("That was <b>close</b>.", "That was close.", []),
    "a lone token": ("Well played.<|im_end|>", "Well played.", []),
}
