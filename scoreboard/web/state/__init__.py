"""What the pages show: the game, its hands and offers, and the condition of the appliance, as values."""
