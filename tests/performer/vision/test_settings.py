"""The settings of pictures: sources and masks are checked where they are written."""

from typing import Any

import pytest
from pydantic import ValidationError

from performer.vision.frame import Mask
from performer.vision.settings import FramesSettings


def test_masks_are_ready_to_paint() -> None:
    settings = FramesSettings.model_validate({"masks": [[0, 0.5, 1, 0.25]]})

    assert tuple(settings.painted) == (Mask(0, 0.5, 1, 0.25),)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"source": "scren:2"}, "Did you mean 'screen'"),
        ({"masks": [[0, 0, 1]]}, "each number from 0 to 1"),
        ({"masks": [[0, 0, 1, 1.5]]}, "each number from 0 to 1"),
        ({"masks": "all"}, "each number from 0 to 1"),
    ],
)
def test_anything_else_is_refused_with_what_is_wrong(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(ValidationError) as refused:
        FramesSettings.model_validate(settings)

    assert words in str(refused.value)
