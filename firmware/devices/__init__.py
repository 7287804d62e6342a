"""Devices behind Protocols: what the appliance needs of the outside world, and the real drivers."""
