"""The phones that are paired, and how one is."""
