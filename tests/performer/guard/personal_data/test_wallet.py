"""Wallets: check sums and prefixes tell them from other codes."""

from tests.performer.guard.personal_data.marked import misjudged


def test_a_wallet_is_masked_and_nothing_else() -> None:
    lines = [
        "⟦1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa⟧",
        "send to ⟦3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy⟧ now",
        "⟦bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq⟧",
        "⟦BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ⟧",
        "⟦0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe⟧!",
        "eth: ⟦0x742d35cc6634c0532925a3b844bc454e4438f44e⟧",
        "key ⟦0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318⟧",
        "⟦5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ⟧",
        "⟦KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn⟧",
        "⟦ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9⟧",
        "⟦DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L⟧ doge",
        "⟦TJRabPrwbZy45sbavfcjinPJC18kjpRTv8⟧",
    ]

    assert misjudged(lines, "wallet") == []


def test_long_words_and_other_codes_pass() -> None:
    lines = [
        "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb",
        "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLx",
        "0xdeadbeef",
        "0x742d35cc6634c0532925a3b844bc454e4438f4",
        "#ff00aa and #0xff00aa",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "LOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOL",
        "Donaudampfschifffahrtsgesellschaft",
        "Taumatawhakatangihangakoauauotamatea",
        "111111111111111111111111111111111",
        "DDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDD",
        "d41d8cd98f00b204e9800998ecf8427e",
        "bc1 is the first bitcoin map",
        "TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT go",
        "https://example.com/clip/AwkwardHelplessSalamanderSwiftRage",
        "Llanfairpwllgwyngyllgogerychwyrndrobwll",
    ]

    assert misjudged(lines) == []
