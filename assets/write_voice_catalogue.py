"""Write the catalogue of voices anew out of what was found out of them: `python assets/write_voice_catalogue.py FILE`.

The file is JSON, a list of voices as `read_voice` takes them apart. Nothing is made up: a voice without a size is left
out, and one without a SHA-256 has none. Among the voices are those whose licence forbids streams that earn money, so
that they can be marked.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

Told = Mapping[str, Any]

CATALOGUE = Path(__file__).parents[1] / "performer" / "speech" / "voices" / "catalogue.toml"
HEAD = """\
# The neural voices that can be downloaded, in the order in which they are advised. `streams` says whether the licence
# allows streams that earn money, `credit` what it asks to be named. Written by assets/write_voice_catalogue.py.
"""
FAMILIES = ("piper", "kokoro", "kitten", "matcha")
UNFIT = {
    "alba",  # its licence forbids what is derogatory to the speaker, and nobody knows what a chat leads to
    "kokoro-xiaobei",  # takes other phonemes than espeak-ng makes, as do its like
    "kokoro-yunjian",
    "kokoro-alpha-ja",
    "mls-de",  # breaks on short sentences
    "mls-fr",
    "ukrainian_tts",  # takes letters and no phonemes
}
LIGHTER = {"cori-medium", "ljspeech-medium", "bryce", "vctk"}
"""Voices beside the short list: smaller ones of the same speaker, and one with many."""
QUALITIES = {"x_low", "low", "medium", "high"}
ALLOWED = {True: "yes", False: "no", None: "unknown"}
SAMPLES = {
    "en": "Two hit points left, and nobody brought a sandwich.",
    "de": "Noch zwei Trefferpunkte, und niemand hat ein Brot dabei.",
    "fr": "Plus que deux points de vie, et personne n'a de sandwich.",
    "es": "Quedan dos puntos de vida, y nadie ha traído un bocadillo.",
    "it": "Restano due punti vita, e nessuno ha portato un panino.",
    "pt": "Restam dois pontos de vida, e ninguém trouxe um sanduíche.",
    "nl": "Nog twee levenspunten, en niemand heeft een boterham bij zich.",
    "pl": "Zostały dwa punkty życia, a nikt nie ma kanapki.",
    "ru": "Осталось два очка здоровья, и ни у кого нет бутерброда.",
    "uk": "Лишилося два очки здоров'я, і ні в кого немає бутерброда.",
    "tr": "İki can puanı kaldı ve kimsenin sandviçi yok.",
    "cs": "Zbývají dva životy a nikdo nemá chleba.",
    "sv": "Två livspoäng kvar, och ingen har med sig en smörgås.",
    "da": "To livspoint tilbage, og ingen har en sandwich med.",
    "no": "To livspoeng igjen, og ingen har med seg matpakke.",
    "fi": "Kaksi osumapistettä jäljellä, eikä kenelläkään ole voileipää.",
    "el": "Δύο πόντοι ζωής έμειναν, και κανείς δεν έφερε σάντουιτς.",
    "hu": "Két életpont maradt, és senki sem hozott szendvicset.",
    "ro": "Au mai rămas două puncte de viață și nimeni nu are un sandviș.",
    "vi": "Còn hai điểm máu, và không ai mang theo bánh mì.",
}


def read_voices(told: Sequence[Told]) -> list[Told]:
    """Return the rows of the catalogue, those of a family's and a language's best first."""
    chosen = [
        each for each in told if each.get("shortlist") or each["name"] in LIGHTER or each["allows_monetised"] is False
    ]
    return [row for row in map(read_voice, chosen) if row]


def read_voice(told: Told) -> Told | None:
    """Return the row of a voice as TOML has it; None for one that cannot be installed as it is."""
    if told["family"] not in FAMILIES or told["name"] in UNFIT:
        return None
    files = [each for each in told["files"] if each["path"].endswith((".onnx", ".onnx.json", ".bz2", ".gz"))]
    if told["family"] == "kokoro" and told.get("alternative_files"):
        files = told["alternative_files"]  # the same voices in eight bits, a third of the size
    packed = [told[key] for key in ("marmalade_pack", "sherpa_archive") if is_checked(told.get(key))]
    if told["family"] == "piper" and not told["sha256_complete"] and packed:
        files = packed[:1]
    if not files or not all(each.get("size") and each.get("urls") for each in files):
        return None
    language, folders = told["language"], list_folders(files)
    return {
        "name": told["name"],
        "family": told["family"],
        "language": language.lower().replace("_", "-"),
        "character": told["character"],
        "gender": told["gender"],
        "quality": told["quality"] if told["quality"] in QUALITIES else "high" if told["family"] == "kokoro" else "low",
        "speakers": told["speakers"],
        "speaker": told.get("speaker_id") or 0,
        "sample": SAMPLES.get(language.partition("_")[0], ""),
        "licence": told["licence"],
        "streams": ALLOWED[told["allows_monetised"]],
        "base": "research" if told["clean_lineage"] is False else "",
        "credit": told["attribution_required"] or "",
        "source": find_source(told),
        "folders": folders,
        "files": [read_file(each, has_folder=bool(folders)) for each in files],
    }


def is_checked(archive: Told | None) -> bool:
    """Whether an archive has all that it takes to download and check it."""
    return bool(archive and archive.get("sha256") and archive.get("size") and archive.get("urls"))


def read_file(told: Told, *, has_folder: bool) -> Told:
    """Return what is known of a file, with its own addresses where no folder holds all files of its voice."""
    known = {"name": told["path"], "size": told["size"], "sha256": told.get("sha256"), "md5": told.get("md5")}
    return known if has_folder else {**known, "addresses": told["urls"]}


def list_folders(files: Sequence[Told]) -> list[str]:
    """Return the folders that hold all files of a voice by their names, in the order in which they are tried."""
    of_each = [
        [each.rpartition("/")[0] for each in file["urls"] if each.endswith("/" + file["path"])] for file in files
    ]
    return [folder for folder in of_each[0] if all(folder in folders for folders in of_each)]


def find_source(told: Told) -> str:
    """Return the page that tells of the licence, or the model's own name."""
    words = str(told["licence_url_or_source"]).replace(";", " ").replace(",", " ").split()
    return next((word for word in words if word.startswith("https://")), told["model"])


def write(value: object) -> str:
    """Write a value as TOML."""
    return json.dumps(value, ensure_ascii=False)


def format_voice(row: Told) -> str:
    """Write a voice as a table of TOML; what is empty is left out."""
    plain = [(key, value) for key, value in row.items() if key not in {"files", "folders"}]
    lines = ["[[voices]]", *(f"{key} = {write(value)}" for key, value in plain if value)]
    if row["folders"]:
        lines += ["folders = [", *(f"    {write(each)}," for each in row["folders"]), "]"]
    lines.append("files = [")
    for each in row["files"]:
        told = ", ".join(f"{key} = {write(value)}" for key, value in each.items() if value)
        lines.append(f"    {{ {told} }},")
    return "\n".join([*lines, "]"])


def main() -> None:
    """Write the catalogue out of the file that is named."""
    told = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    rows = read_voices(told)
    CATALOGUE.write_text(HEAD + "".join(f"\n{format_voice(each)}\n" for each in rows), encoding="utf-8")
    print(f"{len(rows)} voices, {len(told) - len(rows)} left out")


if __name__ == "__main__":
    main()
