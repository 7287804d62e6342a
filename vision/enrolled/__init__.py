"""The owner's own dice: how an enrolled die is recognised and kept."""
