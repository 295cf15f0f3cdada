"""The figures of the demo game: hero, enemies, bosses and things, each a small picture with soft edges."""

import math

from PIL import Image

from sketching.sketch import Outline, Sketch, box, mirrored, moved, path, ring, turned

INK, PAPER, LIMELIGHT, TEAL, CORAL, PERIWINKLE = "#171B26", "#FBFAF4", "#FFC94A", "#3FD5C8", "#FF6F7D", "#8F9BFF"
ORANGE = "#FF9A4D"


def hero(frame: int, *, wings_up: bool = False, thrown: bool = False, fallen: bool = False) -> Image.Image:
    """Draw the hero, an owl with a scarf and a lantern, looking right; `frame` 0 to 3 moves the feet and the scarf."""
    s = Sketch(190, 160)
    step = (0, 7, 0, -7)[frame]
    flutter = (0, 4, 7, 3)[frame]
    down, up = 84 - flutter, 103 + flutter
    s.fill(path(f"M70 82 Q44 {down - 6} 12 {down} Q26 {down + 8} 16 {up} Q48 {up - 5} 74 97 Z"), "#2FB3A8")
    for x, lift in ((76 + step, max(0, step)), (106 - step, max(0, -step))):
        s.fill(ring(x, 152 - lift * 0.7, 13, 7), ORANGE)
    for tuft in (path("M58 40 L56 8 L84 26 Z"), path("M126 40 L130 8 L101 26 Z")):
        s.fill(tuft, "#3B45A6")
    body = path("M46 92 Q46 18 92 18 Q138 18 138 92 Q140 154 92 154 Q44 154 46 92 Z")
    _solid(s, body, "#5B6BD6", "#3D48AE")
    with s.inside(body):
        s.fill(ring(100, 116, 30, 36), "#E9E6FF")
        for y in (104, 118, 132):
            for x in (90, 104, 118) if y != 118 else (83, 97, 111):
                s.stroke(path(f"M{x - 4} {y} Q{x} {y + 5} {x + 4} {y}"), "#C9C4F0", 2.4)
    for x in (80, 113):
        s.fill(ring(x, 58, 18), "#FFFFFF")
        if fallen:
            for ends in (((-7, -7), (7, 7)), ((-7, 7), (7, -7))):
                s.stroke([(x + dx, 58 + dy) for dx, dy in ends], INK, 4)
        else:
            s.fill(ring(x + 4, 59, 9.5), INK)
            s.fill(ring(x + 7, 55, 3.2), PAPER)
    s.fill(path("M89 70 Q98 66 107 70 Q104 84 98 86 Q92 84 89 70 Z"), LIMELIGHT)
    s.stroke(path("M52 92 Q90 106 134 91"), TEAL, 11)
    wing = path("M52 96 Q34 116 50 138 Q68 132 68 104 Z")
    s.fill(turned(wing, 105, (58, 100)) if wings_up else wing, "#3D48AE")
    if not fallen:
        _lantern(s, 158 if thrown else 148, 84 if thrown else 104)
    return s.picture()


def lying() -> Image.Image:
    """Draw the hero on the ground."""
    fallen = hero(0, fallen=True).rotate(82, Image.Resampling.BICUBIC, expand=True)
    return fallen.crop(fallen.getbbox())


def _lantern(s: Sketch, x: float, y: float) -> None:
    s.stroke([(126, 108), (x, y - 6)], "#3D48AE", 12)
    s.fill(ring(x, y + 14, 26), "#FFC94A38")
    s.stroke(path(f"M{x - 8} {y + 2} Q{x} {y - 12} {x + 8} {y + 2}"), INK, 3)
    s.fill(box(x - 11, y, x + 11, y + 6, 2), INK)
    s.fill(box(x - 9, y + 5, x + 9, y + 25, 4), "#FFE9A8")
    s.fill(path(f"M{x} {y + 7} Q{x + 7} {y + 16} {x} {y + 22} Q{x - 7} {y + 16} {x} {y + 7} Z"), ORANGE)
    s.fill(box(x - 11, y + 24, x + 11, y + 30, 2), INK)


