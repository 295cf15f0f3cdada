"""Commentary that has the signs of calls in it and is all speech."""

from tests.performer.models.toolcalls.text.cases.case import Table

_SPEECH = {
    "nothing": "",
    "plain": "What a comeback! Nobody saw that card coming.",
    "lines": "What a comeback!\n\nNobody saw that card coming.",
    "braces": "A {smile} costs nothing.",
    "a face": "Oh no :( and >:( and <3",
    "brackets": "That goblin (the small one) ran. [applause]",
    "a calling": "Call me maybe.\nCalled it!",
    "a call for help": "Call the goblins!",
    "action": "Action is what we came for.",
    "a name as a word": "Hush now, goblins.",
    "a list": "- Frost Lantern\n- Ember Crown\n- the small goblin",
    "numbers": "It is 3:2, 1 < 2, and 5 > 4.",
    "a colon": "One thing is sure: nobody saw it.",
    "a quotation": 'He said "never again" and came back.',
    "an ellipsis": "Well... here we go again.",
    "Japanese": "すごい！誰も見ていなかった。",
    "Russian": "Вот это карта! Никто её не ждал.",
    "Arabic": "يا لها من عودة!",
    "an emoji": "🎉🎉 gg!",
    "stars": "*flaps its wings* That was **close**.",
    "a heading": "# Round two\nHere they come.",
    "a price": "Only $5 for a crown? Sold!",
    "an underscore": "Thanks, mod_anna_42, for the raid.",
    "an equation": "2 + 2 = 4, and HP = 0.",
    "a shrug": r"¯\_(ツ)_/¯",
    "a slash": "win/lose/draw",
    "a tool's words": "Use it or lose it. Run! Make it quick.",
    "name and a colon": "Name: Mara. Deck: Frost.",
    "a thought": "A thought: what if they had waited?",
}
CASES: Table = {name: (speech, speech, []) for name, speech in _SPEECH.items()}
