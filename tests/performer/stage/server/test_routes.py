"""What the stage serves of the library: the newest of each name, in its own type."""

from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest

from performer.stage.library.library import MediaLibrary
from tests.performer.stage.library.soundfiles import sound_files
from tests.performer.stage.library.test_library import moving, png, put
from tests.performer.stage.standing import Standing, standing

TYPES = {"wav": "audio/wav", "mp3": "audio/mpeg", "ogg": "audio/ogg", "flac": "audio/flac"}


@pytest.fixture
async def own(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Standing]:
    """A stage whose library is a folder of this test's, with sounds for a test of their kinds."""
    sounds = sound_files() if "kind" in request.fixturenames else {}
    async with standing(tmp_path / "home") as house:
        put(tmp_path / "emotes", {"wave.png": png(), "wave@2x.png": png(side=8), "blink.gif": moving()})
        put(tmp_path / "sounds", {f"tone-{kind}.{kind}": data for kind, data in sounds.items()})
        library = MediaLibrary.of([tmp_path / "emotes"], [tmp_path / "sounds"], cache=tmp_path / "cache")
        house.library.catalogue = library.catalogue
        yield house


async def got(house: Standing, src: str) -> tuple[int, Mapping[str, str], bytes]:
    async with house.session.get(f"{house.base}{src}?token={house.server.tokens.renderer}") as answer:
        return answer.status, answer.headers, await answer.read()


@pytest.mark.anyio
async def test_an_emote_is_served_with_and_without_its_version(own: Standing) -> None:
    src, src2x = own.library.catalogue.emote_src("wave")
    for address, content in (
        (src, png()),
        (src2x, png(side=8)),
        ("/emotes/wave.png", png()),
        ("/emotes/wave.0.png", png()),
    ):
        status, headers, body = await got(own, address)

        assert (status, headers["Content-Type"], body) == (200, "image/png", content)


@pytest.mark.anyio
async def test_the_page_has_its_files_by_the_token_that_was_shown_wherever_that_stood(own: Standing) -> None:
    token = own.server.tokens.renderer
    sent = {"Authorization": f"Bearer {token}"}
    async with own.session.get(f"{own.base}/stage?token=another", headers=sent) as answer:
        assert answer.status == 200
        assert f'src="/page/{token}/stage.js"' in await answer.text()


@pytest.mark.anyio
async def test_a_converted_emote_is_served_as_the_png_that_it_became(own: Standing) -> None:
    status, headers, body = await got(own, own.library.catalogue.emote_src("blink")[0])

    assert (status, headers["Content-Type"]) == (200, "image/png")
    assert body == own.library.catalogue.sprites["blink"].path.read_bytes()


@pytest.mark.anyio
@pytest.mark.parametrize("kind", TYPES)
async def test_a_sound_is_served_in_its_own_type(own: Standing, kind: str) -> None:
    src = own.library.catalogue.sound_src(f"tone-{kind}")
    status, headers, body = await got(own, src)

    assert src.endswith(f".{kind}")
    assert (status, headers["Content-Type"], body) == (200, TYPES[kind], sound_files()[kind])


@pytest.mark.anyio
async def test_a_file_that_has_gone_is_not_there(own: Standing) -> None:
    own.library.catalogue.sprites["wave"].path.unlink()

    assert (await got(own, "/emotes/wave.png"))[0] == 404
