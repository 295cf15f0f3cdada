"""Write every generated block and picture anew, or name those that are not of today.

python -m docs.generate            write them
python -m docs.generate --check    write nothing; exit with 1 when one is not of today
"""

import sys

from docs.generate.pages import files, stale


def main(words: list[str]) -> int:
    """Return 0, or 1 when `--check` finds a file that is not of today."""
    old = stale()
    if "--check" in words:
        for file in old:
            print(f"{file} is not of today; run: python -m docs.generate")
        return 1 if old else 0
    for file, text in files().items():
        file.write_text(text, encoding="utf-8", newline="\n")
    print(f"written: {', '.join(file.name for file in old) or 'nothing new'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
