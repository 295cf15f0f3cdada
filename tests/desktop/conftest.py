import pytest


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """One loop for the session, so that one display serves all tests."""
    return "asyncio"
