"""Throw detection: how the frames of a camera become reports of what happened on the table.

Theory of operation. A camera gives two streams of one scene: small frames, each of which is compared with the last, and
large stills, of which one is taken only when there is something to read. `tracker.ThrowTracker.update` takes each frame
through these stages. Each rejects something, and the next works on what is left.

1. Background subtraction (`background`), on the frame. Frame and background are brought to one light. Where they differ
   is a blob, and each blob has the number of frames since anything moved in it. Rejects noise and flicker.
2. Camera pose (`pose_monitor`). Now and then, and when something comes to rest, the markers are compared with where
   they should be. While the camera is unstable nothing is judged. Once it stands elsewhere, the empty table of before
   is warped to the new pose, and what that does not explain is left to be read (`camera_bump`).
3. Hands and light (`tracker`). A blob that is large, or reaches in from the edge, is no die. If it shows the known
   print in another light, or never moves again, it becomes background. Else it is a hand, and reported if it stays.
4. Rest (`tracker`). The other blobs wait until they, and all others, have been still for some frames. Rejects dust.
5. Segmentation (`foreground`), on the still, which `still_reader` takes through this stage and the next two. Around
   each blob the still is compared with the empty table; what differs is outlined. Rejects print and shadows.
6. Reading (`region_reader`). All outlines are read as one mosaic by `vision.reader`. An unsure reading is combined with
   those of the next stills (`multi_frame`). Rejects what has not the size of a token.
7. Association (`association`). Each token is matched with one that lay there: it is the same, was bumped, or thrown.
   Rejects all but throws.
8. Table state (`table_state`). What a hand laid down, or what did not come tumbling (`motion`), is asked about. A throw
   must lie clear of other tokens, in the tray, and not `cocked`; else a report says what to put right. What may still
   fall over, or become clearer, is read again.
9. Feedback (`table_model`). A blob that is accounted for becomes background; one that waits for a player is snoozed
   until it moves; where nothing lies any more, the picture of the empty table is renewed.

`board_watcher` looks at the pieces of a board afterwards, by what the tracker knows (`ThrowTracker.scene`).

State lives in four objects, all owned by the tracker: `PoseMonitor` (registration), `MotionTracks`, `StillReader`
(readings not reported yet) and `TableModel`, whose parts change together: `BackgroundModel`, `EmptyTable` (two large
pictures) and `TableState` (known tokens). What belongs to one still is in its `table_geometry.StillView` and dropped
with it. What needs millimetres is asked of its geometry, whose null object answers if no board is registered. Reports
are frozen values (`events`).
"""
