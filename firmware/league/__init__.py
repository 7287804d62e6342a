"""The league's own service: hears of games at a broker, keeps what is verified, and shows it on a page.

Rule kept here: this package is imported by `stadium league serve` alone. A scoreboard has nothing of it.
"""
