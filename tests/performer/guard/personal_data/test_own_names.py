"""The streamer's own names are not said, and the machine's only where they are no public handle."""

import pytest

from performer.guard.guard import Guard
from performer.guard.normalise.readings import normalize_text
from performer.guard.personal_data.own_names import MachineNames, OwnNames, read_machine_names
from performer.guard.settings import GuardSettings
from performer.guard.verdict import Finder, Masked, Pass


def find(finder: Finder, text: str) -> list[str]:
    return [text[hit.start : hit.end] for hit in finder.find(normalize_text(text))]


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("Jane Roe", "is jane roe here", "jane roe"),
        ("Jane Roe", "JANEROE!", "JANEROE"),
        ("Jane Roe", "it is J a n e R o e.", "J a n e R o e"),
        ("Jane Roe", "Roe, Jane", "Roe, Jane"),
        ("Jane Roe", "j4n3 r03 lol", "j4n3 r03"),
        ("Jane Roe", "Ｊａｎｅ Ｒｏｅ", "Ｊａｎｅ Ｒｏｅ"),
        ("Mira", "Mira's stream", "Mira's"),
        ("Élodie", "ELODIE is it", "ELODIE"),
        ("Musterweg 7", "at musterweg-7 now", "musterweg-7"),
        ("0151 555 0199", "0151/555-01 99", "0151/555-01 99"),
        ("山田花子", "私は山田花子です", "山田花子"),
        ("홍길동", "홍길동입니다", "홍길동"),
        ("Иван Петров", "это иван петров", "иван петров"),
        ("Alex Example", "so Al ex Example", "Al ex Example"),
        ("Alex Example", "Exam ple, Al_ex", "Exam ple, Al_ex"),
        ("Kowalczyk", "hi Kowal czyk!", "Kowal czyk"),
        ("Kowalczyk", "hi Kowal-czyk!", "Kowal-czyk"),
        ("Kowalczyk", "hi Ko.wal.czyk!", "Ko.wal.czyk"),
        ("Mira", "hi m ira", "m ira"),
        ("山田花子", "山田 花子です", "山田 花子"),
        ("山田花子", "山田・花子です", "山田・花子"),
        ("田中実", "田中 実です", "田中 実"),
        ("山田 花子", "山田花子です", "山田花子"),
        ("홍길동", "홍 길동입니다", "홍 길동"),
        ("Jörg Müller", "Joerg Mueller is it", "Joerg Mueller"),
        ("Jörg Müller", "JORG MULLER is it", "JORG MULLER"),
        ("Jörg Müller", "Muel ler, Joerg", "Muel ler, Joerg"),
        ("Joerg Mueller", "Jörg Müller is it", "Jörg Müller"),
        ("Müllergaß 7", "muellergass-7 is it", "muellergass-7"),
    ],
)
def test_a_name_of_the_settings_is_found_everywhere(name: str, text: str, found: str) -> None:
    assert find(OwnNames([name]), text) == [found]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Mira", "admirable miracles"),
        ("Mira", "a mirage"),
        ("Bo", "the boss is a bot"),
        ("Bo", "b o"),
        ("Jane Roe", "jane eyre, roe deer"),
        ("Heather", "heat her up"),
        ("Sally", "it's ally time"),
        ("Samuel", "samul and a sam u"),
        ("Mira", "a m i rage"),
        ("田中実", "田中、実は"),
        ("李明", "李 明"),
        ("", "nothing at all"),
        ("!?", "nothing at all!?"),
    ],
)
def test_a_part_of_another_word_passes(name: str, text: str) -> None:
    assert find(OwnNames([name]), text) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("janeroe@studio:~$", ["janeroe"]),
        ("ssh me@roebox", ["roebox"]),
        ("http://roebox.local:8766/", ["roebox"]),
        ("\\\\ROEBOX\\share", ["ROEBOX"]),
        ("ls ~janeroe/mods", ["janeroe"]),
        ("hi janeroe, roebox is fine", []),
        ("https://twitch.tv/janeroe", []),
        ("roeboxes@home and janeroes", []),
    ],
)
def test_the_names_of_the_machine_are_found_where_only_a_machine_has_them(text: str, found: list[str]) -> None:
    assert find(MachineNames(["janeroe", "roebox"]), text) == found


def test_logins_of_everybody_and_short_ones_are_nobodys() -> None:
    finder = MachineNames(["root", "pi", "Ubuntu", "bob", "3f2b9c0d1e2f"])

    assert find(finder, "root@ubuntu:~# pi@raspberrypi bob@3f2b9c0d1e2f") == []


def test_the_host_is_known_without_its_domain_and_the_user_by_its_login(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "roebox.example.org")
    monkeypatch.setenv("LOGNAME", "janeroe")

    assert read_machine_names() == ("janeroe", "roebox")


def test_the_guard_masks_the_names_of_its_settings_from_the_next_line_on() -> None:
    guard = Guard(GuardSettings(own_names=("Jane Roe",)), finders=[])

    assert guard.sentence("Hello Jane Roe.") == Masked(text="Hello ●●●.", reason="your own name")

    guard.change(GuardSettings())

    assert guard.sentence("Hello Jane Roe.") == Pass(text="Hello Jane Roe.")


def test_a_name_over_two_lines_is_masked_in_the_second() -> None:
    trail = Guard(GuardSettings(own_names=("Kowalczyk",)), finders=[]).trail()

    assert trail.overlay("hello Kowal") == Pass(text="hello Kowal")
    assert trail.overlay("czyk, my friend") == Masked(text="●●●, my friend", reason="your own name")