def slime(frame: int) -> Image.Image:
    """Draw a slime, looking left; `frame` is 0 or 1."""
    s = Sketch(110, 84)
    wide, top = (48, 20) if frame else (44, 10)
    body = path(
        f"M{55 - wide} 80 Q{52 - wide} {top} 55 {top} Q{58 + wide} {top} {55 + wide} 80 Q55 86 {55 - wide} 80 Z"
    )
    _solid(s, body, "#4FD98B", "#2FAE69")
    s.stroke(path(f"M{76 + wide * 0.1:.1f} {top + 14} Q{86 + wide * 0.1:.1f} {top + 22} 90 {top + 34}"), "#A5F2C6", 6)
    for x in (36, 60):
        s.fill(ring(x, 50, 9, 11), PAPER)
        s.fill(ring(x - 3, 52, 5, 6.5), INK)
    s.stroke(path("M26 38 L42 42"), INK, 4)
    s.stroke(path("M70 36 L56 42"), INK, 4)
    s.stroke(path("M38 68 Q47 63 56 68"), INK, 4)
    return s.picture()


def bat(frame: int) -> Image.Image:
    """Draw a bat with its wings up or down."""
    s = Sketch(170, 120)
    wing = path("M84 64 Q100 20 134 14 Q160 10 168 24 Q150 30 152 50 Q138 44 132 62 Q118 54 108 76 Z")
    if frame:
        wing = path("M84 60 Q112 52 134 68 Q156 84 164 108 Q148 98 138 106 Q132 92 118 96 Q108 84 92 84 Z")
    for side in (wing, mirrored(wing, 80)):
        s.fill(side, "#6C4BB4")
    for ear in (path("M60 44 L58 20 L76 36 Z"), path("M100 44 L102 20 L84 36 Z")):
        s.fill(ear, "#8C66DA")
    _solid(s, ring(80, 64, 30), "#8C66DA", "#6C4BB4")
    for x in (66, 88):
        s.fill(ring(x, 58, 8.5), LIMELIGHT)
        s.fill(ring(x - 2.5, 59, 4), INK)
    s.fill(path("M62 74 Q77 82 92 74 Q88 88 77 88 Q66 88 62 74 Z"), INK)
    for x in (68, 82):
        s.fill(path(f"M{x} 77 L{x + 6} 77 L{x + 3} 86 Z"), PAPER)
    return s.picture()


def brute(frame: int) -> Image.Image:
    """Draw a brute, who sways."""
    s = Sketch(170, 176)
    sway = 5 if frame else -5
    for x in (62 + sway, 112 - sway):
        s.fill(box(x - 17, 144, x + 17, 174, 10), "#3E4762")
    s.stroke([(36, 98), (31, 66 + sway)], "#8A5A3C", 13)
    s.fill(ring(28, 48 + sway, 20, 26), "#6E4530")
    for dx, dy in ((-14, -14), (8, -20), (-16, 10), (14, 8)):
        s.fill(ring(28 + dx, 48 + sway + dy, 5), "#D5D9EC")
    body = path("M34 150 Q22 92 44 58 Q60 34 92 34 Q134 36 144 84 Q152 126 138 152 Q88 166 34 150 Z")
    _solid(s, body, "#7682AC", "#566089")
    for horn in (path("M52 50 Q34 36 38 10 Q54 26 74 38 Z"), path("M120 48 Q138 34 132 8 Q118 24 98 37 Z")):
        s.fill(horn, "#E8DFC8")
    s.fill(path("M38 78 Q76 66 112 78 L110 96 Q76 106 40 96 Z"), INK)
    for x in (60, 90):
        s.fill(ring(x, 87, 7.5, 6), CORAL)
    s.stroke(path("M52 122 L60 114 L68 122 L76 114 L84 122 L92 114 L100 122"), INK, 4.5)
    s.fill(ring(36, 104, 17), "#66719A")
    return s.picture()


