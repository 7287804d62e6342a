"""The networks: their layers, the training loop and the mean of several.

`architecture` defines each network as a chain of convolutions with residual connections, simulates 4-bit weights while
it trains, and writes the chain as ONNX that OpenCV reads. `fit` has a recipe for each network (batch, loss, scores for
distillation) and the loop, `distillation` the losses by which one learns from another. `average` takes the mean of the
weights of networks that were trained on from one another.
"""
