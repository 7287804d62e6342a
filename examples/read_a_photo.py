"""Read the dice and the chip in a photo: `python examples/read_a_photo.py tests/golden/eyes/sixes.jpg`."""

import sys

import cv2
import numpy as np

from vision import DiceReader, describe

picture = cv2.imread(sys.argv[1])
if picture is None:
    sys.exit(f"{sys.argv[1]} is no picture")
for reading in DiceReader().read(np.asarray(picture, np.uint8)):
    print(describe(reading), "at", reading.box.centre, "sure" if reading.is_sure else "unsure")
