"""What a running show says is down stands under its own part, and once."""

from performer.doctor.down import list_down
from performer.doctor.report import RunningShow


def found(**down: str) -> list[tuple[str, str]]:
    running = RunningShow(url="", port=0, down={name.replace("_", " "): why for name, why in down.items()}, roles={})
    return [(each.part, each.found) for each in list_down(running)]


def test_each_service_stands_under_the_part_of_its_checks() -> None:
    assert found(brain="no Ollama", eyes="no display", mcp_weather="it ended", copies_of_the_memory="disk full") == [
        ("model", "the running performer says: no Ollama"),
        ("screen", "the running performer says: no display"),
        ("mcp", "the running performer says: it ended"),
        ("memory", "the running performer says: disk full"),
    ]


def test_a_service_without_a_check_has_a_part_of_its_own() -> None:
    assert found(keys="taken") == [("keys", "the running performer says: taken")]


def test_a_service_whose_check_asks_the_show_is_not_told_twice() -> None:
    assert found(discord="no link", sound="no device", mic="gone", memory="full") == []


def test_a_service_without_a_reason_is_told_all_the_same() -> None:
    assert found(brain="") == [("model", "the running performer says: it is down, and it gave no reason")]
