"""Packed lines: each comes out as it was, and what is no packed thing is refused."""

import pytest

from performer.guard.words.packed_lines import PackedLines, join_parts, split_parts


@pytest.mark.parametrize("lines", [[], ["plonk"], ["plonk", "", "丸子焼", "flärn"]])
def test_each_line_comes_out_as_it_was(lines: list[str]) -> None:
    packed = PackedLines.of(lines)

    assert [packed[number] for number in range(len(packed))] == lines
    assert PackedLines.unpack(*packed.pack()) == packed


def test_sizes_of_other_lines_are_refused() -> None:
    sizes, _ = PackedLines.of(["plonk"]).pack()

    with pytest.raises(ValueError, match="not those of the lines"):
        PackedLines.unpack(sizes, b"plonker")


def test_parts_are_split_as_they_were_joined() -> None:
    parts = [b"plonk", b"", b"wob"]

    assert split_parts(join_parts(parts), 3) == parts


@pytest.mark.parametrize("packed", [b"", b"plonk", b"x" * 40, join_parts([b"plonk"]), join_parts([b"a", b"b"])[:-1]])
def test_what_was_not_joined_is_refused(packed: bytes) -> None:
    with pytest.raises(ValueError, match="no 2 packed parts"):
        split_parts(packed, 2)
