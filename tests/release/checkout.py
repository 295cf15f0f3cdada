"""What tests of a release need of the machine: git, and a checkout that it knows."""

import shutil

import pytest

from performer.core.files.home import CHECKOUT

needs_git = pytest.mark.skipif(
    not shutil.which("git") or not (CHECKOUT / ".git").exists(), reason="a release is made of a git clone"
)
