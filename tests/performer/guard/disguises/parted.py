"""Letters with something between them: blanks, signs, pictures, markup."""

from collections.abc import Callable

from tests.performer.guard.disguises.disguise import Disguise

_BLANKS = {
    "blanks": " ",
    "two blanks": "  ",
    "no-break blanks": "\u00a0",
    "thin blanks": "\u2009",
    "wide blanks": "\u3000",
    "braille blanks": "\u2800",
    "hair blanks": "\u200a",
    "tabs": "\t",
}
_SIGNS = "._-*~+=|/\\^'`,:;·•●○■□★☆♥♦°–—…#&%><"
_PICTURES = "🔥😂💀👀👏✨🎮❤️🐸💯🙈🎉"
_PADDED = (". ", " . ", " - ", "_ ", " * ", ", ", " | ", " / ", "--", "..", "__", "~~", "**", "- ")


def _capitals(sign: str) -> Callable[[str], str]:
    return lambda word: sign.join(word.upper())


def _in_two(sign: str, place: Callable[[str], int]) -> Callable[[str], str]:
    return lambda word: f"{word[: place(word)]}{sign}{word[place(word) :]}"


def _blanks() -> list[Disguise]:
    return [Disguise("spaced", name, sign.join) for name, sign in _BLANKS.items()]


def _signs() -> list[Disguise]:
    between = [Disguise("separators", f"{sign} between", sign.join) for sign in _SIGNS]
    padded = [Disguise("separators", f"'{sign}' between", sign.join) for sign in _PADDED]
    capitals = [Disguise("separators", f"{sign} between capitals", _capitals(sign)) for sign in " .-_*"]
    return between + padded + capitals


def _broken() -> list[Disguise]:
    """Break the word in two, near its begin, in its middle, and near its end."""
    places: dict[str, Callable[[str], int]] = {
        "early": lambda _: 1,
        "amid": lambda word: len(word) // 2,
        "late": lambda word: len(word) - 1,
    }
    return [
        Disguise("broken", f"'{sign}' {name}", _in_two(sign, place))
        for sign in (" ", ".", "-", "_", "*", "|", "/", "'", "~", "·", "🔥", "\u00ad\u200b", "<b>", "**", "  ")
        for name, place in places.items()
    ]


def _pictures() -> list[Disguise]:
    signs = [each for each in _PICTURES if each != "\ufe0f"]
    between = [Disguise("pictures", f"{sign} between", sign.join) for sign in signs]
    return between + [Disguise("pictures", f"{sign} and blanks", f" {sign} ".join) for sign in signs]


def _marked_up() -> list[Disguise]:
    return [
        Disguise("markup", "bold inside", lambda word: f"{word[:2]}**{word[2:-1]}**{word[-1:]}"),
        Disguise("markup", "tag inside", lambda word: f"{word[:2]}<b>{word[2:-1]}</b>{word[-1:]}"),
        Disguise("markup", "empty tags", lambda word: "<i></i>".join(word)),
        Disguise("markup", "decimal codes", lambda word: "".join(f"&#{ord(each)};" for each in word)),
        Disguise("markup", "one decimal code", lambda word: f"{word[:2]}&#{ord(word[2])};{word[3:]}"),
        Disguise("markup", "hexadecimal codes", lambda word: "".join(f"&#x{ord(each):x};" for each in word)),
        Disguise("markup", "address codes", lambda word: "".join(f"%{ord(each):02X}" for each in word)),
        Disguise("markup", "one address code", lambda word: f"{word[:2]}%{ord(word[2]):02x}{word[3:]}"),
        Disguise("markup", "escapes", lambda word: "".join(f"\\u{ord(each):04x}" for each in word)),
        Disguise("markup", "one escape", lambda word: f"{word[:2]}\\x{ord(word[2]):02x}{word[3:]}"),
        Disguise("markup", "strike-through", lambda word: f"~~{word}~~"),
        Disguise("markup", "spoiler", lambda word: f"||{word}||"),
        Disguise("markup", "code", lambda word: f"`{word}`"),
        Disguise("markup", "emphasis", lambda word: f"_{word}_"),
        Disguise("markup", "link", lambda word: f"[{word}](x)"),
        Disguise("markup", "address", lambda word: f"www.{word}.com"),
        Disguise("markup", "tag", lambda word: f"#{word}"),
        Disguise("markup", "mention", lambda word: f"@{word}"),
        Disguise("markup", "emote", lambda word: f":{word}:"),
        Disguise("markup", "quoted", lambda word: f"«{word}»"),
        Disguise("markup", "brackets", lambda word: "".join(f"[{each}]" for each in word)),
        Disguise("markup", "parentheses", lambda word: "".join(f"({each})" for each in word)),
    ]


PARTED = (*_blanks(), *_signs(), *_broken(), *_pictures(), *_marked_up())
