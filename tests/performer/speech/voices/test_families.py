"""The families of voices, in step with what makes them speak."""

import ast
from typing import get_args

from performer.core.files.home import CHECKOUT
from performer.speech.voices.catalogue import CatalogueVoice
from performer.speech.voices.families import ABOUT, CONFIG, FAMILIES


def test_each_family_beside_piper_is_one_that_the_process_knows() -> None:
    tree = ast.parse((CHECKOUT / "tts" / "sherpa.py").read_text(encoding="utf-8"))
    known = {str(node.value) for node in ast.walk(tree) if isinstance(node, ast.Constant)}

    assert FAMILIES.keys() - {"piper"} <= known


def test_each_family_can_be_in_the_list() -> None:
    assert set(get_args(CatalogueVoice.model_fields["family"].annotation)) == FAMILIES.keys()


def test_each_family_keeps_what_is_known_of_a_voice() -> None:
    assert all({ABOUT, CONFIG} < set(family.kept) for family in FAMILIES.values())
