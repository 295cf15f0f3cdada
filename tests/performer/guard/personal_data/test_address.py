"""Postal addresses in several languages, and streets of games."""

from tests.performer.guard.personal_data.marked import misjudged


def test_an_address_is_masked_and_nothing_else() -> None:
    lines = [
        "⟦12 Baker Street⟧",
        "he lives at ⟦12 Baker Street, London NW1 6XE⟧!",
        "⟦350 Fifth Avenue, New York, NY 10118⟧",
        "send it to ⟦742 Evergreen Rd, Springfield, IL 62704⟧",
        "⟦1600 Pennsylvania Ave.⟧",
        "⟦17 Oak Street, Apt 4⟧ please",
        "⟦12 baker street⟧",
        "my address is ⟦12 baker street⟧",
        "she lives at ⟦4 Willow Lane⟧",
        "⟦9 Church Close, OX1 2JD⟧",
        "⟦P.O. Box 1234⟧",
        "⟦Hauptstraße 5, 10115 Berlin⟧",
        "er wohnt ⟦Hauptstraße 5⟧ in Berlin",
        "⟦Berliner Allee 3⟧.",
        "⟦Goethestr. 12a, 50667 Köln⟧ da",
        "⟦Lindenweg 7, 80331 München⟧",
        "ich wohne ⟦am Alten Markt 3⟧",
        "⟦12 rue de la Paix, 75002 Paris⟧",
        "⟦3 bis avenue Victor Hugo⟧ chez lui",
        "il habite ⟦12 rue des lilas⟧",
        "⟦24, boulevard Saint-Michel, 75006 Paris⟧",
        "12345 Musterstadt, ⟦Musterweg 3⟧",
        "⟦Av. Paulista 1000⟧",
        "⟦Calle Mayor 3⟧",
        "vive en ⟦calle Mayor 3, 28013 Madrid⟧",
        "⟦Avenida de la Constitución, 12⟧",
        "⟦Gran Vía 28⟧, Madrid",
        "⟦Rua das Flores 12⟧",
        "⟦Rua das Flores, 12⟧ em Lisboa",
        "⟦Avenida Paulista, 1578⟧",
        "mora na ⟦rua do Ouvidor 50⟧",
        "⟦Kerkstraat 7, 1017 GA Amsterdam⟧",
        "⟦ul. Długa 5⟧",
        "abita in ⟦via Roma 12⟧",
    ]

    assert misjudged(lines, "postal address") == []


def test_streets_of_games_pass() -> None:
    lines = [
        "5 Hauptquests",
        "Route 66",
        "Level 12 Street Fighter",
        "12 Street Fighter cabinets",
        "level 3 Abbey Road",
        "2 Rainbow Road runs",
        "3 hits down the road",
        "10 more street lights",
        "a 3 way street",
        "21 Jump Street",
        "3 Silent Hill games",
        "2 lane road",
        "30 second street race",
        "4 Top Lane ganks",
        "auf der Hauptstraße 5 Gegner",
        "straße 66",
        "noch 12 straßen bis zum ziel",
        "platz 10 in der rangliste",
        "Tabellenplatz 5",
        "Spielplatz 3 gefunden",
        "Rückweg 20 Minuten",
        "gasse 7 war gesperrt",
        "12 rues à nettoyer",
        "3 rue plus loin",
        "2 places pour le raid",
        "rue 66",
        "niveau 3 rue de la soif",
        "calle 13 sonando",
        "la calle de las 7 tavernas",
        "calle arriba 3 enemigos",
        "plaza mayor, 3 enemigos",
        "rua 3 no fim",
        "a rua das 7 tavernas",
        "avenida 5 do mapa",
        "via Steam 2 keys",
        "gran premio 3",
        "un paseo por el parque 2",
        "calle sin salida 3",
        "level 5 Castle Road",
        "am Ende 3 Leben",
        "we go live at 12 for the road trip",
        "3 lives, 2 bombs hidden this way",
        "35 Willow Grove villagers",
        "50 Diamond Court Knights",
        "9 lives left on this road",
    ]

    assert misjudged(lines) == []


def test_the_house_of_a_story_is_no_address() -> None:
    lines = [
        "Sherlock lives at 221B Baker Street",
        "news from 10 Downing Street",
        "the Simpsons at 742 Evergreen Terrace",
        "viven en Avenida Siempreviva 742",
        "calle Falsa 123",
    ]

    assert misjudged(lines) == []


