"""The page that prints what a model reads is what a model reads."""

import pytest

from tests.docs.what_a_model_reads import PAGE, page


@pytest.mark.anyio
async def test_the_page_is_what_the_code_asks() -> None:
    assert PAGE.read_text(encoding="utf-8") == await page(), "run: python -m tests.docs.what_a_model_reads"
