"""From testimonies to one honest probability, and from that to a reading or a question.

Rule kept here: a value is told only when both who see it upright name it and their joint probability reaches the
threshold. The weights are `vision.recognition.parameters`: fitted on rendered dice that no network was trained on; no
photo took part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from vision.geometry.numbering import USUAL, Numbering, inferred
from vision.readings import ChipFace, ChipReading, DieKind, DieReading, Evidence, Numeral, Reading
from vision.recognition.classifiers import Statement
from vision.recognition.outputs import DIGITS, HIT, KINDS, NEITHER, NO_NUMERAL, OUT
from vision.recognition.outputs import UprightOutputLayout as Channels
from vision.recognition.parameters import SHIPPED, THRESHOLD, Parameters
from vision.types import Box, Floats

STANDARD = 0.75
"""Share of dice believed to be numbered as most makers do, before the neighbours are looked at."""
CONSISTENT = 2 / 3
"""Share of what is seen beside a die's faces that must be what its numbering says, that the numbering is believed."""
LEAST_TOKEN = 0.3
"""Joint share of finder and first witness for a token, below which nothing is seen.

Of rendered d10s kept out of training one in a hundred is not seen, of things that are none one in twenty-five is. Lower
still a photographed tray holds a die more.
"""
LEAST_SIZE = 26.0
"""Longer side in pixels of what is seen at all: dice are read from 32 on, and their boxes are no fifth too small.

A checked cloth has squares of that size, whose weave looks like pips.
"""
LEAST_KIND = 0.7
"""Probability of a kind of die, below which no value is told.

Against 0.5 and no word from the neighbours, a third as many rendered d8s kept out of training are told a value, and of
such d10s three in a thousand fewer.
"""
STEADY = 0.8
"""Steadiness below which the first witness cannot say which way is up, and no value is told."""
NAMED = 3
"""How many likely values an unsure reading names."""
D10, D6, PIPS, CHIP, OTHER, NONE = range(len(KINDS))

LEAST_LEGIBLE = {D10: 0.1, OTHER: 0.5}
"""How well a numeral must be seen on what may be of that kind, and may be of another, for it to be a die.

Of 1,470 rendered d10s one had less, and no value to be told; of four knots in a photographed table none had more.
"""


def is_token(told: Statement) -> bool:
    """Whether it is a die or a chip at all, by the finder's heat and both of the first witness's ways to say no."""
    return told.box.size >= LEAST_SIZE and token_share(told, float(1 - told.kinds[NONE])) >= LEAST_TOKEN


def token_share(told: Statement, said: float) -> float:
    """What finder and first witness together give to a token, of whose kind the latter has ``said`` so much."""
    return float(told.box.heat * (1 - told.shares[NEITHER]) * said)


def is_chip(told: Statement) -> bool:
    """Whether it is a chip rather than a die."""
    return bool(told.shares[HIT] + told.shares[OUT] > told.shares[:DIGITS].sum())


def is_blank(told: Statement, close: Floats | None, fitted: Parameters = SHIPPED) -> bool:
    """Whether what looks like a die is a knot in the wood, or the like.

    It may be a d10, may be another die, neither for sure, and nobody sees a numeral on it. To the third witness other
    dice have none, so of them the second alone is asked.
    """
    kind = die_kind(told, fitted)
    if kind not in LEAST_LEGIBLE or is_chip(told) or token_share(told, float(told.kinds[kind])) >= LEAST_TOKEN:
        return False
    if close is None or told.face is None:
        return False
    seen = close[:DIGITS] * told.face[:DIGITS] if kind == D10 else close[:DIGITS]
    return float(seen.sum()) < LEAST_LEGIBLE[kind]


def die_kind(told: Statement, fitted: Parameters = SHIPPED) -> int:
    """The likeliest kind of die, a place in KINDS: D10, D6 (with numerals), PIPS or OTHER."""
    kinds = kinds_seen(told, fitted)
    return max((D10, D6, PIPS, OTHER), key=lambda kind: float(kinds[kind]))


def kinds_seen(told: Statement, fitted: Parameters = SHIPPED) -> Floats:
    """Probabilities of KINDS once the top face was seen as well, shape (6,).

    The face around its numeral tells a d10 from a d8, d12, d20 or percentile die, of which nothing is to be read.
    Whether it is one of these dice at all the first witness alone knows.

    Args:
        told: by the first witness, and by who sees the top face.
        fitted: the networks' numbers.
    """
    if told.face is None:
        return told.kinds
    alien = float(np.clip(told.face[NO_NUMERAL], fitted.smoothing, 1 - fitted.smoothing))
    either, kinds = [D10, OTHER], np.array(told.kinds, np.float64)
    shares = kinds[either] * (1.0, (alien / (1 - alien)) ** fitted.face_kind_log_weight)
    kinds[either] = shares * kinds[either].sum() / max(float(shares.sum()), 1e-12)
    return kinds


