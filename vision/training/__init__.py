"""How the networks in ``vision/model`` were made: everything is drawn here, no photo is used.

Run ``python -m vision.training``. Nothing in this package is imported at run time.
"""
