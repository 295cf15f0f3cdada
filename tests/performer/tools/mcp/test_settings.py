"""Environment variables in settings: put in, known to be secret, and told by name alone where they are missing."""

import pytest

from performer.core.errors import ServiceError
from performer.core.redact.redact import has_secret
from performer.tools.mcp.settings import fill_header_variables, fill_variables, list_variables

ENVIRON = {"SKY_KEY": "a-key-of-some-length", "ODD": "a key\nwith a line"}


def test_variables_are_put_in_and_secret_from_then_on() -> None:
    assert fill_variables({"KEY": "<${SKY_KEY}>", "PLAIN": "$x"}, "mcp.sky.env", ENVIRON) == {
        "KEY": "<a-key-of-some-length>",
        "PLAIN": "$x",
    }
    assert has_secret("it said a-key-of-some-length")


@pytest.mark.parametrize(
    ("value", "trouble"),
    [
        ("${NO_KEY}", "mcp.sky.env.KEY names NO_KEY, and the environment has none; set it in the terminal"),
        ("${a-key!}", "mcp.sky.env.KEY: what stands in its ${…} is no name of a variable."),
    ],
)
def test_what_is_missing_is_named_and_what_is_no_name_is_not_repeated(value: str, trouble: str) -> None:
    with pytest.raises(ServiceError) as error:
        fill_variables({"KEY": value}, "mcp.sky.env", ENVIRON)

    assert str(error.value).startswith(trouble)
    assert not error.value.retry


def test_a_header_is_one_line_and_its_value_is_not_told() -> None:
    with pytest.raises(ServiceError, match=r"mcp\.sky\.headers\.X-Me has odd letters in it"):
        fill_header_variables({"X-Me": "${ODD}"}, "mcp.sky.headers", ENVIRON)


def test_variables_are_named() -> None:
    assert list_variables(["Bearer ${SKY_KEY}", "${a-key!}", "plain"]) == ["SKY_KEY"]