def boss(look: int, *, enraged: bool) -> Image.Image:
    """Draw one of the three bosses, looking left, 380 pixels wide."""
    s = Sketch(380, 380)
    colour, shade, light = (
        ("#D9583B", "#A83A2B", ORANGE),
        ("#5E9A54", "#437A44", "#9CCB6A"),
        ("#7E8AA8", "#5B6684", "#B9C3DA"),
    )[look]
    for x in (132, 252):
        s.fill(box(x - 38, 330, x + 38, 378, 22), shade)
    for arm in (path("M84 196 Q44 208 46 262"), path("M296 196 Q336 208 334 262")):
        s.stroke(arm, shade, 50)
    for x in (46, 334):
        s.fill(ring(x, 272, 36), colour)
        for finger in (-20, 0, 20):
            s.stroke([(x + finger, 290), (x + finger * 1.1, 306)], colour, 15)
    if look != 1:
        (_flames, _crown)[look // 2](s)
    body = path("M66 348 Q40 220 84 142 Q118 92 190 92 Q262 92 296 142 Q340 220 314 348 Q190 380 66 348 Z")
    _solid(s, body, colour, shade)
    with s.inside(body):
        _skin(s, look, light, shade)
    if look == 1:
        _cap(s)
    _angry_face(s, enraged=enraged)
    return s.picture()


def _flames(s: Sketch) -> None:
    for x, top, wide in ((120, 34, 44), (258, 40, 42), (188, 4, 58)):
        s.fill(_tongue(x, top, wide), ORANGE)
        s.fill(_tongue(x, top + 44, wide // 2), LIMELIGHT)


def _tongue(x: float, top: float, wide: float) -> Outline:
    return path(f"M{x - wide} 150 Q{x - wide} 90 {x} {top} Q{x + wide} 90 {x + wide} 150 Z")


def _cap(s: Sketch) -> None:
    cap = path("M26 140 Q30 14 190 10 Q350 14 354 140 Q270 160 190 156 Q110 160 26 140 Z")
    _solid(s, cap, "#C6545F", "#9A3A49")
    with s.inside(cap):
        for x, y, size in ((86, 88, 26), (190, 54, 30), (288, 94, 24), (148, 130, 14), (244, 32, 12)):
            s.fill(ring(x, y, size, size * 0.8), "#F4E4D4")


def _crown(s: Sketch) -> None:
    s.fill(path("M102 122 L88 34 L134 74 L190 18 L246 74 L292 34 L278 122 Z"), LIMELIGHT)
    for x, y, colour in ((88, 34, CORAL), (190, 18, TEAL), (292, 34, CORAL)):
        s.fill(ring(x, y, 12), colour)


def _skin(s: Sketch, look: int, light: str, shade: str) -> None:
    if look == 0:
        for crack in (
            "M86 330 L122 296 L112 270 L146 250",
            "M300 210 L274 232 L286 262 L258 284",
            "M214 360 L222 326 L206 312",
        ):
            s.stroke(path(crack), LIMELIGHT, 6)
    elif look == 1:
        for x, y, size in ((106, 318, 28), (286, 300, 34), (190, 350, 30), (290, 200, 18)):
            s.fill(ring(x, y, size, size * 0.7), light)
    else:
        s.stroke(path("M60 318 Q190 346 320 318"), shade, 6)
        for x, y in ((92, 200), (288, 200), (96, 340), (190, 354), (284, 340), (140, 130), (240, 130)):
            s.fill(ring(x, y, 7), light)


def _angry_face(s: Sketch, *, enraged: bool) -> None:
    eye = "#FF3B4E" if enraged else LIMELIGHT
    for x, brow in ((138, "M100 160 L168 188"), (224, "M268 160 L196 188")):
        s.fill(ring(x, 204, 30, 28), INK)
        s.fill(ring(x - 5, 206, 17, 16), eye)
        s.fill(ring(x - 9, 208, 7, 9), INK)
        s.stroke(path(brow), INK, 15)
    mouth = path("M108 262 Q182 246 258 262 Q254 316 182 318 Q112 316 108 262 Z")
    s.fill(mouth, INK)
    with s.inside(mouth):
        for x in (118, 148, 178, 208, 238):
            s.fill(path(f"M{x - 13} 246 L{x + 13} 246 L{x} 280 Z"), PAPER)
        for x in (134, 164, 194, 224):
            s.fill(path(f"M{x - 12} 322 L{x + 12} 322 L{x} 296 Z"), PAPER)


def bolt(*, ours: bool) -> Image.Image:
    """Draw the hero's light, or a fireball."""
    s = Sketch(76, 48)
    glow, core, heart = ("#FFC94A55", LIMELIGHT, "#FFF6D8") if ours else ("#FF6F7D55", "#FF5A3C", LIMELIGHT)
    tail = path("M40 10 Q14 16 2 24 Q14 32 40 38 Z")
    s.fill(tail if ours else mirrored(tail, 38), glow)
    s.fill(ring(46 if ours else 30, 24, 22), glow)
    s.fill(ring(48 if ours else 28, 24, 14), core)
    s.fill(ring(50 if ours else 26, 23, 7), heart)
    return s.picture()


def puff(step: int, *, big: bool) -> Image.Image:
    """Draw a cloud (big) or sparks (small) that come apart; `step` from 0 to 7."""
    s = Sketch(170, 170)
    share = step / 7
    fade = f"{round(255 * (1 - share) ** 0.7):02X}"
    for number in range(9 if big else 7):
        turn = number * math.tau / (9 if big else 7) + 0.4
        reach = (18 + 52 * share) * (1 if big else 0.9)
        x, y = 85 + reach * math.cos(turn), 85 + reach * math.sin(turn)
        if big:
            s.fill(ring(x, y, 22 * (1 - 0.75 * share)), ("#FBFAF4", "#E9E6FF", "#FFE9A8")[number % 3] + fade)
        else:
            far = (85 + reach * 1.5 * math.cos(turn), 85 + reach * 1.5 * math.sin(turn))
            s.stroke([(x, y), far], LIMELIGHT + fade, 6 * (1 - 0.6 * share))
    return s.picture()


def chest(*, opened: bool) -> Image.Image:
    """Draw a treasure chest."""
    s = Sketch(120, 110)
    if opened:
        s.fill(ring(60, 58, 54, 46), "#FFC94A40")
        s.fill(path("M16 48 Q14 16 60 14 Q106 16 104 48 Z"), "#6E4530")
        for x, y in ((38, 56), (60, 50), (82, 56), (50, 46), (72, 46)):
            s.fill(ring(x, y, 11), LIMELIGHT)
            s.fill(ring(x - 2, y - 2, 5), "#FFE9A8")
    else:
        s.fill(path("M14 64 Q12 32 60 30 Q108 32 106 64 Z"), "#A36A45")
        s.stroke(path("M16 62 Q14 33 60 32 Q106 33 104 62"), LIMELIGHT, 5)
    s.fill(box(12, 60, 108, 108, 8), "#8A5A3C")
    s.fill(box(12, 84, 108, 108, 8), "#754930")
    for x in (24, 96):
        s.fill(box(x - 5, 60, x + 5, 108, 2), LIMELIGHT)
    s.fill(box(49, 58, 71, 82, 5), LIMELIGHT)
    s.fill(ring(60, 68, 4), INK)
    return s.picture()


def thorns() -> Image.Image:
    """Draw a thorn bush."""
    s = Sketch(110, 74)
    for tilt in (-62, -38, -14, 10, 34, 58):
        s.fill(turned(path("M46 74 Q50 30 55 6 Q60 30 64 74 Z"), tilt, (55, 74)), "#2C7F5F" if tilt % 4 else "#49A97C")
    for x, y in ((30, 52), (56, 40), (80, 54)):
        s.fill(ring(x, y, 5), CORAL)
    return s.picture()


def heart(*, full: bool) -> Image.Image:
    """Draw one heart of the health row."""
    s = Sketch(48, 48)
    half = path("M24 14 C28 4 44 4 44 17 C44 29 30 36 24 42")
    outline: Outline = [*half, *reversed(mirrored(half, 24))]
    s.fill(outline, CORAL if full else "#FFFFFF2E")
    if full:
        s.stroke(path("M10 18 Q10 12 15 10.5"), "#FFB3BB", 4)
    return s.picture()


def confetti(colour: str, turn: int) -> Image.Image:
    """Draw a piece of paper, turned by so many twelfths."""
    s = Sketch(24, 24)
    s.fill(box(7, 4, 17, 20, 2), colour)
    return s.picture().rotate(turn * 30, Image.Resampling.BICUBIC)


def panel(width: int, height: int) -> Image.Image:
    """Draw what is written on."""
    s = Sketch(width, height)
    s.fill(box(0, 0, width, height, 22), "#FFFFFF12")
    s.fill(box(2, 2, width - 2, height - 2, 20), "#10131CCC")
    return s.picture()


def _solid(s: Sketch, outline: Outline, colour: str, shade: str) -> None:
    s.fill(outline, shade)
    with s.inside(outline):
        s.fill(moved(outline, -5, -6), colour)
