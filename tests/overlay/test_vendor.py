"""The files that are not ours: as they were copied, each with its licence, and none that browsers cannot load."""

import tomllib

from overlay.vendor import FILES, LIST, VENDOR, find_hash, make_relative


def test_every_file_is_the_one_that_was_copied() -> None:
    listed = tomllib.loads(LIST.read_text(encoding="utf-8"))

    assert set(listed) == set(FILES)
    for name, about in listed.items():
        assert find_hash((VENDOR / name).read_text(encoding="utf-8")) == about["sha256"]
        assert (VENDOR / f"LICENSE-{about['package']}").stat().st_size > 500


def test_no_file_imports_by_a_bare_name() -> None:
    for name in FILES:
        assert 'from"preact"' not in (VENDOR / name).read_text(encoding="utf-8")


def test_an_import_is_made_relative_and_the_source_map_left_out() -> None:
    written = 'import{options as n}from"preact";\n//# sourceMappingURL=hooks.mjs.map\n'

    assert make_relative(written) == 'import{options as n}from"./preact.mjs";\n'
