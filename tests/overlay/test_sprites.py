from tests.overlay.offscreen import run_offscreen

EMOTE = """
from overlay.sprites import draw_emote
spin = Emote(id="e", alt="", born_ms=1000, src="/s.png", src2x="/s.png", x=0.5, y=0.5, frames_ms=(100, 200))
before = draw_emote(spin, setup)
keep("/s.png", 200, 200, 2)
drawing = draw_emote(spin, setup)
[pixmap] = drawing.find_pixmaps(1000)
told = [before is None, pixmap.x, pixmap.y, drawing.origin, drawing.find_next_ms(1150)]
"""
AVATAR = """
from overlay.motion import MouthEnvelope
from overlay.sprites import draw_avatar
srcs = tuple(f"/m/{pose}.png" for pose in POSES)
owl = Avatar(id="a", alt="", born_ms=0, srcs=srcs, srcs2x=srcs)
keep(srcs[0], 380, 400)
before = draw_avatar(owl, setup, MouthEnvelope())
pictures._useless.update(srcs[1:])
drawing = draw_avatar(owl, setup, MouthEnvelope())
[pixmap] = drawing.find_pixmaps(0)
told = [before is None, pixmap.x, pixmap.y, drawing.height, drawing.find_next_ms(0)]
"""


MOUTHED = """
from overlay.motion import MouthEnvelope
from overlay.sprites import draw_avatar
from performer.stage.protocol.messages import Mouth
srcs = tuple(f"/m/{pose}.png" for pose in POSES)
mouths = ("/m/closed.png", "", "/m/wide.png", "/m/gone.png", "")
owl = Avatar(id="a", alt="", born_ms=0, srcs=srcs, srcs2x=srcs, mouths=mouths, mouths2x=mouths)
for src in srcs:
    keep(src, 380, 400)
keep("/m/closed.png", 380, 400)
pictures._useless.add("/m/gone.png")
mouth = MouthEnvelope()
before = draw_avatar(owl, setup, mouth)
keep("/m/wide.png", 380, 400)
drawing = draw_avatar(owl, setup, mouth)
mouth.hear(Mouth(at_ms=1000, envelope=(0.5,) * 6, shapes="cowrt"))
names = {pictures._made[PictureRequest(src, 380, 400)][0].cacheKey(): src for src in (*srcs, mouths[0], mouths[2])}
seen = [names[drawing.find_pixmaps(at)[0].picture.cacheKey()] for at in range(980, 1140, 20)]
told = [before is None, seen, drawing.find_next_ms(1000)]
"""


def test_an_emote_waits_for_its_picture_and_then_runs_through_its_frames() -> None:
    assert run_offscreen(EMOTE) == [True, 960 - 100, 540 - 100, [960, 540], 1300]


def test_the_avatar_waits_for_all_pictures_that_may_still_come() -> None:
    assert run_offscreen(AVATAR) == [True, 1920 - 64 - 380, 1080 - 64 - 400, 400, 140]


def test_an_avatar_with_pictures_of_its_mouth_shows_the_one_of_the_sound() -> None:
    seen = ["idle", "closed", "talk3", "wide", "talk2", "talk1", "talk2", "idle"]

    assert run_offscreen(MOUTHED) == [True, [f"/m/{name}.png" for name in seen], 1020]
