"""Tests of the names of files: those that Windows reserves are refused on every system."""

import pytest

from performer.core.files.file_name import explain_unfit_file_name


@pytest.mark.parametrize(
    "name",
    ["con", "CON", "prn", "Aux", "nul", "com1", "lpt9", "com¹", "con.md", "nul.tar.gz", "aux .md", "conin$"],
)
def test_the_name_of_a_device_is_told_with_the_remedy(name: str) -> None:
    first = name.split(".")[0].rstrip()

    assert explain_unfit_file_name(name) == (
        f"Windows takes '{first}' for a device, whatever follows. Take another name, such as 'my-{first}'."
    )


@pytest.mark.parametrize("name", ["amy.", "amy ", "amy.md.", "con-2. "])
def test_a_dot_or_blank_at_the_end_is_told_with_the_remedy(name: str) -> None:
    why = explain_unfit_file_name(name)

    assert why == f"Windows leaves out the dot or blank at the end of '{name}'. Take another name."


@pytest.mark.parametrize(
    "name", ["pip", "console", "con-2", "my-con", "com", "com10", "lpt0", "null", "auxiliary.md", ".con", "a.con", ""]
)
def test_any_other_name_is_fit(name: str) -> None:
    assert not explain_unfit_file_name(name)
