"""Which tokens lie in one picture and what they show. `vision.reader` takes a picture through these stages.

1. Detection: `detector` (a `network`) proposes; `suppression` turns `detections` into candidates.
2. Classification: `crops` cuts and rectifies views, `classifiers` see them. `outputs` names their channels; `scores`
   and `pose` are the results. `adjacent_faces` says where the numerals beside a d10's top one are seen, `pips` how well
   the geometry of pips explains a face.
3. `gates` drop what is no token, and make unsure what may be cut off.
4. `posterior` combines all scores into calibrated probabilities, by the fitted `parameters`; `decision` accepts the
   likeliest value or abstains. `d6` does both for cubes with numerals, which are read in every rotation.
5. `viewpoint` marginalises over unknown camera tilts; `frame_fusion` combines several stills of one throw.

`color` names a die's colour.
"""
