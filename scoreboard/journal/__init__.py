"""The journal: every line of every game, durable before it is shown, and safe from bad disks.

Theory of operation. The journal is one SQLite file to which lines are only added (`store`); the schema and its
migrations are in `tables`. Nothing but lines is history: everything else can be computed from them.

1. Durability. A line is committed with a write-ahead log and ``synchronous=FULL``, both read back after they are set.
   When `store.Journal.append` returns, the line survives a power cut. Triggers make the database itself reject a change
   of a line; only whole games can be deleted, by `store.Journal.forget`. `open_files` notices files that were removed,
   replaced or cut while they are open, which SQLite does not.
2. One writer. `lock` locks a file beside the journal, for SQLite's own locks are lost when any other handle is closed.
   `timestamps` never go back, though a Pi's clock does.
3. Detection. SQLite notices a broken page, not a flipped bit. So each line has a chained CRC-32 (`checksums`), which
   `reader` compares whenever it reads a game. `listing` verifies thousands of games in one query. A list shows a stored
   `summary`, which is used only if its checksum fits the lines.
4. Errors. `sqlite_errors` turns each error of SQLite and of the system into one of `scoreboard.errors`, whose text says
   what to do. No other library's error leaves this package.
5. Failing disks. A session writes through `resilient.ResilientJournal`. What the disk refuses is held in memory, with
   the game it belongs to, and written later; until then `trouble` says so on every display.
6. Repair. A damaged file is never changed, nor what lies in the place of one that has gone. `salvage` copies every
   game that can be replayed, as far as it can be read, into a new file; once that is whole, the old file is renamed
   and the new one takes its place. Each step is one rename, so a power cut at any instant leaves the old file or the
   new one.

A small journal is verified before play. A large one takes too long, so play begins and it is verified on a thread: see
`firmware.service.journal_retry` and `journal_maintenance`.
"""
