"""Run in the computer of `make lab-update`: how many tables a newer form has added, and what the journal says of it."""

import sqlite3
import sys
from contextlib import closing

with closing(sqlite3.connect("file:/var/lib/stadium/simulated.sqlite?mode=ro", uri=True)) as journal:
    (added,) = journal.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'ratings'").fetchone()
    (form,) = journal.execute("PRAGMA user_version").fetchone()
sys.stdout.write(f"{added} {form}\n")
