"""Pictures of a simulated stadium: bodies, optics, sensor."""
