from pathlib import Path

from performer.core.images.formats import UnfitPicture
from performer.stage.library.folder import LibraryFolder, LibraryItem


class Maker:
    """Makes an item of each file, and remembers which files were read."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def make(self, path: Path, data: bytes) -> LibraryItem:
        self.read.append(path.name)
        if data == b"bad":
            raise UnfitPicture("it is bad")
        return LibraryItem(path=path, version=data.decode())


def put(folder: Path, **files: str) -> None:
    for name, content in files.items():
        (folder / f"{name}.png").write_text(content, encoding="utf-8")


def test_only_changed_files_are_read_again(tmp_path: Path) -> None:
    maker = Maker()
    folder = LibraryFolder([tmp_path], maker.make, suffixes={".png"}, others=())
    put(tmp_path, one="1", two="2", three="bad")
    first = folder.look()
    put(tmp_path, two="two")

    items, refused = folder.look()

    assert maker.read == ["one.png", "three.png", "two.png", "two.png"]
    assert {name: item.version for name, item in items.items()} == {"one": "1", "two": "two"}
    assert refused == first[1]
    assert [(each.path.name, each.reason) for each in refused] == [("three.png", "it is bad")]


def test_names_become_plain_and_a_later_folder_wins(tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    ours.mkdir()
    theirs.mkdir()
    put(ours, wave="1", **{"wave@2x": "2"})
    put(theirs, WAVE="3", **{"Big Laugh": "4", "!!!": "5"})
    folder = LibraryFolder([ours, theirs, tmp_path / "none"], Maker().make, suffixes={".png"}, others=())

    items, refused = folder.look()

    assert {name: item.version for name, item in items.items()} == {"wave": "3", "big-laugh": "4"}
    assert [each.path.name for each in refused] == ["!!!.png"]


def test_files_that_cannot_be_meant_are_ignored(tmp_path: Path) -> None:
    for name in ("notes.txt", ".hidden.png", "drawing.svg"):
        (tmp_path / name).write_text("?", encoding="utf-8")
    maker = Maker()

    LibraryFolder([tmp_path], maker.make, suffixes={".png"}, others={".svg"}).look()

    assert maker.read == ["drawing.svg"]
