"""Recording tosses with a physics engine: once, by a developer; nothing here is imported when a stadium plays."""
