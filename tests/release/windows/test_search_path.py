"""The PATH with the command's folder in it, and without it."""

import pytest

from release.windows.search_path import change

BIN = r"C:\Users\jo\AppData\Local\Programs\Stream Performer\bin"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", BIN),
        (r"%USERPROFILE%\bin", rf"%USERPROFILE%\bin;{BIN}"),
        (r"C:\a;", rf"C:\a;{BIN}"),
        (rf"C:\a;{BIN};C:\b", rf"C:\a;{BIN};C:\b"),
        (rf"C:\a;{BIN.upper()}" + "\\", rf"C:\a;{BIN.upper()}" + "\\"),
    ],
)
def test_folder_is_added_once_and_the_rest_stays_as_it_was(before: str, after: str) -> None:
    assert change(before, "add", BIN) == after


@pytest.mark.parametrize(("before", "after"), [(BIN, ""), (rf"C:\a;{BIN};C:\b", r"C:\a;C:\b"), (r"C:\a", r"C:\a")])
def test_folder_is_taken_off_again(before: str, after: str) -> None:
    assert change(before, "remove", BIN) == after


def test_a_path_longer_than_a_set_up_program_reads_stays_whole() -> None:
    long = ";".join(rf"C:\programs\{number:04}" for number in range(500))

    assert change(change(long, "add", BIN), "remove", BIN) == long
