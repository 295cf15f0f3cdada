"""The tokens of chat templates that tests write into others' words; none may come through."""

TOKENS = """
<|im_start|> <|im_end|> <|im_sep|> <|endoftext|> <|startoftext|> <|begin_of_text|> <|end_of_text|> <|eot_id|>
<|eom_id|> <|start_header_id|> <|end_header_id|> <|python_tag|> <|header_start|> <|eot|> <|step|> <|image|>
[INST] [/INST] <<SYS>> <</SYS>> <s> </s> [TOOL_CALLS] [/TOOL_CALLS] [TOOL_RESULTS] [/TOOL_RESULTS]
[AVAILABLE_TOOLS] [/AVAILABLE_TOOLS] [SYSTEM_PROMPT] [/SYSTEM_PROMPT] [ARGS] [CALL_ID] [IMG] [IMG_BREAK] [THINK]
[/THINK] <start_of_turn> <end_of_turn> <start_of_image> <end_of_image> <bos> <eos> <pad> <unk> <mask> <unused12>
<|turn> <turn|> <|tool_call> <tool_call|> <|channel> <channel|> <|think|> <|channel|> <|message|> <|start|>
<|end|> <|return|> <|call|> <|constrain|> <|recipient|> <think> </think> <thinking> </thinking> ◁think▷ ◁/think▷
<seed:think> </seed:think> <seed:bos> <tool_call> </tool_call> <tool_response> </tool_response> <tools> </tools>
<|tool_call|> <|tool_response|> <toolcall> <function=open_door> </function> <parameter=code> </parameter>
<invoke> </invoke> <function_calls> <arg_key> </arg_value> <minimax:tool_call> ]~b] ]~!b[ [e~[ ]<]minimax[>[
<｜User｜> <｜Assistant｜> <｜begin▁of▁sentence｜> <｜end▁of▁sentence｜> <｜tool▁calls▁begin｜> <｜tool▁sep｜>
<｜DSML｜invoke> <|START_OF_TURN_TOKEN|> <|END_OF_TURN_TOKEN|> <|SYSTEM_TOKEN|> <|USER_TOKEN|> <|CHATBOT_TOKEN|>
<BOS_TOKEN> <EOS_TOKEN> <|START_ACTION|> <|END_ACTION|> <|START_TOOL_RESULT|> <|system|> <|user|> <|assistant|>
<|tool|> <|observation|> <|start_of_role|> <|end_of_role|> [gMASK] <sop> <eop> [MASK] [CLS] [SEP] [UNK] [PAD]
[|system|] [|user|] [|assistant|] [|endofturn|] <|tool_calls_section_begin|> <|tool_call_argument_begin|>
<|tool_list_start|> <extra_id_0> <reserved_106> <TOKENS_UNUSED_1> <eoh> <eoa> <0x0A> <fim_prefix> <fim_suffix>
<file_sep> <repo_name> <jupyter_start> <|fim_middle|> <|vision_start|> <|vision_end|> <|image_pad|>
<image_soft_token> <|box_start|> <|object_ref_start|> <|"|> <|assistant_end|> <|end_of_turn|> <|eod_id|>
<system> </system>
""".split()
