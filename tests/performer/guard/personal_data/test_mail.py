"""E-mail addresses, plain, hidden and spoken."""

from tests.performer.guard.personal_data.marked import misjudged


def test_an_e_mail_address_is_masked_and_nothing_else() -> None:
    lines = [
        "⟦john.smith@gmail.com⟧",
        "mail me at ⟦john_smith99@example.co.uk⟧ please",
        "Nice. ⟦john@gmail.com⟧. Next round!",
        "MY MAIL IS ⟦JOHN.SMITH@EXAMPLE.COM⟧!!!",
        "my address: <⟦mary@site.io⟧>",
        "mailto:⟦jo+games@mail.example.org⟧",
        "⟦ｊｏｈｎ＠ｅｘａｍｐｌｅ．ｃｏｍ⟧ is full width",
        "⟦jöhn@müller.de⟧ schreibt",
        "⟦jane (at) host dot com⟧",
        "it's ⟦jane [at] company [dot] org⟧ ok",
        "⟦jane(at)company.de⟧",
        "⟦jane AT gmail DOT com⟧",
        "john ⟦smith at gmail dot com⟧",
        "⟦john dot smith at smithfamily dot com⟧ he says",
        "write to ⟦j.doe at outlook.com⟧ ok",
        "⟦john @ gmail . com⟧",
        "⟦john-at-gmail-dot-com⟧",
        "⟦john underscore smith at yahoo dot com⟧",
        "⟦hans ät gmx punkt de⟧ bitte",
        "⟦jean arobase laposte point net⟧",
        "⟦juan arroba gmail punto com⟧",
        "⟦joao.silva arroba uol ponto com ponto br⟧ valeu",
        "two: ⟦a.b@example.com⟧ and ⟦c.d@example.net⟧",
        "⟦john[dot]smith[at]gmail[dot]com⟧",
        "⟦john.smith@gmail⟧ ok",
        "⟦j o h n @ g m a i l . c o m⟧ ok",
        "⟦johnATgmailDOTcom⟧",
        "⟦jane at example dot com⟧",
        "⟦john{at}example{dot}com⟧",
    ]

    assert misjudged(lines, "e-mail address") == []


def test_what_only_looks_a_little_like_an_address_passes() -> None:
    lines = [
        "look at twitch.tv/foo",
        "live @ twitch.tv",
        "meet me at twitch dot tv",
        "follow me at youtube dot com",
        "@GreenTeapot you missed it",
        "git@github.com:someone/something",
        "react@18.2.0 broke my overlay",
        "look at web design. me too",
        "be there at 9.30 pm",
        "look at that. it is great",
        "he is at me. no way",
        "aim at me. in the head",
        "we met at dot com burst times",
        "user@host without a dot",
        "5 @ 3 goals",
        "@ everyone. come here",
        "stay at home. de nada",
        "good at live games. me neither",
        "point at the dot in the middle",
        "shot at 1.5 dot damage",
        "@a @b @c.",
        "owl@2x.png is the large one",
        "login at outlook.com",
        "I play at live.tv",
        "check it out at example dot com",
    ]

    assert misjudged(lines) == []


def test_an_address_spelled_out_in_other_languages_is_masked() -> None:
    lines = [
        "⟦иван собака яндекс точка ру⟧",
        "⟦ivan собака mail точка ru⟧",
        "⟦tarou アット example ドット com⟧",
        "メールは⟦tarou@example.jp⟧です",
        "⟦tarouアットexampleドットjp⟧",
        "⟦tarou(アット)example(ドット)com⟧",
        "⟦xiaoming艾特163点com⟧",
        "⟦minsu골뱅이naver점com⟧",
        "⟦minsu 골뱅이 naver 닷 com⟧",
        "⟦jane(at)example(dot)com⟧",
        "⟦jane arroba gmail punto es⟧",
        "⟦bob chiocciola libero punto it⟧",
        "⟦bob [at] example [dot] org⟧",
        "⟦bob at example dot co dot uk⟧",
        "⟦bob＠example．com⟧",
        "das ist ⟦max_muster@mail[.]jp⟧!",
        "就是⟦ivan [at] naver.com⟧哦",
        "voici ⟦max_muster arroba example ponto co.uk⟧",
    ]

    assert misjudged(lines, "e-mail address") == []


def test_an_address_is_masked_whatever_word_stands_for_its_signs() -> None:
    lines = [
        "war das ⟦tomtwitch Klammeraffe example.com⟧?",
        "⟦lena punkt weiss(ät)mailhost dot de⟧, klar?",
        "tiens ⟦jdoe90 chez example point com⟧ :)",
        "⟦pierre tiret dupont arobase example point fr⟧",
        "⟦marta a commercial example point fr⟧",
        "sería ⟦jdoe ARROBA example(punto)com⟧.",
        "⟦rui underline silva arroba example ponto com ponto br⟧",
        "возьми ⟦gamer4life эт inboxly [точка] ком⟧ пожалуйста",
        "⟦max точка novak(собака)example [точка] ru⟧",
        "メモ:⟦jdoe[at]exampleドットcom⟧",
        "⟦kenji 「アット」 mypostbox 「ドット」 jp⟧なんだけど",
        "邮箱⟦max点novak小老鼠mypostbox点cn⟧哈哈",
        "邮件:⟦hans 艾特 inboxly dot com⟧",
        "⟦carla[at]gmail 点 cn⟧是我的",
        "(⟦linwei74小老鼠inboxly(点)com⟧)",
        "⟦linwei圈a163点com⟧",
        "참고로⟦olga[at]지메일(점)com⟧까지",
        "자, ⟦minjun골뱅이mypostbox 닷 닷컴⟧, 아셨죠?",
        "이메일 ⟦max 점 novak[at]mypostbox(점)co(점)kr⟧임",
    ]

    assert misjudged(lines, "e-mail address") == []


def test_the_same_words_elsewhere_pass() -> None:
    lines = [
        "je joue chez moi, point final",
        "rendez-vous chez Max. Com d'hab",
        "der Affe ist weg. de",
        "собака лает, точка",
        "艾特我一下,三点开始",
        "小老鼠跑了,点一下",
        "골뱅이 먹고 점 하나",
        "アットホームな配信",
    ]

    assert misjudged(lines) == []


def test_a_sign_that_is_named_is_one() -> None:
    lines = [
        "⟦jane at-sign gmail period com⟧ ok",
        "lol ⟦jane at the rate gmail dot com⟧ leaked",
        "⟦jane at symbol yahoo dot com⟧",
        "⟦taro at-mark gmail ドット com⟧",
    ]

    assert misjudged(lines, "e-mail address") == []
