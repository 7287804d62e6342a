"""What happens in a simulated stadium: tosses, players, stage."""
