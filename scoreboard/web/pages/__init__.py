"""The documents for browsers: the frame of all views, its words, and its static files."""
