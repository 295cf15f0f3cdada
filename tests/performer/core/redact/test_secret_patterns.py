"""The shapes of secrets. No real one stands here: all are put together from the same letters and digits."""

import re

from performer.core.redact.secret_patterns import find_secrets

MIXED = "Ab3dE5gH7jK9mN1pQ3rS5tU7vW9yZ1bC3dF5hJ7kL9nP1qR3"
UPPER = MIXED.upper()
LOWER = MIXED.lower()
HEX = "0123456789abcdef" * 4
DIGITS = "1234567890" * 2


def masked(text: str) -> str:
    kept = list(text)
    for start, end in find_secrets(text):
        kept[start:end] = "●" * (end - start)
    return re.sub("●+", "●●●", "".join(kept))


def test_what_looks_like_a_secret_is_found_and_nothing_else() -> None:
    shaped = [
        f"⟦sk-{MIXED}⟧",
        f"my key is ⟦sk-proj-{MIXED}⟧ ok",
        f"⟦sk-ant-api03-{MIXED}-{MIXED}⟧!",
        f"⟦sk-or-v1-{HEX}⟧",
        f"⟦gsk_{MIXED}⟧",
        f"⟦hf_{MIXED[:34]}⟧",
        f"⟦ghp_{MIXED[:36]}⟧ leaked",
        f"⟦github_pat_{MIXED}⟧",
        f"⟦glpat-{MIXED[:20]}⟧",
        f"⟦npm_{MIXED[:36]}⟧",
        f"⟦AKIA{UPPER[:16]}⟧ aws",
        f"⟦AIza{MIXED[:35]}⟧ google",
        f"⟦GOCSPX-{MIXED[:28]}⟧",
        f"⟦sk_live_{MIXED[:24]}⟧",
        f"⟦xoxb-{DIGITS[:12]}-{MIXED[:24]}⟧ slack",
        f"https://⟦hooks.slack.com/services/T{UPPER[:8]}/B{UPPER[:8]}/{MIXED[:24]}⟧",
        f"bot ⟦M{MIXED[:23]}.{MIXED[:6]}.{MIXED[:38]}⟧ discord",
        f"https://⟦discord.com/api/webhooks/{DIGITS[:18]}/{MIXED}{MIXED}⟧",
        f"⟦{DIGITS[:9]}:AA{MIXED[:33]}⟧ telegram",
        f"PASS oauth:⟦{LOWER[:30]}⟧",
        f"⟦live_{DIGITS[:9]}_{MIXED[:30]}⟧ twitch",
        "⟦ab1c-2d3e-f4g5-h6i7-j8k9⟧ youtube",
        f"⟦eyJ{MIXED}.eyJ{MIXED}.{MIXED}⟧",
        f"Authorization: Bearer ⟦{MIXED}⟧",
        f"Basic ⟦{MIXED[:20]}==⟧",
        f"?token=⟦{MIXED[:22]}⟧&x=1",
        f"?sv=2022-11-02&sig=⟦{MIXED[:43]}%3D⟧",
        f'"api_key": "⟦{HEX[:32]}⟧"',
        "password: ⟦correct-horse-9⟧",
        "password=⟦hunter2⟧",
        "my password is ⟦hunter2⟧ lol",
        "mein Passwort ist ⟦geheim99⟧",
        f"aws ⟦{MIXED[:12]}/{MIXED[:10]}+{MIXED[20:36]}⟧ secret",
        "⟦AB3DE-5GH7J-K9MN1⟧ steam",
        "http://bob:⟦hunter2⟧@example.org/x",
        f"⟦-----BEGIN RSA PRIVATE KEY-----\n{MIXED}\n-----END RSA PRIVATE KEY-----⟧ end",
        "⟦PuTTY-User-Key-File-3: ssh-ed25519⟧",
        f"⟦-----BEGIN OPENSSH PRIVATE KEY-----\\n{MIXED}⟧",
    ]

    assert [
        text for text in shaped if masked(re.sub("[⟦⟧]", "", text)) != re.sub("⟦.*?⟧", "●●●", text, flags=re.DOTALL)
    ] == []


def test_what_only_begins_like_a_secret_is_left_alone() -> None:
    plain = [
        "sk-learn-is-a-great-library-for-this",
        "task-1234567890-abcdefghijkl",
        "the bearer of incomprehensibilities",
        "basic arithmetic, basic misunderstandings",
        "ghp_ is a prefix",
        "AKIA the elf, AKIAKIAKIAKIA",
        "eyJustKidding.about.that",
        "live_and_let_die_is_a_song_of_theirs",
        "oauth: what is that?",
        "the password is swordfish",
        "password: swordfish-and-friends",
        "the password is 0451",
        "my password is safe",
        "12345-67890-12345 and ABCDE-FGHIJ-KLMNO",
        "token ring network, token of appreciation",
        "secret: behind the waterfall",
        "https://example.org/clip/AwkwardHelplessSalamanderSwiftRage",
        "http://localhost:8766/stage?x=1",
        "mail me @example.org://",
        "hf_hub and gsk_ and xai-",
        "M.A.D.E. in heaven",
        "abcd-efgh-ijkl-mnop-qrst",
        "1234-5678-9012-3456-7890",
        "-----BEGIN CERTIFICATE-----",
        "Donaudampfschifffahrtsgesellschaftskapitaen",
        "hahahahahahahahahahahahahahahahahahahahaha",
        HEX,
    ]

    assert [text for text in plain if masked(text) != text] == []


