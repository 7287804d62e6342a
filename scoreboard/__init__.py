"""What the game is and how it is shown. Knows no camera, no pin and no Pi."""
