"""Frames in, readings out. Knows no rules, no pins and no screen."""
