"""The formats of single models: Llama, Mistral, Gemma, DeepSeek, harmony, Kimi, LFM2, Command and others."""

from tests.performer.models.toolcalls.text.cases.case import GG, HELLO, HUSH, WOW, Table

CASES: Table = {
    "Llama's function": ('<function=show_emote>{"name": "wow"}</function>', "", [WOW]),
    "Llama's function never closed": ('<function=show_emote>{"name": "wow"}', "", [WOW]),
    "Llama's function without its bracket": ('function=show_emote>{"name": "wow"}</function>', "", [WOW]),
    "Llama's function and a token": ('<function=show_emote>{"name": "wow"}</function><|eom_id|>', "", [WOW]),
    "Llama's function behind speech": ('Wow! <function=show_emote>{"name": "wow"}</function>', "Wow!", [WOW]),
    "Llama's function without a closer's bracket": ('<function=show_emote>{"name": "wow"}</function', "", [WOW]),
    "Llama's function with an attribute": ('<function name="show_emote">{"name": "wow"}</function>', "", [WOW]),
    "python_tag and an object": ('<|python_tag|>{"name": "show_emote", "parameters": {"name": "wow"}}', "", [WOW]),
    "python_tag and a call": ('<|python_tag|>show_emote.call(name="wow")<|eom_id|>', "", [WOW]),
    "python_tag and Python": ('<|python_tag|>show_emote(name="wow")', "", [WOW]),
    "python_start": ('<|python_start|>[show_emote(name="wow")]<|python_end|>', "", [WOW]),
    "python_tag of two": (
        '<|python_tag|>{"name": "hush", "parameters": {}}; {"name": "show_emote", "parameters": {"name": "wow"}}',
        "",
        [HUSH, WOW],
    ),
    "Mistral's list": ('[TOOL_CALLS][{"name": "show_emote", "arguments": {"name": "wow"}}]', "", [WOW]),
    "Mistral's list with a blank": ('[TOOL_CALLS] [{"name": "show_emote", "arguments": {"name": "wow"}}]', "", [WOW]),
    "Mistral's list of two": (
        '[TOOL_CALLS][{"name": "hush", "arguments": {}}, {"name": "show_emote", "arguments": {"name": "wow"}}]</s>',
        "",
        [HUSH, WOW],
    ),
    "Mistral's list that never closes": (
        '[TOOL_CALLS][{"name": "show_emote", "arguments": {"name": "wow"}}',
        "",
        [WOW],
    ),
    "Mistral's name": ('[TOOL_CALLS]show_emote{"name": "wow"}', "", [WOW]),
    "Mistral's name and ARGS": ('[TOOL_CALLS]show_emote[ARGS]{"name": "wow"}', "", [WOW]),
    "Mistral's name, CALL_ID and ARGS": ('[TOOL_CALLS]show_emote[CALL_ID]a1b2c3d4e[ARGS]{"name": "wow"}', "", [WOW]),
    "Mistral's names": ('[TOOL_CALLS]hush{}[TOOL_CALLS]show_emote{"name": "wow"}', "", [HUSH, WOW]),
    "Mistral's mark behind speech": ('There![TOOL_CALLS]show_emote{"name": "wow"}', "There!", [WOW]),
    "Mistral's closer": ('[TOOL_CALLS][{"name": "hush", "arguments": {}}][/TOOL_CALLS]', "", [HUSH]),
    "Mistral's mark in small letters": ('[tool_calls][{"name": "hush", "arguments": {}}]', "", [HUSH]),
    "ToolACE's mark": ('[TOOL_REQUEST]{"name": "hush", "arguments": {}}[END_TOOL_REQUEST]', "", [HUSH]),
    "Gemma's call": ("<start_function_call>call:show_emote{name:<escape>wow<escape>}<end_function_call>", "", [WOW]),
    "Gemma's call of two arguments": (
        "<start_function_call>call:overlay_text{duration_s:5,text:<escape>gg<escape>}<end_function_call>",
        "",
        [GG],
    ),
    "Gemma's call never closed": ("<start_function_call>call:show_emote{name:<escape>wow<escape>}", "", [WOW]),
    "GLM's pairs": (
        (
            "<tool_call>overlay_text\n<arg_key>text</arg_key>\n<arg_value>gg</arg_value>\n<arg_key>duration_s</arg_key>\n"
            "<arg_value>5</arg_value>\n</tool_call>"
        ),
        "",
        [GG],
    ),
    "GLM's pairs on a line": (
        "<tool_call>show_emote<arg_key>name</arg_key><arg_value>wow</arg_value></tool_call>",
        "",
        [WOW],
    ),
    "GLM's glued key": ("<tool_call>show_emotename</arg_key><arg_value>wow</arg_value></tool_call>", "", [WOW]),
    "GLM without an opener": ("show_emote<arg_key>name</arg_key><arg_value>wow</arg_value></tool_call>", "", [WOW]),
    "GLM without a closer": ("<tool_call>show_emote<arg_key>name</arg_key><arg_value>wow</arg_value>", "", [WOW]),
    "GLM without arguments": ("<tool_call>hush</tool_call>", "", [HUSH]),
    "DeepSeek's old": (
        (
            "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>show_emote\n```json\n"
            '{"name": "wow"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>'
        ),
        "",
        [WOW],
    ),
    "DeepSeek's new": (
        (
            '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>show_emote<｜tool▁sep｜>{"name": "wow"}<｜tool▁call▁end｜>'
            "<｜tool▁calls▁end｜><｜end▁of▁sentence｜>"
        ),
        "",
        [WOW],
    ),
    "DeepSeek's without its beginning": (
        '<｜tool▁call▁begin｜>show_emote<｜tool▁sep｜>{"name": "wow"}<｜tool▁call▁end｜>',
        "",
        [WOW],
    ),
    "DeepSeek's never closed": (
        '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>show_emote<｜tool▁sep｜>{"name": "wow"}',
        "",
        [WOW],
    ),
    "DeepSeek's two": (
        (
            "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>hush<｜tool▁sep｜>{}<｜tool▁call▁end｜>"
            '<｜tool▁call▁begin｜>show_emote<｜tool▁sep｜>{"name": "wow"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>'
        ),
        "",
        [HUSH, WOW],
    ),
    "DeepSeek's DSML": (
        (
            '<｜DSML｜function_calls>\n<｜DSML｜invoke name="show_emote">\n'
            '<｜DSML｜parameter name="name" string="true">wow</｜DSML｜parameter>\n'
            "</｜DSML｜invoke>\n</｜DSML｜function_calls>"
        ),
        "",
        [WOW],
    ),
    "harmony": (
        '<|channel|>commentary to=functions.show_emote <|constrain|>json<|message|>{"name": "wow"}<|call|>',
        "",
        [WOW],
    ),
    "harmony from the start": (
        '<|start|>assistant<|channel|>commentary to=functions.show_emote<|message|>{"name": "wow"}<|call|>',
        "",
        [WOW],
    ),
    "harmony, addressed first": (
        '<|start|>assistant to=functions.show_emote<|channel|>commentary json<|message|>{"name": "wow"}<|call|>',
        "",
        [WOW],
    ),
    "harmony behind its thinking": (
        (
            "<|channel|>analysis<|message|>They won, so hush? No.<|end|>"
            '<|start|>assistant<|channel|>commentary to=functions.show_emote<|message|>{"name": "wow"}<|call|>'
        ),
        "",
        [WOW],
    ),
    "harmony behind its speech": (
        (
            "<|channel|>final<|message|>Bang!<|end|><|start|>assistant"
            "<|channel|>commentary to=functions.hush<|message|>{}<|call|>"
        ),
        "Bang!",
        [HUSH],
    ),
    "harmony without tokens": ('commentary to=functions.show_emote json{"name": "wow"}', "", [WOW]),
    "harmony's address alone": ('to=functions.show_emote {"name": "wow"}', "", [WOW]),
    "Kimi": (
        (
            "<|tool_calls_section_begin|><|tool_call_begin|>functions.show_emote:0<|tool_call_argument_begin|>"
            '{"name": "wow"}<|tool_call_end|><|tool_calls_section_end|>'
        ),
        "",
        [WOW],
    ),
    "Kimi without its section": (
        '<|tool_call_begin|>functions.show_emote:0<|tool_call_argument_begin|>{"name": "wow"}<|tool_call_end|>',
        "",
        [WOW],
    ),
    "Kimi never closed": (
        '<|tool_calls_section_begin|><|tool_call_begin|>show_emote:0<|tool_call_argument_begin|>{"name": "wow"}',
        "",
        [WOW],
    ),
    "MiniMax": (
        (
            '<minimax:tool_call>\n<invoke name="show_emote">\n<parameter name="name">wow</parameter>\n</invoke>\n'
            "</minimax:tool_call>"
        ),
        "",
        [WOW],
    ),
    "MiniMax's old": ('<tool_calls>\n{"name": "show_emote", "arguments": {"name": "wow"}}\n</tool_calls>', "", [WOW]),
    "LFM2": ('<|tool_call_start|>[show_emote(name="wow")]<|tool_call_end|>', "", [WOW]),
    "LFM2 of two": ('<|tool_call_start|>[hush(), show_emote(name="wow")]<|tool_call_end|>', "", [HUSH, WOW]),
    "LFM2 never closed": ('<|tool_call_start|>[show_emote(name="wow")]', "", [WOW]),
    "LFM2 with an object": ('<|tool_call_start|>{"name": "hush", "arguments": {}}<|tool_call_end|>', "", [HUSH]),
    "Granite": ('<|tool_call|>[{"name": "show_emote", "arguments": {"name": "wow"}}]', "", [WOW]),
    "Phi": ('<|tool_call|>[{"name": "show_emote", "arguments": {"name": "wow"}}]<|/tool_call|>', "", [WOW]),
    "Command": (
        (
            '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "show_emote", "parameters": {"name": "wow"}}]'
            "<|END_ACTION|>"
        ),
        "",
        [WOW],
    ),
    "InternLM": (
        '<|action_start|><|plugin|>{"name": "show_emote", "parameters": {"name": "wow"}}<|action_end|>',
        "",
        [WOW],
    ),
    "Functionary": ('>>>show_emote\n{"name": "wow"}', "", [WOW]),
    "Functionary's old": (
        '<|from|>assistant\n<|recipient|>show_emote\n<|content|>{"name": "wow"}',
        "",
        [WOW],
    ),
    "Seed": (
        "<seed:tool_call>\n<function=show_emote>\n<parameter=name>wow</parameter>\n</function>\n</seed:tool_call>",
        "",
        [WOW],
    ),
    "Apertus": ('<|tools_prefix|>[{"show_emote": {"name": "wow"}}]<|tools_suffix|>', "", [WOW]),
    "OLMo": ('<function_calls>\nshow_emote(name="wow")\n</function_calls>', "", [WOW]),
    "Step": (
        (
            "<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜>"
            '<steptml:invoke name="show_emote"><steptml:parameter name="name">wow</steptml:parameter></steptml:invoke>'
            "<｜tool_call_end｜><｜tool_calls_end｜>"
        ),
        "",
        [WOW],
    ),
    "a role as a token": ('<|im_start|>tool_call\n{"name": "hush", "arguments": {}}<|im_end|>', "", [HUSH]),
    "Qwen's function": (
        (
            "<tool_call>\n<function=overlay_text>\n<parameter=text>\ngg\n</parameter>\n<parameter=duration_s>\n5\n</parameter>\n"
            "</function>\n</tool_call>"
        ),
        "",
        [GG],
    ),
    "Qwen's function without a wrapper": (
        "<function=overlay_text>\n<parameter=text>\nHello\n</parameter>\n</function>\n</tool_call>",
        "",
        [HELLO],
    ),
    "Qwen's function never closed": ("<function=overlay_text>\n<parameter=text>\nHello\n</parameter>\n", "", [HELLO]),
    "Qwen's parameter without a closer": (
        "<function=overlay_text>\n<parameter=text>gg\n<parameter=duration_s>5</parameter>\n</function>",
        "",
        [GG],
    ),
    "Qwen's parameter closed by the function": (
        "<tool_call>\n<function=overlay_text>\n<parameter=text>Hello\n</function>\n</tool_call>",
        "",
        [HELLO],
    ),
    "Qwen's closer that is wrong": (
        "<function=overlay_text>\n<parameter=text>Hello</parameter>\n</tool_call>",
        "",
        [HELLO],
    ),
    "Qwen's two": (
        (
            "<tool_call>\n<function=hush>\n</function>\n</tool_call>\n<tool_call>\n<function=overlay_text>\n<parameter=text>\n"
            "Hello\n</parameter>\n</function>\n</tool_call>"
        ),
        "",
        [HUSH, HELLO],
    ),
    "FunctionGemma's quotes": (
        "<start_function_call>call:overlay_text{text:<escape>Hello<escape>}<end_function_call>",
        "",
        [HELLO],
    ),
    "DeepSeek's tags with two bars": (
        (
            '<｜｜DSML｜｜tool_calls>\n<｜｜DSML｜｜invoke name="show_emote">\n'
            '<｜｜DSML｜｜parameter name="name" string="true">wow</｜｜DSML｜｜parameter>\n'
            "</｜｜DSML｜｜invoke>\n</｜｜DSML｜｜tool_calls>"
        ),
        "",
        [WOW],
    ),
    "MiniMax with dashes": (
        '[TOOL_CALL]\n{tool => "show_emote", args => {\n  --name "wow"\n}}\n[/TOOL_CALL]',
        "",
        [WOW],
    ),
    "a request in brackets": ('[TOOL_REQUEST]\nshow_emote {"name": "wow"}\n[TOOL_REQUEST_END]', "", [WOW]),
    "three angles": ('<<<TOOL_CALL>>>\n{"name": "hush"}\n<<<END_TOOL_CALL>>>', "", [HUSH]),
    "CALL in brackets": ('[CALL]{"name": "hush"}[/CALL]', "", [HUSH]),
    "Mistral without the first token": ('show_emote[ARGS]{"name": "wow"}', "", [WOW]),
    "Kimi without the section": (
        'functions.show_emote:0<|tool_call_argument_begin|>{"name": "wow"}<|tool_call_end|>',
        "",
        [WOW],
    ),
    "noise behind an addressee": ('to=functions.show_emote 天天json\n{"name": "wow"}', "", [WOW]),
    "Gemma's turn": ('<start_of_turn>model\n{"name": "hush"}<end_of_turn>', "", [HUSH]),
}