def kind_share(told: Statement, close: Floats, ring: Floats | None = None, fitted: Parameters = SHIPPED) -> float:
    """Probability, 0 to 1, that a die is of its likeliest kind.

    Args:
        told: by the first witness.
        close: by the second, shape (17,).
        ring: `ring_word`'s, shape (10,). A d8 shows beside its numeral what no d10 does.
        fitted: the networks' numbers.
    """
    kind = die_kind(told, fitted)
    share = float(kinds_seen(told, fitted)[kind])
    if kind == PIPS:
        return cube_share(told, pips_seen(told, close))
    if kind != D10 or ring is None:
        return share
    word = float((digit_odds(told.digits, close, fitted=fitted) @ ring) ** fitted.adjacent_kind_log_weight)
    return share * word / (share * word + 1 - share)


def cube_share(told: Statement, seen: float) -> float:
    """Probability, 0 to 1, that a cube is of its likelier kind, of which so much is ``seen`` on top of it, 0 to 1.

    Where there is a numeral there are no pips, and the other way round. But a card can have either.
    """
    of_it, of_the_other = sorted((float(told.kinds[D6]), float(told.kinds[PIPS])), reverse=True)
    return of_it / max(1 - seen * of_the_other, 1e-9)


def pips_seen(told: Statement, close: Floats) -> float:
    """How well both who look closely see one number of pips, 0 to 1."""
    return 0.0 if told.face is None else float(told.face[Channels.PIPS] @ close[Channels.PIPS])


def digit_odds(whole: Floats, close: Floats, ring: Floats | None = None, fitted: Parameters = SHIPPED) -> Floats:
    """Joint probabilities of 0 to 9, shape (10,), from the witnesses' (10,) and (17,) and `ring_word`'s (10,).

    What a witness gives to 'neither' or 'not upright' speaks for no digit and so is shared by all.
    """
    words = [np.log(spread(shares[:DIGITS], fitted.digit_smoothing)) for shares in (whole, close)]
    evidence = fitted.log_weights[0] * words[0] + fitted.log_weights[1] * words[1]
    if ring is not None:
        evidence = evidence + fitted.adjacent_log_weight * np.log(ring)
    return _tempered(evidence, fitted)


def pip_odds(told: Statement, close: Floats, fitted: Parameters = SHIPPED) -> Floats:
    """Joint probabilities of 1 to 6 pips, shape (6,)."""
    words = [np.log(spread(shares, fitted.smoothing)) for shares in _pip_words(told, close)]
    return _tempered(fitted.pip_log_weight * np.mean(words, axis=0), fitted)


Neighbours = Sequence[Floats | None]
"""The second witness's word on the numerals left and right of the top one, (17,) each; None for one not seen."""


def ring_word(
    neighbours: Neighbours,
    numbering: Numbering = USUAL,
    belief: float = STANDARD,
    fitted: Parameters = SHIPPED,
) -> Floats:
    """How likely each top digit makes what stands left and right of it, beside a die numbered at random, shape (10,).

    Args:
        neighbours: what is seen there.
        numbering: the die's, as far as is known.
        belief: probability, 0 to 1, that it is.
        fitted: the networks' numbers.
    """
    word = np.ones(DIGITS)
    for seen, places in zip(neighbours, (numbering.left, numbering.right), strict=True):
        if seen is not None:
            word = word * (DIGITS * spread(seen[:DIGITS], fitted.smoothing)[places])
    return np.asarray(belief * word + (1 - belief))


def numbering_of(faces: Mapping[int, Neighbours], fitted: Parameters = SHIPPED) -> Numbering | None:
    """How a die is numbered, from what is seen beside each of its top digits; None where that is not certain."""
    evidence = np.zeros((DIGITS, DIGITS))
    for digit, (left, right) in faces.items():
        if left is not None:
            evidence[:, digit] += np.log(DIGITS * spread(left[:DIGITS], fitted.smoothing))
        if right is not None:
            evidence[digit] += np.log(DIGITS * spread(right[:DIGITS], fitted.smoothing))
    numbering = inferred(evidence)
    return numbering if numbering is not None and _agreement(faces, numbering) >= CONSISTENT else None


def _agreement(faces: Mapping[int, Neighbours], numbering: Numbering) -> float:
    """Share of what is seen beside the faces that is what should stand there."""
    words = [
        seen[:DIGITS].argmax() == places[digit]
        for digit, pair in faces.items()
        for seen, places in zip(pair, (numbering.left, numbering.right), strict=True)
        if seen is not None
    ]
    return sum(words) / len(words) if words else 0.0


def _tempered(evidence: Floats, fitted: Parameters) -> Floats:
    odds = np.exp((evidence - evidence.max()) / fitted.temperature)
    return np.asarray(np.minimum(odds / odds.sum(), fitted.max_probability))


