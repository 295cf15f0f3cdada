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
        f'"api_key": "⟦{HEX[:32]}⟧"',
        "password: ⟦correct-horse-9⟧",
        "password=⟦hunter2⟧",
        "my password is ⟦hunter2⟧ lol",
        "mein Passwort ist ⟦geheim99⟧",
        f"aws ⟦{MIXED[:12]}/{MIXED[:10]}+{MIXED[20:36]}⟧ secret",
        "⟦AB3DE-5GH7J-K9MN1⟧ steam",
        "http://bob:⟦hunter2⟧@example.org/x",
        f"⟦-----BEGIN RSA PRIVATE KEY-----\n{MIXED}\n-----END RSA PRIVATE KEY-----⟧ end",
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
