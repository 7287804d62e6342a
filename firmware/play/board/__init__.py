"""What the camera sees of helmets and ball, weighed with what the law allows."""
