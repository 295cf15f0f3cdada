import pytest

from performer.tools.names import find_matches, is_match


@pytest.mark.parametrize(
    ("name", "pattern", "does"),
    [
        ("play_sfx", "play_sfx", True),
        ("play_sfx", "play", False),
        ("mcp.weather.now", "mcp.weather.*", True),
        ("mcp.weather2.now", "mcp.weather.*", False),
        ("anything", "*", True),
        ("a*b", "a*b", True),
    ],
)
def test_a_name_is_meant_by_itself_and_by_its_beginning(name: str, pattern: str, *, does: bool) -> None:
    assert is_match(name, pattern) is does


def test_the_most_exact_comes_last_and_the_name_itself_after_all() -> None:
    said = {"play_sfx": 4, "play_sfx*": 3, "play*": 2, "*": 1, "other": 0}

    assert find_matches("play_sfx", said) == [1, 2, 3, 4]
