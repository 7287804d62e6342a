"""How good the camera's picture is, and a report picture that shows it."""
