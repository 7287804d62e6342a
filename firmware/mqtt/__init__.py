"""An MQTT broker hears of the game (docs/mqtt.md), and Home Assistant through it.

Rules kept here: this package is imported only where a broker is configured. The game's loop hands over what is shown
and goes on; a thread of its own speaks with the network, and whatever a broker does costs that thread alone.
"""
