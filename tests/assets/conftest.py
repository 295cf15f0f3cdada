"""The scripts in assets import what lies beside them, as scripts that are started there do."""

import sys

from performer.core.files.home import ASSETS

sys.path.insert(0, str(ASSETS))
