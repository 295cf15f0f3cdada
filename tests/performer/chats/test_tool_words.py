"""What a tool does, in words for people."""

from performer.chats.tool_words import describe_tool


def test_the_table_goes_before_a_description_for_models() -> None:
    assert describe_tool("set_mood", "Change the face that your owl makes.") == "Change the face of the mascot"


def test_of_any_other_tool_the_first_sentence_is_told() -> None:
    assert describe_tool("time.now", "Tell the time. Use it often.") == "Tell the time"
