from pathlib import Path

import pytest

from performer.stage.library.folder import Catalogue, LibraryItem, parse_item_name


def item(version: str, suffix: str = ".png", frames_ms: tuple[int, ...] = ()) -> LibraryItem:
    return LibraryItem(path=Path(f"file{suffix}"), version=version, frames_ms=frames_ms)


def test_an_emote_has_an_address_for_each_size() -> None:
    catalogue = Catalogue(sprites={"größe": item("a1"), "größe@2x": item("b2"), "wave": item("c3")})

    assert catalogue.emotes == ("größe", "wave")
    assert catalogue.emote_src("größe") == ("/emotes/gr%C3%B6%C3%9Fe.a1.png", "/emotes/gr%C3%B6%C3%9Fe@2x.b2.png")
    assert catalogue.emote_src("wave") == ("/emotes/wave.c3.png",) * 2


def test_a_moving_emote_has_one_address() -> None:
    catalogue = Catalogue(sprites={"spin": item("a1", frames_ms=(100, 100)), "spin@2x": item("b2")})

    assert catalogue.emote_src("spin") == ("/emotes/spin.a1.png",) * 2


def test_a_sounds_address_keeps_its_suffix() -> None:
    catalogue = Catalogue(clips={"ding": item("d4", ".OGG")})

    assert catalogue.sounds == ("ding",)
    assert catalogue.sound_src("ding") == "/sounds/ding.d4.ogg"
    with pytest.raises(KeyError):
        catalogue.sound_src("dong")


@pytest.mark.parametrize(("file", "name"), [("wave.1f2e.png", "wave"), ("wave@2x.1f.png", "wave@2x"), ("wave", "wave")])
def test_the_name_in_an_address_is_found_whatever_its_version(file: str, name: str) -> None:
    assert parse_item_name(file) == name