def test_streets_of_many_countries_are_masked() -> None:
    lines = [
        "⟦ул. Ленина, д. 5, кв. 12⟧",
        "живу на ⟦улице Пушкина 10⟧",
        "⟦проспект Мира, 12⟧",
        "⟦東京都渋谷区神宮前1丁目2番3号⟧",
        "⟦東京都千代田区丸の内1-1-1⟧",
        "⟦大阪市北区梅田3丁目1番地⟧",
        "⟦北京市朝阳区建国路88号⟧",
        "⟦我家在南京东路100号⟧",
        "⟦서울특별시 강남구 테헤란로 152⟧",
        "⟦강남구 역삼로 12길 5⟧",
        "주소는 ⟦테헤란로 152⟧",
        "⟦45 Elm Dr⟧",
        "⟦42 Willow Lane⟧",
        "⟦123 Queen St⟧ W, Toronto, ON ⟦M5H 2M9⟧",
        "⟦12 George Street, Sydney NSW 2000⟧",
        "⟦Via Garibaldi 12⟧",
        "⟦Mariahilfer Straße 12, 1070 Wien⟧",
        "⟦Bahnhofstrasse 21, 8001 Zürich⟧",
        "⟦Rue Neuve 5, 1000 Bruxelles⟧",
        "⟦Av. Insurgentes Sur 1602⟧",
        "⟦R. Augusta, 1500⟧",
        "⟦Keizersgracht 123⟧",
        "これは⟦Via Dante 14, 20121 Milanoです⟧",
        "es ⟦Avenida Brasil, 113⟧ vale",
        "вот ⟦ул. Пушкина, д. 121, кв. 3⟧ да",
        "これは⟦20 Maple Street⟧です",
        "it is ⟦98 Elm Drive⟧ ok",
        "⟦Невский проспект, 28⟧",
    ]

    assert misjudged(lines, "postal address") == []


def test_a_street_is_masked_with_any_sign_of_an_address() -> None:
    lines = [
        "wait was it ⟦9 Larkspur Close⟧, Bristol?",
        "also Chat, ⟦Am Mühlbach 22⟧, alles klar?",
        "er ist ⟦An der Alster 5⟧, glaub ich",
        "⟦Wiener Gasse 8/2/11⟧ ist meine Adresse",
        "nee es ist ⟦Kirchplatz 5⟧, Linz, glaub mir",
        "⟦Ahornweg 12⟧.",
        "prends ⟦chemin des Vignes 6⟧, Lausanne stp",
        "ahí aparece ⟦Camino Viejo nº 18⟧, a la vista",
        "⟦Ronda de San Juan 9⟧ es mi casa",
        "⟦Carrera 7 # 45-12⟧",
        "⟦Travessa da Glória 6⟧ é a minha casa",
        "пиццу на ⟦ул Гагарина 7а⟧ пожалуйста",
        "⟦幸福小区3号楼2单元502⟧是我家",
        "⟦人民路一百二十号⟧,就这些",
        "⟦阳光花园12栋301室⟧",
        "⟦역삼동 823-4⟧…",
        "집은 ⟦테헤란로 152번지 3층⟧",
        "제 주소는 ⟦서울시 강남구 역삼동 823번지⟧",
    ]

    assert misjudged(lines, "postal address") == []


def test_places_ways_and_counts_in_other_languages_pass() -> None:
    lines = [
        "Am Samstag 20 Uhr",
        "Chat, Am Samstag 20 Uhr, klar?",
        "Im Level 5, Leute",
        "Startplatz 5, Bayern",
        "Nürburgring 24, Leute",
        "Umweg 3.",
        "3号楼有人",
        "第三路线",
        "下路2号塔被推了",
        "上海路5号线换乘",
        "走这条路三次",
        "자동 10-4",
        "이동 12-3",
        "승리로 10-4",
        "3 Court Cards, Bristol",
    ]

    assert misjudged(lines) == []


def test_a_place_of_further_forms_is_masked() -> None:
    lines = [
        "メモ：⟦東京都千代田区丸の内1丁目9-1⟧",
        "⟦京都市中京区寺町通御池上る488番地⟧",
        "⟦香港九龍彌敦道100號⟧",
        "⟦부산광역시 해운대구 우동 1408번지⟧",
        "메모：⟦판교역로 235번길 12⟧",
        "⟦래미안아파트 101동 502호⟧",
        "é ⟦Rua das Flores 12⟧ viu",
    ]

    assert misjudged(lines, "postal address") == []


def test_lanes_of_games_pass() -> None:
    assert misjudged(["赛道3号", "频道12号", "跑道2號", "101동 가자"]) == []


def test_the_flat_and_floor_of_an_address_are_masked_with_it() -> None:
    lines = [
        "⟦Calle Mayor 5, 3º B⟧",
        "⟦Calle Mayor 5, 3ºB, 28013 Madrid⟧",
        "vivo en ⟦Calle Mayor 5, piso 3, puerta 2⟧",
        "⟦Calle Mayor 5, 2º izquierda⟧",
        "⟦Calle Mayor 5, bajo B⟧",
        "⟦Rua das Flores 123, apto 45⟧",
        "⟦Rua das Flores, 123, bloco B, apto 45, 01310-100 São Paulo⟧",
        "⟦Hauptstraße 5, 2. Stock, 10115 Berlin⟧",
        "⟦Hauptstraße 5, Wohnung 12⟧",
        "⟦12 rue de la Paix, appt 4, 75002 Paris⟧",
        "⟦12 rue de la Paix, 3e étage⟧",
        "⟦Flat 3, 42 Willow Lane⟧",
        "⟦Via Garibaldi 12, scala B, piano 2⟧",
        "⟦ul. Długa 5 m. 3⟧",
        "⟦Calle Mayor 5⟧, a las 3 de la tarde",
        "⟦Calle Mayor 5⟧, casa de mi abuela",
        "⟦221B Baker Street, NW1 6XE⟧",
    ]

    assert misjudged(lines, "postal address") == []


def test_a_chapter_is_no_house() -> None:
    assert misjudged(["Avenida Brasil capítulo 12", "Calle Mayor temporada 3", "221B Baker Street, of course"]) == []