def spread(shares: Floats, doubt: float) -> Floats:
    """Shares of some answers as probabilities of these alone, ``doubt`` at least for each."""
    lost = max(1.0 - float(shares.sum()), 0.0) / len(shares)
    return np.asarray((shares + lost) * (1 - len(shares) * doubt) + doubt)


def witnesses_agree(told: Statement, close: Floats) -> bool:
    """Whether both who see the numeral upright name one digit, and the first knows which way is up.

    How loudly they name it is in their joint probability.
    """
    named = int(close[Channels.LABELS].argmax())
    pips = close[Channels.PIPS].max() >= close[Channels.LABELS].max()
    return bool(named in range(DIGITS) and not pips and told.digits.argmax() == named and told.steadiness >= STEADY)


def pips_agree(told: Statement, close: Floats) -> bool:
    """The same of pips, which stand any way."""
    return len({int(shares.argmax()) for shares in _pip_words(told, close)}) == 1


def _pip_words(told: Statement, close: Floats) -> list[Floats]:
    """What each witness that was asked says of 1 to 6 pips."""
    faces = [] if told.face is None else [told.face[Channels.PIPS]]
    return [told.pips, close[Channels.PIPS], *faces]


def judge_die(
    told: Statement,
    close: Floats,
    color: str,
    threshold: float,
    ring: Floats | None = None,
    fitted: Parameters = SHIPPED,
) -> DieReading:
    """A d10's reading, or that of a die with pips; a d6 with numerals is `vision.recognition.d6`'s.

    Unsure below ``threshold``, when the witnesses do not agree, or when it is no die of ours.
    """
    kind = die_kind(told, fitted)
    agreed = kind in {D10, PIPS} and kind_share(told, close, ring, fitted) >= LEAST_KIND
    if kind == PIPS:
        heard = pip_odds(told, close, fitted), agreed and pips_agree(told, close)
        return die_reading("d6", told, color, threshold, heard, fitted)
    odds = digit_odds(told.digits, close, ring if kind == D10 else None, fitted)
    agreed = agreed and witnesses_agree(told, close) and bool(odds.argmax() == close[Channels.LABELS].argmax())
    return die_reading("d10", told, color, threshold, (np.append(odds[1:], odds[0]), agreed), fitted)


def die_reading(
    kind: DieKind,
    told: Statement,
    color: str,
    threshold: float,
    heard: tuple[Floats, bool],
    fitted: Parameters = SHIPPED,
) -> DieReading:
    """A die of ``kind``; ``heard``: probabilities of 1, 2 and so on, and whether the witnesses agree."""
    numeral = Numeral(told.middle, told.angle, told.height, told.level) if die_kind(told, fitted) != PIPS else None
    return retold(DieReading(kind, color, None, 0.0, (), told.box.pixels, numeral), *heard, threshold)


def retold(reading: DieReading, odds: Floats, agreed: bool, threshold: float) -> DieReading:
    """The same die with other probabilities of 1, 2 and so on, which its witnesses agree on or not."""
    shares = tuple(round(float(share), 6) for share in odds)
    ranked = sorted(((value, round(share, 4)) for value, share in enumerate(shares, 1)), key=lambda each: -each[1])
    sure = agreed and ranked[0][1] >= threshold
    value, likely = (ranked[0][0], ()) if sure else (None, tuple(ranked[:NAMED]))
    return replace(reading, value=value, confidence=ranked[0][1], likely=likely, evidence=Evidence(shares, agreed))


def asked(reading: Reading) -> Reading:
    """The same, to be asked about however sure the witnesses are; what rests on no such evidence, as a chip, stays."""
    if isinstance(reading, ChipReading) or reading.evidence is None:
        return reading
    return retold(reading, np.array(reading.evidence.odds), agreed=False, threshold=THRESHOLD)


def chip_odds(told: Statement, fitted: Parameters = SHIPPED) -> Floats:
    """Probabilities of HIT and OUT, shape (2,)."""
    shares = (told.shares[[HIT, OUT]] + told.shares[NEITHER] / 2 + fitted.smoothing) ** fitted.chip_sharpness
    return np.asarray(shares / shares.sum())


def judge_chip(told: Statement, threshold: float, fitted: Parameters = SHIPPED) -> ChipReading:
    """The chip's reading."""
    hit, out = (float(share) for share in chip_odds(told, fitted))
    return judged_face(hit, out, told.box.pixels, threshold)


def judged_face(hit: float, out: float, box: Box, threshold: float) -> ChipReading:
    """The reading of a chip in ``box`` whose faces have these probabilities."""
    faces: list[tuple[ChipFace, float]] = [("hit", round(hit, 4)), ("out", round(out, 4))]
    faces.sort(key=lambda face: -face[1])
    sure = faces[0][1] >= threshold
    return ChipReading(faces[0][0] if sure else None, faces[0][1], () if sure else tuple(faces), box)
