"""Files that survive a pulled plug."""
