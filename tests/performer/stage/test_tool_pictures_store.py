from performer.stage.tool_pictures import MOST_BYTES, MOST_PICTURES, RecentPictures


def name_of(path: str) -> str:
    return path.removeprefix("/exhibits/").removesuffix(".png")


def test_a_picture_is_found_by_its_path_and_the_same_one_has_the_same() -> None:
    gallery = RecentPictures()
    path = gallery.keep(b"one")

    assert gallery.find(name_of(path)) == b"one"
    assert gallery.keep(b"one") == path
    assert gallery.keep(b"two") != path


def test_the_oldest_goes_where_there_is_no_room() -> None:
    gallery = RecentPictures()
    paths = [gallery.keep(bytes([number])) for number in range(MOST_PICTURES)]
    gallery.keep(b"\0")
    gallery.keep(b"more")

    assert gallery.find(name_of(paths[0])) == b"\0"
    assert gallery.find(name_of(paths[1])) is None


def test_a_few_large_ones_are_as_many_as_there_is_room_for() -> None:
    gallery = RecentPictures()
    paths = [gallery.keep(bytes([number]) * (MOST_BYTES // 3)) for number in range(4)]

    assert [gallery.find(name_of(path)) is not None for path in paths] == [False, True, True, True]
