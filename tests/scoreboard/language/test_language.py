"""How messages are worded, in small languages of the test's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from catalogues import compiled
from msgspec import structs
from support.scoring import SETUP

from scoreboard.commentary import scoreline
from scoreboard.language import ENGLISH, Language, language, languages
from scoreboard.language import catalogue as loading
from scoreboard.language.catalogue import LanguageError
from scoreboard.message import Message, OwnWords, message, renamed
from scoreboard.rules.events import Team
from scoreboard.rules.history import begin

HEADER = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"
"""

Make = Callable[..., Language]


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    """Make a language of messages, each a length, a key and a wording; ``|`` stands between the forms of a plural."""
    monkeypatch.setattr(loading, "CATALOGUES", tmp_path)

    def made(code: str, *entries: tuple[str, str, str]) -> Language:
        folder = tmp_path / code
        folder.mkdir(exist_ok=True)
        (folder / "all.po").write_text(HEADER + "".join(_entry(*each) for each in entries), encoding="utf-8")
        folder.with_suffix(".mo").write_bytes(compiled(folder))
        language.cache_clear()
        return language(code)

    yield made
    language.cache_clear()


def _entry(length: str, key: str, wording: str) -> str:
    one, bar, many = wording.partition("|")
    forms = f'msgid_plural "{key}"\nmsgstr[0] "{one}"\nmsgstr[1] "{many}"\n' if bar else f'msgstr "{one}"\n'
    return f'\nmsgctxt "{length}"\nmsgid "{key}"\n{forms}'


def test_words_of_an_owner_stand_in_place_of_the_catalogues(make: Make) -> None:
    """In the language that is spoken, else in English; short where there is little room; and quoted whole."""
    english, spanish = (
        make(code, ("sentence", "gone", "A {key}."), ("panel", "gone", "GONE")) for code in ("en", "es")
    )
    own = Message("gone", own=OwnWords((("en", "The {cat} has it!"), ("es", "¡El gato!")), (("en", "CAT"),)))
    assert ("The {cat} has it!", "¡El gato!") == (english.say(own), spanish.say(own))
    assert ("CAT", "CAT") == (english.say(own, "panel"), spanish.say(own, "panel"))
    assert "A \\x1b[2J" == english.say(Message("gone", own=OwnWords((("en", "A \x1b[2J"),))))
    assert own == renamed(own, "a", "b")


def test_values(make: Make) -> None:
    """Values stand in their places; a family words those that it has, and names stay as they are."""
    english = make("en", ("sentence", "swing", "{team} swing the {color} die: {value}."), ("short", "color.red", "RED"))
    assert english.say(message("swing", team="Reds", color="red", value=7)) == "Reds swing the RED die: 7."
    assert english.say(message("swing", team="Reds", color="mauve", value=7)) == "Reds swing the mauve die: 7."
    assert english.say(message("swing", team="{value}", color="", value=7)) == "{value} swing the  die: 7."


def test_a_name_is_no_family(make: Make) -> None:
    """Text that happens to end a message's key stays as it is where that message has values of its own."""
    english = make("en", ("sentence", "who", "{due}!"), ("sentence", "due.throw", "throw {value}"))
    assert english.say(message("who", due="throw")) == "throw!"


def test_nested(make: Make) -> None:
    """A message within a message is worded at the same length; several stand one after the other."""
    english = make(
        "en",
        ("sentence", "go", "{where:cap}!"),
        ("panel", "go", "{where:upper}"),
        ("sentence", "home", "¡home plate"),
        ("panel", "home", "hp"),
    )
    go = message("go", where=message("home"))
    assert (english.say(go), english.say(go, "panel"), english.say(go, "short")) == (
        "¡Home plate!",
        "HP",
        "¡Home plate!",
    )
    assert english.say((go, "", (go, "Ana"))) == "¡Home plate! ¡Home plate! Ana"
    assert [english.say(message("go", where=where)) for where in ("/dev/video0", "7 dice")] == [
        "/dev/video0!",
        "7 dice!",
    ]


@pytest.mark.parametrize(
    ("length", "worded"), [("sentence", "long"), ("short", "brief"), ("panel", "brief"), ("spoken", "aloud")]
)
def test_lengths(make: Make, length: str, worded: str) -> None:
    """A length that is missing is worded at the next longer one."""
    english = make("en", ("sentence", "it", "long"), ("short", "it", "brief"), ("spoken", "it", "aloud"))
    assert english.say(message("it"), length) == worded
    assert (english.has("it", "panel"), english.has("it", "short")) == (False, True)


