"""The networks themselves: their layers, the training loop and the mean of several."""
