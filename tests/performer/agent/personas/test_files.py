"""The files of personas: those that ship and the streamer's own, and what is taken in from others."""

from pathlib import Path

import pytest

from performer.agent.persona import load_built_in_persona
from performer.agent.personas.files import PersonaFiles
from performer.core.errors import ConfigError
from tests.performer.agent.personas.sheets import BO, BY_HAND, write
from tests.systems import posix_only


def test_those_that_ship_are_listed_and_fit(tmp_path: Path) -> None:
    listed = PersonaFiles(tmp_path).list_all()

    assert {each.id for each in listed} >= {"pip", "hype", "cosy", "coach", "scholar"}
    assert {(each.origin, each.trouble) for each in listed} == {("ships", "")}


def test_a_file_that_cannot_be_read_is_listed_with_its_trouble(tmp_path: Path) -> None:
    write(tmp_path, "no front matter")

    bo = next(each for each in PersonaFiles(tmp_path).list_all() if each.id == "bo")

    assert "has no front matter" in bo.trouble


def test_a_shipped_one_is_changed_as_a_copy_and_comes_back_when_that_is_removed(tmp_path: Path) -> None:
    files = PersonaFiles(tmp_path)
    files.change("pip", {"name": "Pippa"})

    assert files.origin("pip") == "changed"
    assert files.build("pip").short.startswith("You are Pippa.")
    files.remove("pip")
    assert files.build("pip") == load_built_in_persona()
    assert (tmp_path / "personas" / "pip.md.removed").exists()


def test_a_file_by_hand_keeps_its_words_and_comments(tmp_path: Path) -> None:
    file = write(tmp_path, BY_HAND)

    PersonaFiles(tmp_path).change("bo", {"language": "de", "never_says": ["epic"]})

    assert file.read_text(encoding="utf-8").startswith("+++\n# my own rules\n")
    told = PersonaFiles(tmp_path).build("bo")
    assert told.prompt.startswith("You are Bo, a cat with opinions.\n\nSpeak German.")
    assert told.never_says == ("epic",)


def test_a_change_that_is_not_fit_changes_nothing(tmp_path: Path) -> None:
    file = write(tmp_path)

    with pytest.raises(ConfigError, match="'sentences': Input should be less than or equal to 5"):
        PersonaFiles(tmp_path).change("bo", {"sentences": 50})

    assert file.read_text(encoding="utf-8") == BO


def test_what_is_passed_on_is_taken_in_beside_one_of_the_same_name(tmp_path: Path) -> None:
    files = PersonaFiles(tmp_path)
    write(tmp_path)

    made = files.import_text(files.read_text("bo"))

    assert made == "bo-2"
    assert files.read("bo-2") == files.read("bo")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("x" * 10_000_000, "has 10.0 MB. At most 64 kB are taken"),
        (BO.replace("A cat", "<script>alert(1)</script> A cat"), "'character' holds '<script>'"),
        (BO.replace("Lunch.", "<img src=x onerror=alert(1)>"), "'say' holds"),
        (f"{BY_HAND}\n<b>bold</b>", "'text' holds '<b>'"),
        (BO.replace("name =", 'url = "http://x"\nname ='), "'url': a persona has no such field"),
        (BO.replace("A cat", "A cat " * 300), "'character': String should have at most 1200 characters"),
        ('{"name": "Bo"}', "has no front matter"),
    ],
)
def test_a_file_that_is_not_fit_is_refused_by_name_and_nothing_is_kept(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(ConfigError) as caught:
        PersonaFiles(tmp_path).import_text(text)

    assert fault in str(caught.value)
    assert not (tmp_path / "personas").exists()


def test_a_name_that_is_a_device_on_windows_gets_another_file(tmp_path: Path) -> None:
    files = PersonaFiles(tmp_path)

    assert files.copy("pip", "Con") == "con-2"
    assert files.import_text(BO.replace('"Bo"', '"LPT1"')) == "lpt1-2"
    assert files.read("con-2").name == "Con"
    assert sorted(each.name for each in (tmp_path / "personas").glob("*.md")) == ["con-2.md", "lpt1-2.md"]


@posix_only("there is such a file")
@pytest.mark.parametrize("name", ["con", "AUX", "com1"])
def test_a_file_that_is_a_device_on_windows_is_not_used(tmp_path: Path, name: str) -> None:
    write(tmp_path, BO, name)
    files = PersonaFiles(tmp_path)

    assert name not in {each.id for each in files.list_all()}
    with pytest.raises(ConfigError, match=f"cannot be called '{name}'. Windows takes .* Take another name"):
        files.change(name, {"language": "de"})
    with pytest.raises(ConfigError, match=f"cannot be called '{name}'"):
        files.remove(name)


@pytest.mark.parametrize("name", ["../pip", "/etc/passwd", "nobody"])
def test_a_name_of_no_persona_reads_no_file(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigError, match="There is no persona"):
        PersonaFiles(tmp_path).read(name)


def test_a_name_that_leads_to_another_folder_moves_no_file(tmp_path: Path) -> None:
    (tmp_path / "personas").mkdir()
    diary = tmp_path / "diary.md"
    diary.write_text("dear diary", encoding="utf-8")

    with pytest.raises(ConfigError, match="There is no persona"):
        PersonaFiles(tmp_path).remove("../diary")

    assert diary.read_text(encoding="utf-8") == "dear diary"
