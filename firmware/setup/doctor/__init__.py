"""The doctor: looks at everything a stadium needs, and says what to do about what is amiss."""