def test_the_keys_of_the_common_makers_are_found() -> None:
    keys = [
        f"sk-proj-{MIXED}T3BlbkFJ{MIXED}",
        f"sk-{HEX[:32]}",
        f"xai-{MIXED}",
        f"api_org_{'abcdefghij' * 4}",
        f"r8_{MIXED[:37]}",
        f"pplx-{MIXED[:48]}",
        f"sk_{HEX[:48]}",
        f"sk_us-west-2_{MIXED[:12]}_{MIXED[:24]}",
        f"nvapi-{MIXED}",
        f"tvly-dev-{MIXED[:32]}",
        f"glptt-{HEX[:40]}",
        f"glagent-{MIXED}{MIXED}",
        f"ATATT3xFfGF0{MIXED}",
        f"rubygems_{HEX[:48]}",
        f"dckr_pat_{MIXED[:27]}",
        f"CCIPAT_{MIXED[:20]}_{HEX[:40]}",
        f"pul-{HEX[:40]}",
        f"{MIXED[:14]}.atlasv1.{(MIXED * 2)[:60]}",
        f"AIza{MIXED[:35]}",
        f"1//0{MIXED}",
        f"{MIXED[:3]}8Q~{MIXED[:34]}",
        f"LTAI{MIXED[:20]}",
        f"dop_v1_{HEX}",
        f"HRKU-AA{MIXED[:48]}",
        f"fo1_{MIXED[:43]}",
        f"pscale_pw_{MIXED[:32]}",
        f"dapi{HEX[:32]}",
        f"hvs.{MIXED}",
        f"dp.pt.{MIXED[:43]}",
        f"A3-{UPPER[:6]}-{UPPER[:11]}-{UPPER[:5]}-{UPPER[:5]}-{UPPER[:5]}",
        f"rk_live_{MIXED[:24]}",
        f"sq0atp-{MIXED[:22]}",
        f"EAAA{MIXED}",
        f"rzp_live_{MIXED[:14]}",
        f"shpat_{HEX[:32]}",
        f"key-{HEX[:32]}",
        f"{HEX[:32]}-us12",
        f"xkeysib-{HEX}-{MIXED[:16]}",
        f"SK{HEX[:32]}",
        f"ntn_{MIXED[:46]}",
        f"lin_api_{MIXED[:40]}",
        f"pat{MIXED[:14]}.{HEX}",
        f"figd_{MIXED[:43]}",
        f"PMAK-{HEX[:24]}-{HEX[:34]}",
        f"sntryu_{HEX}",
        f"glsa_{MIXED[:32]}_{HEX[:8]}",
        f"NRAK-{UPPER[:27]}",
        f"xoxe.xoxp-1-{MIXED}",
        f"mfa.{MIXED}{MIXED}",
        f"EAAC{MIXED}{MIXED}",
        f"re_{MIXED[:8]}_{MIXED[:24]}",
        f"AQ.Ab8RN6{MIXED[:44]}",
        f"vercel_blob_rw_{MIXED[:16]}_{MIXED[:30]}",
    ]

    assert [key for key in keys if masked(f"({key})") != "(●●●)"] == []


def test_a_secret_that_is_called_one_is_found_in_many_languages() -> None:
    shaped = [
        f"my api key is ⟦{HEX[:32]}⟧",
        f"stream key: ⟦{MIXED[:30]}⟧",
        "meu senha é ⟦segredo99⟧",
        "мой пароль ⟦tajna99⟧",
        "パスワードは⟦himitsu99⟧です",
        "密码是⟦mimi9988⟧",
        "비밀번호는 ⟦bimil9988⟧",
        f"鍵は⟦ghp_{MIXED[:36]}⟧です",
    ]

    assert [text for text in shaped if masked(re.sub("[⟦⟧]", "", text)) != re.sub("⟦.*?⟧", "●●●", text)] == []


def test_ordinary_words_and_codes_beside_such_prefixes_pass() -> None:
    plain = [
        "re_act and fw_update and key-value",
        "a pat.on.the.back, access-denied, secret_door",
        "uuid 3f2504e0-4f89-11d3-9a0c-0305e82c3301",
        "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
        "the key is under the mat, token of love",
        "AC-130 and SK-8 and API-key",
        "мой пароль никому",
        "パスワードを忘れた",
        "live_in_the_moment_2024",
    ]

    assert [text for text in plain if masked(text) != text] == []
