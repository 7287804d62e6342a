"""Sound: made from arithmetic, mixed, spoken, and played by ALSA's own player.

Theory of operation. Nobody waits for a sound: `loudspeaker` takes what is wanted from any thread, and works it off on
threads of its own.

1. `synthesis` makes noise, notes and envelopes; `repertoire` is the table of all sounds, a few numbers each.
2. `espeak` has espeak-ng speak a sentence into memory.
3. `mixer` adds what sounds at once, a block of a twentieth of a second after the other: a loud event ducks the crowd,
   and a limiter keeps the sum in range.
4. `alsa` hands the blocks to `aplay`.

Rule kept here: both programs are processes of their own, are given a few seconds, and are ended with all their children
when they hang. A text reaches espeak-ng by its standard input, never as an argument.
"""
