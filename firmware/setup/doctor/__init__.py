"""The doctor: checks everything a stadium needs, and says what to do about each fault."""
