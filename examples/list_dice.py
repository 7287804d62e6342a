"""List the dice that were taught with `stadium teach`: `python examples/list_dice.py FOLDER`."""

import sys
from pathlib import Path

from firmware.storage.taught_dice import TaughtDiceStore

for die in TaughtDiceStore(Path(sys.argv[1]), warn=print).dice():
    faces = ", ".join(map(str, die.shown))
    print(f"{die.name}: {len(die.samples)} pictures of its faces {faces}")
