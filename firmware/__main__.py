"""``python -m firmware``: the `stadium` command without its installed name."""

from firmware.cli.start import main

main()
