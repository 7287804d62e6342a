"""The appliance: the only room that knows both the game and the dice reader, and the only one that touches hardware."""
