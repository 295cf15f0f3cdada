from performer.agent.expression.vocabulary import split_tokens


def words(text: str, *, splits: bool = False) -> list[str]:
    return [token.word for token in split_tokens(text, splits_at_apostrophes=splits)]


def test_case_accents_and_drawn_out_letters_do_not_matter() -> None:
    assert words("NOOOO, perdió… Hahahaha") == ["no", "", "perdio", "", "haha"]


def test_an_accent_may_be_a_character_of_its_own() -> None:
    assert words("perdio\u0301") == ["perdio"]


def test_an_apostrophe_parts_words_where_the_language_says_so() -> None:
    assert words("l'eau n’est", splits=True) == ["l", "eau", "n", "est"]
    assert words("don’t, what's") == ["don't", "", "what"]


def test_no_more_is_read_than_a_line_has() -> None:
    assert len(words("word " * 10_000)) == 60
