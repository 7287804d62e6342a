"""Enrolling a die: the session that asks for each of its faces."""
