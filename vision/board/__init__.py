"""A board game's pieces: which stands at which place, where the ball lies, whether a hand is over them."""
