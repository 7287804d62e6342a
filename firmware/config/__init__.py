"""The owner's file: its schema, its checks, and what the command line lays over it."""
