"""Passwords that are told, and talk about passwords."""

from tests.performer.guard.personal_data.marked import misjudged


def test_a_password_that_is_told_is_masked_and_nothing_else() -> None:
    lines = [
        "password: ⟦hunter2⟧",
        "the password is ⟦P@ssw0rd⟧! lol",
        "my pw is ⟦sunshine⟧",
        "my password is ⟦swordfish⟧, but tell nobody",
        'the password is "⟦open sesame⟧"',
        "login: bob password: ⟦sunshine1⟧",
        "user bob pass ⟦Xk29-pfQ⟧",
        "WiFi: FritzBox pw ⟦Tr0ub4dor⟧",
        "the wifi key is ⟦sunshine1⟧",
        "das Passwort lautet ⟦Sonne!2024⟧",
        "WLAN-Schlüssel: ⟦Zx9#kLm2⟧",
        "Kennwort: ⟦blaubeere⟧",
        "mot de passe : ⟦mellon⟧",
        "mon mdp est ⟦mellon77⟧",
        "clé wifi : ⟦mellon77⟧",
        "contraseña: ⟦libelula⟧",
        "la clave es ⟦secreto99⟧",
        "clave del wifi: ⟦iloveyou⟧",
        "senha do wifi: ⟦P@ssw0rd⟧",
        "a senha é ⟦segredo99⟧",
        "senha: ⟦dragonfly⟧",
        "пароль: ⟦hunter2⟧",
        "пароль от вайфая: ⟦sunshine1⟧",
        "мой пароль ⟦стрекоза⟧",
        "Wi-Fiのパスワードは⟦dragonfly⟧です",
        "パスワード：⟦correct-horse⟧",
        "WiFi密码是⟦letmein⟧",
        "口令是⟦correct-horse⟧",
        "제 비밀번호는 ⟦iloveyou⟧입니다",
        "비번은 ⟦kingkong⟧이야",
    ]

    assert misjudged(lines, "password") == []


def test_digits_that_open_an_account_or_a_house_are_masked() -> None:
    lines = [
        "my pin is ⟦8305⟧",
        "PIN: ⟦3352⟧",
        "my front door code is ⟦5599⟧",
        "mon code pin est ⟦0091⟧",
        "мой пин-код ⟦4821⟧",
        "мой пин код ⟦4471⟧",
        "暗証番号は⟦4821⟧です",
        "取款密码 ⟦4821⟧",
        "핀번호는 ⟦4821⟧이야",
    ]

    assert misjudged(lines, "password") == []


def test_talk_about_passwords_and_those_of_games_pass() -> None:
    lines = [
        "the password is wrong",
        "password: required",
        "Password: [hidden]",
        "password = None",
        "my password is safe",
        "the password screen",
        "forgot my password",
        "the password must be 8 characters",
        "enter password: 8 characters minimum",
        "password strength: 100%",
        "the password is case-sensitive",
        "the password is somewhere in level 2",
        "the level password is JUSTIN BAILEY",
        "the level password is abc123",
        "game password: ABCD1234",
        "the most common password is 123456",
        "the door code is 0451",
        "PIN 1234",
        "pin is four digits",
        "pass: he shoots",
        "battle pass: tier50",
        "das Passwort ist falsch",
        "mein Passwort ist geheim",
        "Passwort 12-stellig bitte",
        "mot de passe : obligatoire",
        "le mot de passe est le nom du chien",
        "la contraseña es incorrecta",
        "la clave es jugar bien",
        "a senha é muito curta",
        "пароль неверный",
        "пароль: обязателен",
        "пароль: введите",
        "network code: rewritten",
        "パスワードが違います",
        "パスワードは8文字以上",
        "パスはSwitchに出した",
        "密码是8位数",
        "비밀번호는 비밀이야",
    ]

    assert misjudged(lines) == []
