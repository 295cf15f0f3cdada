"""Whatever it is given, the finder of private data comes back, and speaks of the text as it was written."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from performer.guard.guard import Guard
from performer.guard.normalise.readings import normalize_text
from performer.guard.personal_data.finder import PersonalDataFinder
from performer.guard.settings import GuardSettings
from performer.guard.verdict import Level, Masked, Pass
from tests.performer.guard.personal_data.marked import GUARD

HOSTILE = (
    "1|1 |12 |01 |0-|1.|1:|::|1/|01/|+1|+1 (|(0|a|a.|a@|@|a at |a dot | dot |(at)|at a.|_|-|'|%|one |one, "
    "|double one |12 A|12 Baker |Street |calle |calle de a |12 rue de |astrasse |strasse 1 |am a |live at |/home/"
    "|/|\\|C:\\Users\\|sk-|eyJ|eyJa.|-----BEGIN |-----BEGIN PRIVATE KEY-----|token=|password: |Bearer |M|ghp_|DE89"
    "|DE89 |4111 |0x|1A|://a:|abcd-|1 dot |my number is |ssn "
)


def hits(text: str) -> list[tuple[int, int]]:
    return [(hit.start, hit.end) for hit in PersonalDataFinder().find(normalize_text(text))]


def test_a_hostile_line_is_done_with() -> None:
    lines = [(seed * 2000)[:2000] + "!" for seed in HOSTILE.split("|")]

    assert all(0 <= start < end <= 2001 for line in lines for start, end in hits(line))


@settings(deadline=None, max_examples=100)
@given(st.text(alphabet="0123456789 .,:-/@()+_aAeEäßé①Ｕ\\<%&#;sdotn\u0660\u200d\u0301", max_size=60))
def test_what_is_found_lies_in_the_written_text(text: str) -> None:
    assert all(0 <= start < end <= len(text) for start, end in hits(text))


@pytest.mark.parametrize("level", ["family", "standard", "loose"])
def test_private_data_is_masked_at_every_level_and_in_a_dry_run(level: Level) -> None:
    guard = Guard(GuardSettings(level=level, dry_run=True), finders=[PersonalDataFinder()])

    verdict = guard.sentence("ask bob@example.com or +49 170 1234567")

    assert verdict == Masked(text="ask ●●● or ●●●", reason="e-mail address")


def test_a_number_that_goes_on_in_the_next_sentence_is_not_told() -> None:
    trail = GUARD.trail()

    assert trail.sentence("Ask on 0170 12") == Pass(text="Ask on 0170 12")
    assert trail.sentence("34567 then.") == Masked(text="●●● then.", reason="phone number")


def test_what_an_address_is_written_in_codes_for_does_not_help() -> None:
    assert GUARD.sentence("bob&#64;example&#46;com") == Masked(text="●●●", reason="e-mail address")


def test_a_list_of_data_is_masked_whole() -> None:
    assert GUARD.check("mail " + "bob@example.com, " * 9 + "now", limit=500) == Masked(
        text="●●●", reason="e-mail address"
    )


def test_harmless_numbers_pass() -> None:
    lines = [
        "スコアは1234567点",
        "得点 12345678 点",
        "今日は10時30分です",
        "2024年11月26日",
        "体力100、攻撃力250",
        "1位 2位 3位",
        "バージョン1.2.3.4を更新",
        "3丁目の夕日",
        "6号机で1234",
        "1号玩家赢了",
        "第3路线",
        "前へ3歩",
        "위로 3칸",
        "앞으로 10초",
        "3분 20초",
        "2만 5천 원",
        "15킬 3데스",
        "점수 12345678점",
        "счёт 3:2",
        "уровень 12, 4500 опыта",
        "улица в игре длинная 5 минут",
        "на улице 5 градусов",
        "X 123 Y 64 Z -200",
        "x=123.4567, y=64.1234",
        "pos 123.4567, 64.1234",
        "coords 52.5200, 13.4050",
        "0.1234, 0.5678",
        "3.14159265, 2.71828183 are constants",
        "1920x1080 at 144 Hz",
        "2560 1440 144",
        "error 0x80070005",
        "error code 0xc000007b",
        "HTTP 404",
        "seed 8234567890123",
        "lottery 05 12 19 26 33 49",
        "4 8 15 16 23 42",
        "38 12 45 23 41 17 09",
        "build 19045.3803",
        "1.21.4 -> 1.21.5",
        "score 12,345,678",
        "1 234 567 890 points",
        "12:34:56",
        "1:02:03.456",
        "2024-11-26 23:14:05",
        "26.11.2024 um 20:15 Uhr",
        "11/26/2024",
        "$1,299.99 vs 1.299,99 €",
        "1000000000000",
        "player 5552345678",
        "id 5552345678",
        "12345678901234567",
        "76561198012345678",
        "AB12 CD34",
        "GTA V, RTX 4090, i9-13900K",
        "RX 7900 XT",
        "M4 1ST place",
        "F1 2024",
        "WD40",
        "CS2 and CS 1.6",
        "B2B SaaS",
        "E10 fuel",
        "10000 Gold",
        "12345 Views in Berlin",
        "2024 Paris Olympics",
        "2024 Wien",
        "50000 Euro Paris",
        "Major 2023 Paris",
        "CA 5000 points",
        "CO 12345678",
        "OK 12345 won",
        "IN 12345 tries",
        "OR 10000 gold",
        "ME 50000 XP",
        "score 123 456 7890",
        "DPS 123-456",
        "damage 123-4567",
        "MAC and cheese",
        "aa:bb:cc",
        "10:20:30:40:50:60",
        "dead::beef std::cout",
        "a::b::c",
        "1::2",
        "SN 12345678",
        "lib@1.2.3",
        "user@host",
        "react at 5 dot 3",
        "meet at dawn. com later",
        "point at it",
        "собака лает, точка",
        "dot at the end",
        "\\o/ C:\\",
        "C:\\Users\\ \\x",
        "C:\\Users\\",
        "/home/ /x",
        "/media/ 5",
        "@home",
        "K/D 1.2345 1.5678",
        "accuracy 97.1234% 96.1234%",
        "12.3456 78.9012 seconds",
        "20° outside, 15' long",
        "90° turn",
        "5'11\" tall",
        "temperature 21.5° N",
        "8 times 9 equals 72",
        "one two three four five six seven",
        "一二三四五六七八九十",
        "ひとつふたつみっつ",
        "いちにさんしごろくなな",
        "이 사람이 일을 하고 구경",
        "일이삼사오육칠팔구",
        "三三两两",
        "九九八十一",
        "raz dwa trzy",
        "один два три четыре пять шесть семь",
        "eight, seven, six, five, four, three, two",
        "seven of nine",
        "one on one, two on two",
        "12 Angry Men",
        "50 Cent Street",
        "level 42 Oak Court boss",
        "100 Thieves Way",
        "30 Rocket Drives",
        "Highway 61",
        "Interstate 5",
        "5 Way tie",
        "3 Court Cards",
        "PIN 1234",
        "pin is four digits",
        "code 123456",
        "CP 1500 Pikachu",
        "CAP 60 FPS",
        "cap 12345",
        "zip file 12345",
        "plz 12345 gold",
        "index 123456",
        "индекс урона 123456",
        "Postleitzahl ist geheim",
        "11111111111",
        "20000 leagues",
        "123456-7890",
        "SEK 500",
        "ISBN 9783161484100",
        "EAN 4006381333931",
        "UPC 036000291452",
        "ORDER 1234-5678-9012-3456",
        "UUID 3f2504e0-4f89-11d3-9a0c-0305e82c3301",
        "git 9fceb02d0ae598e95dc970b74767f19372d61af8",
        "v2.0.0-rc.1+build.5114f85",
        "AK-47, M4A1-S, AWP",
        "wave 12, 345 zombies, 6789 points",
        "x1234567890",
        "K2, Mt 8611 m",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6",
        "1,2,3,4,5,6,7,8,9,10",
        "2 3 5 7 11 13 17 19 23 29",
        "3 1 4 1 5 9 2 6 5 3 5 8 9 7 9",
        "10-4, 12-6, 8-8",
        "7-0 7-1 7-2",
        "192 kbps, 44100 Hz",
        "60 90 60",
        "255, 128, 64",
        "#ff8800",
        "100 200 300 400",
        "1080p 60",
        "Mach 3 at 30000 ft",
        "123 456 789",
        "987 654 321 coins",
    ]

    assert [line for line in lines if hits(line)] == []
