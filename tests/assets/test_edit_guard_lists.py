"""The lists' own command: they are edited as texts."""

from pathlib import Path

import pytest
from edit_guard_lists import count_entries, decode_lists, encode_lists, encode_text, main

from performer.guard.lists.finder import CATEGORIES, decode_text, read_list


def test_the_lists_are_decoded_to_a_folder(tmp_path: Path) -> None:
    main(["decode", str(tmp_path / "lists")])

    assert (tmp_path / "lists/mild.txt").read_text(encoding="utf-8") == read_list("mild")
    assert len(list((tmp_path / "lists").iterdir())) == len(CATEGORIES) + 2


@pytest.mark.slow
def test_an_edited_list_is_encoded_and_the_others_stay(tmp_path: Path) -> None:
    decode_lists(tmp_path)
    (tmp_path / "mild.txt").write_text(read_list("mild") + "# xx\nplonk\n", encoding="utf-8")
    into = tmp_path / "package"
    into.mkdir()

    encode_lists(tmp_path, into)

    assert sorted(file.name for file in into.iterdir()) == ["index.zlib", "mild.b64"]
    assert decode_text((into / "mild.b64").read_text(encoding="ascii")).endswith("# xx\nplonk\n")


def test_encoding_tells_how_many_entries_there_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    decode_lists(tmp_path)

    main(["encode", str(tmp_path)])

    assert "slurs: " in capsys.readouterr().out


def test_entries_are_counted_by_language() -> None:
    assert count_entries("# en\nplonk\nflarn\n\n# de\nplunk\n") == {"en": 2, "de": 1}


def test_a_list_comes_back_as_it_was_encoded() -> None:
    text = "# en\nplonk\ngrumble bee\n# de\nflärn\n"

    assert decode_text(encode_text(text)) == text
    assert "plonk" not in encode_text(text)
