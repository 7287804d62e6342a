"""What the networks are trained on: drawn and rendered tokens, cut as the reader cuts them."""