def test_plurals(make: Make) -> None:
    """``count`` chooses the form; a message that has none says the number."""
    english = make("en", ("sentence", "runs", "a run|{count} runs"), ("sentence", "outs", "{count} out"))
    assert [english.say(message("runs", count=count)) for count in (0, 1, 2)] == ["0 runs", "a run", "2 runs"]
    assert english.say(message("outs", count=1)) == "1 out"


def test_lists(make: Make) -> None:
    """Several values: side by side, with commas, or with the language's own conjunction."""
    english = make(
        "en",
        *(("sentence", each, f"{{values{form}}}") for each, form in (("side", ""), ("list", ":list"), ("all", ":and"))),
        ("sentence", "and", "{others} & {last}"),
        ("short", "values.2", "two"),
    )
    texts = [english.say(message(key, values=(1, 2, 3))) for key in ("side", "list", "all")]
    assert texts == ["1 two 3", "1, two, 3", "1, two & 3"]
    assert [english.say(message("all", values=values)) for values in ((), (5,))] == ["", "5"]


def test_english_instead(make: Make) -> None:
    """What a language does not have is said in English, the values in it in the language itself."""
    make("en", ("sentence", "go", "Go {color}!"), ("short", "color.red", "red"))
    spanish = make("es", ("short", "color.red", "rojo"))
    assert spanish.say(message("go", color="red")) == "Go rojo!"
    with pytest.raises(LookupError, match="no catalogue has the message stop"):
        spanish.say(message("stop"))


def test_unknown(make: Make, tmp_path: Path) -> None:
    """What cannot be had is named, with what to do."""
    make("en")
    make("xx")
    assert languages() == ("en", "xx")
    with pytest.raises(LanguageError, match="no catalogue for de: choose en, xx"):
        language("de")
    (tmp_path / "xx.mo").unlink()
    language.cache_clear()
    with pytest.raises(LanguageError, match="xx is not compiled: make catalogues"):
        language("xx")


def test_nothing_that_is_quoted_moves_a_terminal(make: Make) -> None:
    """A file's name, or what stands in it, may hold what a terminal obeys; it is spelt out at every length."""
    english = make("en", ("sentence", "lost", "{file} is damaged: {why}."), ("panel", "lost", "{file}"))
    name, why = "x\x1b]52;c;aWQ=\x07\r", ("\x9b2J\u202e", message("lost", file="\u2066y\tz", why="a\nb"))
    spelt = r"x\x1b]52;c;aWQ=\x07\r"
    text = english.say(message("lost", file=name, why=why))
    assert text == rf"{spelt} is damaged: \x9b2J\u202e \u2066y\tz is damaged: a" + "\nb.."
    assert english.say(message("lost", file=name, why=why), "panel") == spelt
    assert english.say((name, why[0])) == rf"{spelt} \x9b2J\u202e"


def test_name_from_the_right_is_isolated() -> None:
    """It turns nothing that stands beside it in a sentence; panel and voice have letters alone, and so has a name."""
    game = begin(structs.replace(SETUP, away=Team(name="הפועל", color="red"))).game
    assert ENGLISH(scoreline(game)) == f"\u2068{game.team('away').name}\u2069 0, Blues 0"
    assert {"\u2068", "\u2069"}.isdisjoint(ENGLISH(scoreline(game), "panel") + ENGLISH(scoreline(game), "spoken"))
    assert ENGLISH(message("game.team-name", unnamed="النسور")) == "النسور"


def test_shipped() -> None:
    """English and Spanish are there, and each says its own name."""
    assert [language(code).name for code in languages()] == ["English", "Español"]
    assert ENGLISH(message("and", others="A", last="B")) == "A and B"


def test_same_bytes(tmp_path: Path) -> None:
    """A compiled catalogue says neither when it was made, nor by what."""
    folder, source = tmp_path / "en", tmp_path / "en" / "law.po"
    folder.mkdir()
    source.write_text(HEADER + _entry("sentence", "go", "Go!"), encoding="utf-8")
    assert compiled(folder) == compiled(folder)
    assert b"Babel" not in compiled(folder)
    source.write_text(f'{HEADER}\nmsgid "go\n', encoding="utf-8")
    with pytest.raises(SystemExit, match=r"law\.po: .* on 6"):
        compiled(folder)
