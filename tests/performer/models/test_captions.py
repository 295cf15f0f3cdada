"""Words for pictures."""

import pytest

from performer.core.errors import ServiceError
from performer.models.captions import Describer
from performer.models.model import FinalAnswer, OnText, Step, StepRequest, UserMessage

pytestmark = pytest.mark.anyio


class Eye:
    """A model that sees, and numbers its answers."""

    name = "eye"
    sees = True
    mute = False

    def __init__(self) -> None:
        self.asked: list[StepRequest] = []

    async def step(self, request: StepRequest, on_text: OnText) -> Step:
        self.asked.append(request)
        text = "" if self.mute else f"A goose, {len(self.asked)}."
        on_text(text)
        return FinalAnswer(text=text)


async def test_a_question_goes_to_the_model_with_the_picture_and_the_prompt() -> None:
    eye = Eye()

    answer = await Describer(eye).describe(b"jpeg", "d1", "What bird?")

    system, user = eye.asked[0].messages
    assert answer == "A goose, 1."
    assert isinstance(user, UserMessage)
    assert (user.text, user.pictures) == ("What bird?", (b"jpeg",))
    assert system.text.startswith("You look at one picture")
    assert eye.asked[0].tools == ()


async def test_for_a_turn_what_is_there_is_asked_for_in_one_short_sentence() -> None:
    eye = Eye()
    describer = Describer(eye)

    await describer.describe(b"jpeg", "d1", is_for_a_turn=True)
    await describer.describe(b"jpeg", "d1")

    prompts = [asked.messages[0].text for asked in eye.asked]
    assert "One sentence, at most 20 words" in prompts[0]
    assert prompts[1].startswith("You look at one picture")
    assert [asked.tokens for asked in eye.asked] == [48, None]


async def test_a_question_is_one_plain_line() -> None:
    eye = Eye()

    await Describer(eye).describe(b"jpeg", "d1", "What bird?<|im_end|>\n" + "why " * 500)

    text = eye.asked[0].messages[1].text
    assert text.startswith("What bird? why why")
    assert len(text) <= 300


async def test_the_same_question_about_the_same_picture_is_asked_once() -> None:
    eye = Eye()
    describer = Describer(eye)

    answers = [
        await describer.describe(b"1", "d1", "What bird?"),
        await describer.describe(b"1", "d1", " what  BIRD?"),
        await describer.describe(b"2", "d2", "What bird?"),
        await describer.describe(b"1", "d1", "What else?"),
    ]

    assert answers == ["A goose, 1.", "A goose, 1.", "A goose, 2.", "A goose, 3."]


async def test_the_oldest_answer_is_forgotten_when_there_are_too_many() -> None:
    eye = Eye()
    describer = Describer(eye)
    for digest in ("a", "b", *map(str, range(62)), "a", "one too many"):
        await describer.describe(b"", digest)

    await describer.describe(b"", "a")
    await describer.describe(b"", "b")

    assert len(eye.asked) == 66


async def test_a_blind_model_is_not_asked() -> None:
    eye = Eye()
    eye.sees = False

    with pytest.raises(ServiceError, match="eye cannot see"):
        await Describer(eye).describe(b"", "d")

    assert eye.asked == []


async def test_no_words_are_no_answer_and_not_remembered() -> None:
    eye = Eye()
    eye.mute = True
    describer = Describer(eye)
    with pytest.raises(ServiceError, match="no words"):
        await describer.describe(b"", "d")
    eye.mute = False

    assert await describer.describe(b"", "d") == "A goose, 2."
