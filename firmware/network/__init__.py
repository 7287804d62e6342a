"""How the stadium is found and joined on a network."""
