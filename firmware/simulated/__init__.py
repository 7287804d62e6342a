"""Simulated devices: peers of the real ones behind the same Protocols, chosen in the configuration by name."""
