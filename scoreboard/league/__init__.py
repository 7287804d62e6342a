"""The league: finished games of many stadiums, each sealed by its stadium and verified by replay.

Rule kept here: a standing is a proof. It follows from records, seals and the league's own file alone, and whoever has
these comes to the same.

Each module imports only those before it: `seal`, `league_file`, `verified_game`, `verifying`, `league_report`,
`game_store`, `wall`, `arriving`, `league_book`.
"""
