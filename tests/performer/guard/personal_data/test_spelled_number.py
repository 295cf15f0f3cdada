"""Numbers that are dictated, digit by digit or in words."""

from tests.performer.guard.personal_data.marked import misjudged


def test_a_dictated_number_is_masked_and_nothing_else() -> None:
    lines = [
        "it's ⟦zero one seven zero, five five two nine three⟧ ok",
        "call ⟦five five five, two three four, five six seven eight⟧",
        "⟦oh seven seven double oh nine oh one⟧ he said",
        "⟦null eins sieben null fünf fünf zwei neun⟧ bitte",
        "⟦null eins sieben zwo acht acht drei⟧",
        "⟦zéro six douze trente-quatre cinquante-six soixante-dix-huit⟧",
        "⟦seis uno dos ocho cinco cero nueve tres⟧ gracias",
        "⟦nove um dois cinco meia oito sete três⟧",
        "⟦0 1 7 0 5 5 2 9 3 8⟧",
        "⟦0-1-7-0-5-5-2-9-3-8⟧ go",
        "⟦5 5 5 2 3 4 0 6 7 1⟧",
        "⟦0, 6, 1, 2, 8, 4, 5, 9, 7, 3⟧",
        "⟦five 5 five 2 three 9 one zero⟧",
        "⟦triple five, two three nine, zero one⟧ yes",
    ]

    assert misjudged(lines, "number spelled out") == []


def test_counts_beats_and_puzzles_pass() -> None:
    lines = [
        "one two three four five six seven eight",
        "ten nine eight seven six five four three two one",
        "five six seven eight, and five six seven eight",
        "eins zwei drei vier fünf sechs sieben",
        "un deux trois quatre cinq six sept",
        "uno dos tres cuatro cinco seis siete",
        "um dois três quatro cinco seis sete",
        "ten twenty thirty forty fifty sixty seventy",
        "oh oh oh oh oh oh oh oh",
        "0 1 0 1 1 0 1 0 1 0",
        "5 3 4 6 7 8 9 1 2 is the sudoku row",
        "4 8 15 16 23 42",
        "3 2 1 go",
        "1 1 1 1 1 1 1 1 1 1",
        "one or two, three at most",
        "a six, a four and two threes",
        "1-0, 2-0, 2-1, 3-1",
        "1.5, 2.5 and 3.5",
        "on 2.7, 3.2, 3.3, 3.4, 3.5, 3.6, 3.7",
    ]

    assert misjudged(lines) == []


def test_a_number_in_words_of_other_languages_is_masked() -> None:
    lines = [
        "⟦ноль девять один шесть пять пять два девять три⟧",
        "⟦восемь девятьсот шестнадцать сто двадцать три сорок пять шестьдесят семь⟧",
        "⟦ゼロ九ゼロ 一五二四 八六七三⟧",
        "⟦ゼロきゅうゼロいちさんごなないちさん⟧",
        "⟦零九一三五七二八四⟧",
        "⟦一三八零零五七二九四一⟧",
        "⟦幺三八零五五二九三七一⟧",
        "⟦공일공 삼사이오 육칠팔구⟧",
        "⟦공일공삼이오칠육팔구일⟧",
        "⟦null eins sieben null fünfundfünfzig zweiunddreißig vierundsechzig⟧",
        "⟦zero six double one two five nine three⟧",
    ]

    assert misjudged(lines, "number spelled out") == []


def test_counts_in_other_languages_pass() -> None:
    lines = [
        "一二三四五六七八九十",
        "ひとつふたつみっつ",
        "いちにさんしごろくなな",
        "지금 9579 0328 9218 이야",
        "이 사람이 일을 하고 구경",
        "일이삼사오육칠팔구",
        "三三两两",
        "九九八十一",
        "один два три четыре пять шесть семь",
        "eight, seven, six, five, four, three, two",
        "one on one, two on two",
        "3 1 4 1 5 9 2 6 5 3 5 8 9 7 9",
    ]

    assert misjudged(lines) == []


def test_a_card_or_a_number_in_tens_is_masked_in_words() -> None:
    lines = [
        "⟦four two four two four two four two four two four two four two four two⟧ is the card",
        "我的卡号是⟦四二四二四二四二四二四二四二四二⟧",
        "llámame al ⟦seis cinco cinco cincuenta diez veintitrés⟧",
        "제 번호는 ⟦공일공에 오오오공에 공일이삼⟧입니다",
        "⟦nove um dois três quatro cinco seis sete oito⟧",
        "⟦ゼロ九ゼロ 一二三四 五六七八⟧",
    ]

    assert misjudged(lines, "number spelled out") == []
