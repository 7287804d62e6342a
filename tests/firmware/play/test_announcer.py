"""What is heard of an evening: every sentence once, in its turn, in the owner's language."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec import structs
from support.stadium import SETUP, Hand, chip, die, play, presses, unsure

from firmware.devices.sound.repertoire import Samples
from firmware.play.faces.announcer import Announcer
from firmware.play.state.shown import Shown
from firmware.play.state.table_language import TableLanguage
from firmware.simulated.peripherals import SimulatedSpeaker
from scoreboard.commentary import comes_up, names_up, speakable
from scoreboard.language import language, languages
from scoreboard.message import message
from scoreboard.rules import start
from scoreboard.rules.events import Setup
from vision.readings import Reading


def heard(
    journal: Path, sights: Sequence[tuple[Reading, ...]] = (), hand: Hand = lambda _: None, code: str = "en"
) -> SimulatedSpeaker:
    """The speaker that heard an evening."""
    speaker = SimulatedSpeaker()
    play(journal, sights, hand, observers=[Announcer(speaker, TableLanguage(language(code)))])
    return speaker


def replace_team(setup: Setup, **keys: Any) -> Setup:  # noqa: ANN401 - those of a team
    """The same game with another visiting team."""
    return structs.replace(setup, away=structs.replace(setup.away, **keys))


def sentences(speaker: SimulatedSpeaker) -> list[str]:
    """What was said."""
    return [text for text, _, _ in speaker.spoken]


def test_a_game_is_heard(journal: Path) -> None:
    """It begins with how it stands; each play is called, and then what is due; a caught ball pops."""
    speaker = heard(journal, [die("blue", 3), die("red", 8), chip("out")])
    begun, pitch, _, caught = sentences(speaker)[:4]
    assert begun == "Play ball! Reds 0, Blues 0. Top of the first. Nobody out. Blues, pitch."
    assert pitch == "Beat 3."
    assert caught == "Caught! One out."
    assert ["crack", "pop", "out", "cheer"] == list(speaker.played)


def test_it_is_called_in_the_language_of_the_table(journal: Path) -> None:
    """With the voice of that language, and words spelt as it must read them."""
    speaker = heard(journal, hand=presses("strike", "out", "homerun"), code="es")
    assert {"es-419"} == {voice for _, voice, _ in speaker.spoken}
    assert ["straik uno.", "Un aut."] == sentences(speaker)[1:3]


def test_the_voice_changes_with_the_language(journal: Path) -> None:
    """As the menu may change it in the middle of a game."""
    speaker, table = SimulatedSpeaker(), TableLanguage(language("en"))
    announcer = Announcer(speaker, table)

    def listen(shown: Shown) -> None:
        announcer(shown)
        table.now = language("es")

    play(journal, hand=presses("ball"), observers=[listen])
    assert ["en-us", "es-419"] == [voice for _, voice, _ in speaker.spoken][:2]


def test_question_is_heard_once_and_each_offer_is_spoken(journal: Path) -> None:
    """NEXT says what it offers; walking through the answers rings no second time."""
    answers = iter(["next", "next", "ok"])
    hand: Any = lambda shown: next(answers) if shown.asked else None  # noqa: E731 - a hand
    speaker = heard(journal, [unsure("blue", 6, 9, 8)], hand)
    asked = [text.split("?")[0] for text in sentences(speaker) if text.startswith("Is ")]
    assert ["Is the blue die 6", "Is the blue die 9", "Is the blue die 8"] == asked
    assert 1 == list(speaker.played).count("ask")


def test_refusal_is_spoken_and_has_its_sound(journal: Path) -> None:
    """The sentence says what is due."""
    speaker = heard(journal, hand=presses("batter", "redo"))
    assert "no" in speaker.played
    assert any(text.startswith("Not now: ") for text in sentences(speaker))


def test_score_is_read_out_by_one_press(journal: Path) -> None:
    """OK, where there is nothing to confirm: the score, the inning, outs, count, runners."""
    speaker = heard(journal, hand=presses("strike", "ball", "ok"))
    assert sentences(speaker)[3] == "Reds 0, Blues 0. Top of the first. Nobody out. One and one. Blues, pitch."
    assert "no" not in speaker.played


def test_menu_is_spoken_item_by_item_and_then_the_score(journal: Path) -> None:
    """The item comes first, so that NEXT can be pressed at once; after the menu the score is spoken."""
    speaker = heard(journal, hand=presses("menu", "next", "undo"))
    first, second, left = sentences(speaker)[1:4]
    assert (True, True) == (first.startswith("go on. Close"), second.startswith("game. Begin a game"))
    assert left == "Reds 0, Blues 0. Top of the first. Nobody out. Blues, pitch."


def test_calls_cut_in_and_notes_wait(journal: Path) -> None:
    """What comes of a press is heard at once; the word that the game is over lets the last call end."""
    speaker = heard(journal, hand=presses(*["out"] * 9, "menu", "undo", *["out"] * 6, "homerun"))
    waits = {text.split(".")[0]: wait for text, _, wait in speaker.spoken}
    assert (True, False) == (waits["The game is over"], waits["One out"])


def test_rest_waits_for_its_call(journal: Path) -> None:
    """The third out cuts in; who bats now is said after it, unless the next throw comes first."""
    speaker = heard(journal, hand=presses("out", "out", "out"))
    assert [("Three outs.", False), ("Blues bat, nobody out. No score.", True)] == [
        (text, waits) for text, _, waits in list(speaker.spoken)[3:5]
    ]


def test_a_correction_never_repeats_what_was_wrong(journal: Path) -> None:
    """Undone is undone: the new score, and no home run again."""
    speaker = heard(journal, hand=presses("homerun", "undo"))
    assert sentences(speaker)[2] == "Taken back. No score."


def test_resumed_game_is_summed_up_and_not_played_again(journal: Path) -> None:
    """Plays from before the power cut are not heard again, only the score."""
    play(journal, hand=presses("homerun"))
    speaker = heard(journal, hand=presses())
    assert sentences(speaker)[0].startswith("The game goes on. Reds 1, Blues 0.")
    assert not speaker.played


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(K) ✎ ▲3 Out!", "K 3 Out!"),
        ("[[h@l'oU]] <b>Reds</b> $(reboot)", "h l'oU b Reds b reboot"),
        ("Ana & Bo: 2\u20131…", "Ana & Bo: 2 1"),
        ("Año Ñandú", "Año Ñandú"),
        ("A hit.\n\tOut\x00!", "A jit. aut !"),
        ("hits HIT Whit", "hits jit Whit"),
    ],
)
def test_only_speakable_text_is_spoken(text: str, expected: str) -> None:
    """No marks, no markup, no phonemes of espeak; whole words are spelt as they sound."""
    spellings = "hit=jit, out=aut" if "jit" in expected else "x=x"
    assert expected == speakable(text, spellings)


@pytest.mark.parametrize("code", languages())
def test_every_language_has_a_voice_and_spellings(code: str) -> None:
    """Pairs of a word and how it is written for the voice."""
    speaks = language(code)
    pairs = [pair.split("=") for pair in speaks.say(message("voice.spellings")).split(",")]
    assert all(len(pair) == 2 and all(map(str.strip, pair)) for pair in pairs)
    assert speaks.say(message("voice"))


def test_the_simulated_speaker_forgets_what_was_long_ago() -> None:
    """A day of simulated play fills no memory."""
    speaker = SimulatedSpeaker()
    for number in range(1000):
        speaker.say(str(number), "en-us")
        speaker.play("pop", "out")
    kept: Any = (len(speaker.spoken), len(speaker.played))
    assert (100, 100) == kept


def test_a_batter_has_a_tune_until_the_next_throw(journal: Path) -> None:
    """It begins as he comes up, under his own name before his team's; the next play ends it, and so does UNDO."""
    asked: list[tuple[str, ...]] = []

    def tunes(names: Sequence[str]) -> Samples | None:
        asked.append(tuple(names))
        return np.zeros(len(asked), np.int16)

    speaker = SimulatedSpeaker()
    announcer = Announcer(speaker, TableLanguage(language("en")), tunes=tunes)
    setup = replace_team(SETUP, players=("Ana", "Leo"))
    play(journal, [], presses("ball", "out", "undo"), observers=[announcer], setup=setup)
    assert [True, False, True, False] == [tune is not None for tune in speaker.tunes]
    assert {("Ana", "Reds"), ("Leo", "Reds")} == set(asked)


def test_a_helmet_may_have_a_tune() -> None:
    """By the team and what is painted on it; a plain one has the team's."""
    assert ("Reds +", "Reds") == names_up(start(structs.replace(SETUP, rules="diamante-major")))
    assert ("Reds",) == names_up(start(SETUP))


def test_nobody_comes_up_in_a_game_that_is_over_or_goes_on() -> None:
    """Only a new batter, or another side."""
    game = start(SETUP)
    assert comes_up(None, game)
    assert comes_up(structs.replace(game, fresh=False), game)
    assert comes_up(structs.replace(game, half="bottom"), game)
    assert not comes_up(game, game)
    assert not comes_up(None, structs.replace(game, fresh=False))
