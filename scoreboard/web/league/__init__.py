"""The page of a league: all games under way, standings, box scores, and what its keepers may change.

It is a program of its own, with the server, the drawing and the words of a stadium's page.

Each module imports only those before it: `doors`, `league_page`, `league_routes`, `league_app`.
"""
