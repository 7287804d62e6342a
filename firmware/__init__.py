"""The appliance: the only room that knows both the game and the eyes, and the only one that touches hardware."""
