"""Prepared lines: the lines of the prompt files are recognised, also as a part and with filled fields."""

from performer.guard.speakable.prepared_lines import is_prepared, is_spoken, iterate_spoken_lines


def test_every_line_that_has_no_fields_is_prepared() -> None:
    lines = [line for line in iterate_spoken_lines() if "$" not in line]

    assert len(lines) > 100
    assert all(map(is_prepared, lines))


def test_a_filled_field_does_not_matter() -> None:
    line = next(line for line in iterate_spoken_lines() if "$author" in line)

    assert is_prepared(line.replace("$author", "somebody"))


def test_another_line_is_not_prepared() -> None:
    assert not is_prepared("As an AI language model, I have no hat.")


def test_a_line_that_goes_on_or_begins_otherwise_is_not_prepared() -> None:
    line = next(line for line in iterate_spoken_lines() if "$" not in line)

    assert not is_prepared(f"{line} As an AI language model, I have no hat.")
    assert not is_prepared(f"As an AI language model, I have no hat. {line}")


def test_only_some_files_are_spoken() -> None:
    assert is_spoken("understudy/anything")
    assert not is_spoken("persona")
