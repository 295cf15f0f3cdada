"""Calls as Python, TypeScript and Llama's lists give them."""

from tests.performer.models.soft.cases.case import GG, HORN, HUSH, WOW, Table, call

CASES: Table = {
    "a call": ('overlay_text(text="gg", duration_s=5)', "", [GG]),
    "single quotes": ("overlay_text(text='gg', duration_s=5)", "", [GG]),
    "positional": ('overlay_text("gg", 5)', "", [GG]),
    "positional and keyword": ('overlay_text("gg", duration_s=5)', "", [GG]),
    "an object inside": ('overlay_text({"text": "gg", "duration_s": 5})', "", [GG]),
    "two stars": ('overlay_text(**{"text": "gg", "duration_s": 5})', "", [GG]),
    "colons for equal signs": ('overlay_text(text: "gg", duration_s: 5)', "", [GG]),
    "no arguments": ("hush()", "", [HUSH]),
    "lines": ('overlay_text(\n    text="gg",\n    duration_s=5,\n)', "", [GG]),
    "a list of one": ('[show_emote(name="wow")]', "", [WOW]),
    "a list of two": ('[show_emote(name="wow"), play_sound(name="airhorn")]', "", [WOW, HORN]),
    "a list that never closes": ('[show_emote(name="wow")', "", [WOW]),
    "a name space": ('functions.show_emote(name="wow")', "", [WOW]),
    "awaited": ('await tools.show_emote({ name: "wow" })', "", [WOW]),
    "printed": ('print(show_emote(name="wow"))', "", [WOW]),
    "True, False, None": (
        'play_card(card="Frost", face_down=True)',
        "",
        [call("play_card", card="Frost", face_down=True)],
    ),
    "a list and an object": (
        'play_card(card="Frost", targets=[{"id": "g2", "lane": 1}])',
        "",
        [call("play_card", card="Frost", targets=[{"id": "g2", "lane": 1}])],
    ),
    "brackets in a text": ('overlay_text(text="gg (wp)")', "", [call("overlay_text", text="gg (wp)")]),
    "triple quotes": (
        'save_note(title="Plan", body="""one\ntwo""")',
        "",
        [call("save_note", title="Plan", body="one\ntwo")],
    ),
    "behind a sentence": ('What a card! show_emote(name="wow")', "What a card!", [WOW]),
    "below a sentence": ('What a card!\n[show_emote(name="wow")]', "What a card!", [WOW]),
    "speech below": ('show_emote(name="wow")\nWhat a card!', "What a card!", [WOW]),
    "functools": ('functools[{"name": "show_emote", "arguments": {"name": "wow"}}]', "", [WOW]),
    "angles": ('<<function>>show_emote(name="wow")', "", [WOW]),
    "a bot's end": ('Call: show_emote(name="wow")<bot_end>', "", [WOW]),
}
