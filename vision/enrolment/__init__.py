"""Enrolling a die: `session` asks for each face and judges its picture, made of several stills; `capture` checks it."""
