"""The owner's own dice: how an enrolled die is recognised and kept.

`matcher` compares a view of a die with the pictures that the owner has shown, by three features: `color_model` says
which die it may be, `embedding` and `texture` which of its faces. `storage` is the file format.
"""
