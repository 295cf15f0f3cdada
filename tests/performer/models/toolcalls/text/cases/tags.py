"""Tags that are calls themselves, with attributes, with properties as tags; and `invoke`."""

from tests.performer.models.toolcalls.text.cases.case import GG, HELLO, HUSH, WAVE, WOW, Table, call, unknown

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
    "GLM with a close tag twice": (
        "<tool_call>show_emote<arg_key>name</arg_key></arg_key><arg_value>wow</arg_value></tool_call>",
        "",
        [WOW],
    ),
    "GLM with an open tag twice": (
        "<tool_call>show_emote<arg_key><arg_key>name</arg_key><arg_value>wow</arg_value></tool_call>",
        "",
        [WOW],
    ),
    "LongCat's tags": (
        "<longcat_tool_call>show_emote\n<longcat_arg_key>name</longcat_arg_key>\n<longcat_arg_value>wow</longcat_arg_value>\n</longcat_tool_call>",
        "",
        [WOW],
    ),
    "a parameter closed by its own name": (
        (
            '<invoke name="overlay_text"><parameter name="text">gg</text>'
            '<parameter name="duration_s">5</parameter></invoke>'
        ),
        "",
        [GG],
    ),
    "values in attributes": (
        '<function=overlay_text><param name="text" value="gg"/><param name="duration_s" value="5"/></function>',
        "",
        [GG],
    ),
    "names and values in tags": (
        "<tool_call><name>show_emote</name><parameter><name>name</name><value>wow</value></parameter></tool_call>",
        "",
        [WOW],
    ),
    "an id before the name": ('<tool_call id="1" name="show_emote">{"name": "wow"}</tool_call>', "", [WOW]),
    "two tools in attributes": (
        '<tool name="overlay_text" text="Hello" />\n<tool name="hush" />\n</tool_call>',
        "",
        [HELLO, HUSH],
    ),
    "a wrapper that broke off": ('<tool_call\nshow_emote(name="wow")\n</tool_call>', "", [WOW]),
    "a list in tags": (
        "<run_poll><question>Which?</question><options><option>left</option><option>right</option></options></run_poll>",
        "",
        [call("run_poll", question="Which?", options=["left", "right"])],
    ),
    "a tag each for a list": (
        "<run_poll><question>Which?</question><options>left</options><options>right</options></run_poll>",
        "",
        [call("run_poll", question="Which?", options=["left", "right"])],
    ),
}
