"""Calls that a model without native tools prints into its text, and the speech around them.

`protocol` teaches the model one form; `reader` reads every form that models print, while the text arrives. `forms` says
what may begin at a place of the text and `forms.index` lists it; in a call the name is found by `name_patterns`, its
arguments by `arguments`, their values by `data`, and `schema` puts them right; `which_run` judges what may run.

| form | in | printed, for example |
|---|---|---|
| TAG_FORM | forms.tags | `<tool_call>{"name": …}</tool_call>`, `<invoke name="…">` |
| THINKING, CHANNEL | forms.thinking | `<think>…</think>`, `<|channel|>analysis<|message|>…` |
| RESULT, TURN, QUOTED_LINE | forms.other_speakers | `Observation: …`, `User: …`, `> play_sfx(…)` |
| FENCE, SPAN | forms.backticks | a fence around calls, a call in single backticks |
| REACT | forms.react | `Action: play_sfx` over `Action Input: {…}` |
| LOOSE_MARK, LEFTOVER, BROKEN_OFF | forms.fragments | `tool_call>`, `args: {…}`, a last `<|` |
| SQUARE, CURLY, ROUND | forms.brackets | `[TOOL_CALLS][…]`, `{"name": …}`, `play_sfx(name="boing")` |
| ANNOUNCED_CALL | forms.announced_calls | `CALL play_sfx {…}`, `play_sfx name=boing` |
| YAML_LINES | forms.yaml_lines | `tool: play_sfx` over `args:` |
"""
