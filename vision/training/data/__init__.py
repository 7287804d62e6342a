"""Training data: drawn and rendered tokens, cut into views as the reader cuts them.

1. Drawn sprites. `drawn_dice`, `drawn_solids` and `distractors` draw one token each: a d10, another die, a chip, or a
   thing that must be read as nothing. `numerals`, `pip_faces`, `symbols` and `prints` mark them and
   `surfaces` gives materials and grounds. They are drawn once (`sprite_cache`), and `drawn_batches` pastes them on
   grounds.
2. Rendered scenes. `rendered_batches` reads pictures and labels of `vision.training.render`, draws tokens so that every
   kind has its share, and adds views of nothing: background, pairs, several tokens, `hard_negatives`.
3. Targets. `crop_targets` cuts a view of a token whose truth is known and says what is true in it; `detector_targets`
   makes the detector's heat map and boxes.
4. Camera. `camera_noise` adds what a hasty camera does to any one picture; `stills` gives several frames of one throw
   by a good camera, with a slightly wrong registration.
5. Measuring. `matching` assigns detections to labelled tokens, by the intersection over union of their boxes.

Both sources of batches have the same methods (`vision.training.networks.fit.BatchSource`), so that they can be mixed.
"""
