"""Dice that say over the air what they show: Pixels (https://gamewithpixels.com), by what they advertise to anybody.

Nothing is connected to, and nothing sent to a die. Theory of operation. `advertisement` reads what was received,
`bluetooth` receives it, `smart_dice` keeps what each die said last and answers for one that the camera saw thrown.
"""
