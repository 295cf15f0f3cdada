import pytest

from tests.systems import need_linux


@pytest.fixture(scope="session", autouse=True)
def maker() -> None:
    """Leave out all tests of what makes a release, but where it is made."""
    need_linux("a release is made there, and Windows is tried there")
