"""The streamer's own lists: how they are read, and which lines of them cannot be used."""

import itertools
import threading
from pathlib import Path

import pytest

from performer.core.files.home import Home
from performer.guard.guard import Guard
from performer.guard.settings import GuardSettings
from performer.guard.user_lists import UnreadableListError, load_list, load_user_lists
from performer.guard.verdict import Dropped, Pass


def test_a_block_list_is_one_phrase_a_line_with_comments(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("# mine\nplonk  # the worst\n\n grumble bee\n", encoding="utf-8")

    assert load_list(file).words == ("plonk", "grumble bee")


def test_an_entry_that_finds_everyday_words_holds_and_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("plonk\n*ing\nok\nplonk\n", encoding="utf-8")

    read = load_list(file)

    assert (read.words, read.refused) == (("plonk", "*ing", "ok"), ())
    assert [each.name for each in read.doubtful] == ["line 2 of words.txt", "line 3 of words.txt"]


def test_a_file_that_is_far_too_large_for_a_list_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_bytes(b"plonk\n" * 700_000)

    with pytest.raises(UnreadableListError, match="it is larger than 4 MB; mend it or name another"):
        load_list(file)


def test_an_endless_line_costs_no_other_and_no_time(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("a" * 3_000_000 + "\nplonk\n", encoding="utf-8")

    read = load_list(file)

    assert read.words == ("plonk",)
    assert "it has 3000000 characters: write words and phrases of 200 at most" in read.refused[0].reason


def test_the_block_list_named_in_the_settings_wins_over_the_one_at_home(tmp_path: Path) -> None:
    home = Home(config=tmp_path, data=tmp_path)
    assert load_user_lists(GuardSettings(), home).blocked.words == ()

    home.blocklist_file.write_text("plonk\n", encoding="utf-8")
    assert load_user_lists(GuardSettings(), home).blocked.words == ("plonk",)

    other = tmp_path / "other.txt"
    other.write_text("bee\n", encoding="utf-8")
    assert load_user_lists(GuardSettings(words_file=other), home).blocked.words == ("bee",)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("a", "it is one letter and would stop nearly everything: write a whole word"),
        ("7", "it is one digit"),
        ("か", "it is one letter"),
        ("*", "it would stop nearly everything: write some letters beside the *"),
        ("c*", "it has too few letters beside its *"),
        ("f*k", "it has too few letters beside its *"),
        ("grumble * bee", "its * stands alone"),
        ("plonk, flarn, gronk", "it holds several words: write one word or phrase a line"),
        ("plonk?", "its ? is at the edge of a word"),
        ("ば*か", "in a script without blanks there are no wildcards"),
        (".", "it is a sign of everyday writing"),
        ("🇩🇪", "it is read as the letters 'de'"),
        ("\u200b", "nobody can see it"),
        ("one two " * 7, "it has more than 12 words"),
    ],
)
def test_a_line_that_cannot_be_used_is_named_with_its_number_and_the_others_hold(
    tmp_path: Path, line: str, why: str
) -> None:
    file = tmp_path / "words.txt"
    file.write_text(f"# mine\nplonk\n{line}\nflarn\n", encoding="utf-8")

    read = load_list(file)

    (refused,) = read.refused
    assert (refused.name, read.words) == ("line 3 of words.txt", ("plonk", "flarn"))
    assert refused.reason.startswith(why)
    assert ": " in refused.reason


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_list_is_read_as_windows_editors_save_it(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "words.txt"
    file.write_text("plönk\r\nflarn\r\n", encoding=encoding)

    assert load_list(file).words == ("plönk", "flarn")


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16-le", "cp1251"])
def test_a_line_in_another_encoding_is_named_and_the_others_hold(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "words.txt"
    file.write_bytes(b"flarn\n" + "плönk".encode(encoding, "replace") + b"\n\xe4 # plonk\ngronk # \xe4\n")

    read = load_list(file)

    assert read.words == ("flarn", "gronk")
    assert [(each.name, each.reason) for each in read.refused] == [
        (f"line {number} of words.txt", "it is not UTF-8: save the file as UTF-8") for number in (2, 3)
    ]


def test_a_broken_letter_of_a_list_in_utf_16_costs_its_line(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_bytes("plonk\n".encode("utf-16") + b"\x00\xdc" + "x\nflarn\n".encode("utf-16-le"))

    read = load_list(file)

    assert (read.words, [each.line for each in read.refused]) == (("plonk", "flarn"), [2])


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16-le"])
def test_a_list_of_which_no_line_is_utf_8_cannot_be_read(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "words.txt"
    file.write_bytes("# mine\nplönk\n".encode(encoding))

    with pytest.raises(
        UnreadableListError, match=r"words\.txt cannot be read: line \d is not UTF-8: save it as UTF-8\."
    ):
        load_list(file)


@pytest.mark.parametrize(
    ("word", "line"),
    [
        ("дурень", "ты дурень"),
        ("βλάκας", "είσαι βλάκας"),
        ("طربوش", "يا طربوش"),
        ("קומקום", "איזה קומקום"),
        ("ब्लूप", "यह ब्लूप है"),
        ("ฟลาน", "นี่ฟลานนะ"),
        ("プロンク", "このプロンクめ"),
        ("ぷろんく", "このぷろんくめ"),
        ("紫薯怪", "你是紫薯怪吗"),
        ("플롱크", "이 플롱크야"),
        ("პლონკი", "ეს პლონკი არის"),
        ("պլոնկ", "դու պլոնկ ես"),
        ("ፕሎንክ", "ይህ ፕሎንክ ነው"),
        ("ᏢᎶᏅᎧ", "so a ᏢᎶᏅᎧ"),
        ("🦡", "look 🦡 there"),
    ],
)
def test_a_word_of_any_script_is_taken_and_found(tmp_path: Path, word: str, line: str) -> None:
    file = tmp_path / "words.txt"
    file.write_text(f"{word}\n", encoding="utf-8")

    read = load_list(file)

    assert (read.words, read.refused) == ((word,), ())
    assert isinstance(Guard(words=read.words, finders=()).sentence(line), Dropped)


def test_a_list_that_is_not_there_or_a_folder_is_said_in_plain_words(tmp_path: Path) -> None:
    with pytest.raises(
        UnreadableListError, match=r"The block list .*gone\.txt cannot be read: there is no such file; mend"
    ):
        load_list(tmp_path / "gone.txt")
    with pytest.raises(UnreadableListError, match=r"The allow list .* cannot be read: it is a folder"):
        load_user_lists(GuardSettings(allow_file=tmp_path), Home(config=tmp_path, data=tmp_path))


def test_other_lists_hold_from_the_next_text_on() -> None:
    guard = Guard(words=["plonk"], finders=())

    guard.lists.replace(["plonk", "flarn*"], ["plonk"])

    assert guard.sentence("a plonk") == Pass(text="a plonk")
    assert isinstance(guard.sentence("a flarny"), Dropped)


def test_while_lists_change_no_text_is_without_a_guard() -> None:
    guard, is_over, replaced = Guard(words=["plonk"], finders=()), threading.Event(), threading.Event()

    def replace_again_and_again() -> None:
        for number in itertools.takewhile(lambda _: not is_over.is_set(), itertools.count()):
            guard.lists.replace(["plonk", f"flarn {number}"], ["bee"])
            replaced.set()

    thread = threading.Thread(target=replace_again_and_again)
    thread.start()
    assert replaced.wait(30)
    verdicts = [guard.sentence(f"a plonk {number}") for number in range(500)]
    is_over.set()
    thread.join()

    assert all(isinstance(verdict, Dropped) for verdict in verdicts)
