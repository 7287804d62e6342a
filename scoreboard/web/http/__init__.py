"""Answers over HTTP: the table of routes, who asks, in which language, and what may be changed."""
