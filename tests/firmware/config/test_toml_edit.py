"""The owner's file: what was measured is put into it, and everything else stays as the owner wrote it."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.config.toml_edit import Changes, as_toml, edited, replace
from firmware.errors import ConfigError

CHANGES: Changes = {
    "camera.lens": {"view": 65.9, "distortion": (-0.036, 0.0, 0.0, 0.0)},
    "camera.locked": {"exposure_us": 8000, "focus": None},
}
OWNERS = """# Our stadium, in the kitchen.

[game]
innings = 9   # we like it long

[camera]
source = "usb" # the old webcam

[camera.lens] # measured in May
view = 70.0   # was 66
distortion = [
  -0.1, # k1
  0.0, 0.0, 0.0,
] # from the shop

# The wall is grey.
[panel]
brightness = 90
"""


def test_what_was_measured_is_changed_and_nothing_else() -> None:
    """Comments, order, spacing and other keys stay; a missing table is added at the end."""
    expected = OWNERS.replace("70.0", "65.9").replace("-0.1", "-0.036")
    assert expected + "\n[camera.locked]\nexposure_us = 8000\n" == edited(OWNERS, CHANGES)


def test_words_numbers_and_truths_are_written_as_toml() -> None:
    """What was found out about a panel is of every kind; in a table that is there, and in one that is not."""
    found: Changes = {"panel": {"driver": "ws2812"}, "panel.chain": {"begins": "top-right", "turned": True}}
    text = edited(OWNERS, found)
    assert {"brightness": 90, "driver": "ws2812", "chain": {"begins": "top-right", "turned": True}} == tomllib.loads(
        text
    )["panel"]
    assert {"begins": "top-left", "turned": False} == tomllib.loads(
        edited(text, {"panel.chain": {"begins": "top-left", "turned": False}})
    )["panel"]["chain"]


def test_an_empty_file_gets_only_what_was_measured() -> None:
    """A file that is made again holds nothing but our own tables."""
    assert as_toml(CHANGES) + "\n" == edited("", CHANGES)


def test_writing_twice_is_writing_once() -> None:
    """The same values again change nothing."""
    once = edited(OWNERS, CHANGES)
    assert once == edited(once, CHANGES)


def test_a_key_that_no_longer_holds_is_taken_away() -> None:
    """A camera without focus leaves no focus behind."""
    locked = {"camera.locked": CHANGES["camera.locked"]}
    assert "[camera.locked]\nexposure_us = 8000\n" == edited("[camera.locked]\nfocus = 2.0\n", locked)


def test_the_files_own_line_endings_stay() -> None:
    """A file from Windows stays one, blank lines at its end included."""
    after = edited("[camera.lens]\r\nview = 1.0 # a\r\n\r\n", {"camera.lens": {"view": 60.0}})
    assert "[camera.lens]\r\nview = 60.0 # a\r\n\r\n" == after


def test_where_line_endings_are_mixed_each_line_keeps_its_own() -> None:
    """Two editors were at it; the lines that say nothing of ours are nobody's to change."""
    after = edited("# a\r\n[camera.lens]\nview = 1.0\r\n# b\n", {"camera.lens": {"view": 60.0}})
    assert ["# a\r\n", "[camera.lens]\n", "# b\n"] == [line for line in after.splitlines(True) if "view" not in line]


def test_comment_above_a_table_stays_there() -> None:
    """A new key of the previous table is put before the comment."""
    after = edited("[camera.locked]\ngain = 1.0\n\n# my eyes\n[eyes]\n", {"camera.locked": {"focus": 2.0}})
    assert "[camera.locked]\ngain = 1.0\nfocus = 2.0\n\n# my eyes\n[eyes]\n" == after


@pytest.mark.parametrize(
    "text",
    ["[camera]\nlens.view = 70.0\n", "[camera]\nlens = {view = 70.0}\n", "camera = [{lens = 1}]\n"],
    ids=["dotted", "inline", "in a list"],
)
def test_unsafe_change_is_refused_with_a_reason(text: str) -> None:
    """A spelling that we do not know how to change ends in the lines to put in by hand."""
    with pytest.raises(ConfigError, match=r"(?s)^mine: cannot be changed safely\. .*\[camera\.lens\]\nview = 65\.9"):
        edited(text, CHANGES, "mine")


def test_a_header_in_a_string_is_none() -> None:
    """What an owner has noted down stays there, and the table is added at the end."""
    note = 'note = """\n[camera.lens]\nview = 70.0\n"""\n'
    assert note + "\n[camera.lens]\nview = 60.0\n" == edited(note, {"camera.lens": {"view": 60.0}})


def test_list_of_another_length_replaces_the_old_one() -> None:
    """A lens that was measured otherwise; what is said beside the list stays."""
    after = edited("[camera.lens]\ndistortion = [0.1, 0.2]  # k1, k2\n", {"camera.lens": {"distortion": (0.3,)}})
    assert "[camera.lens]\ndistortion = [0.3]  # k1, k2\n" == after


def test_a_last_line_without_an_end_is_no_obstacle() -> None:
    """Some editors leave it off; a new key gets a line of its own, and the file none that it had not."""
    after = edited("[camera.locked]\ngain = 1.0", {"camera.locked": {"focus": 2.0}})
    assert "[camera.locked]\ngain = 1.0\nfocus = 2.0" == after


@pytest.mark.parametrize("text", ["[panel\n", "a = " + "[" * 9999], ids=["open", "deep"])
def test_a_file_that_is_not_toml_is_left_alone(text: str) -> None:
    """A broken file is named, not repaired by guessing."""
    with pytest.raises(ConfigError, match="mine: is not TOML"):
        edited(text, CHANGES, "mine")


NUMBERS = st.floats(-5, 5, allow_nan=False) | st.integers(0, 9000)
TABLES = st.dictionaries(st.sampled_from(["view", "focus", "gain", "z_9"]), NUMBERS, max_size=4)
FILES = st.dictionaries(st.sampled_from(["camera.lens", "panel", "eyes", "camera"]), TABLES, max_size=4)


@given(FILES, FILES, st.sampled_from(["", " # the owner's own"]))
@pytest.mark.untraced
def test_whatever_stands_there_the_file_says_what_was_meant(
    before: dict[str, dict[str, float]], changes: dict[str, dict[str, float]], tail: str
) -> None:
    """Any numbers in any tables, laid over any others, read back as if laid over key by key."""
    tables = (
        [f"[{table}]{tail}", *(f"{key} = {value!r}{tail}" for key, value in values.items()), ""]
        for table, values in before.items()
    )
    after = edited("\n".join(line for table in tables for line in table), changes)
    for table in {**before, **changes}:
        assert before.get(table, {}) | changes.get(table, {}) == numbers_in(after, table)
    assert sum(map(len, before.values())) + len(before) == after.count("#") or not tail


def numbers_in(text: str, table: str) -> dict[str, float]:
    """A table of a file, without the tables in it."""
    inner = tomllib.loads(text)
    for part in table.split("."):
        inner = inner.get(part, {})
    return {key: value for key, value in inner.items() if not isinstance(value, dict)}


def test_the_former_file_is_kept_beside_the_new_one(tmp_path: Path) -> None:
    """A change that the owner regrets can be taken back, and what may read the file stays as it was."""
    file = tmp_path / "stadium.toml"
    file.write_text("old", encoding="utf-8")
    file.chmod(0o640)
    assert tmp_path / "stadium.toml.bak" == replace(file, "new")
    kept = tmp_path / "stadium.toml.bak"
    assert ("new", "old") == (file.read_text(encoding="utf-8"), kept.read_text(encoding="utf-8"))
    assert 0o640 == file.stat().st_mode & 0o777
    assert [file, kept] == sorted(tmp_path.iterdir())


def test_a_new_file_has_no_backup(tmp_path: Path) -> None:
    """Where nothing stood there is nothing to keep; its folder is made."""
    file = tmp_path / "etc" / "stadium.toml"
    assert replace(file, "new") is None
    assert "new" == file.read_text(encoding="utf-8")


def test_a_full_disk_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What fails half-way changes nothing and leaves nothing lying about."""
    file = tmp_path / "stadium.toml"
    file.write_text("old", encoding="utf-8")
    monkeypatch.setattr(os, "fsync", Mock(side_effect=OSError(28, "No space left on device")))
    with pytest.raises(ConfigError, match="No space left on device; make room"):
        replace(file, "new")
    assert ("old", [file]) == (file.read_text(encoding="utf-8"), list(tmp_path.iterdir()))


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """An owner who keeps the file elsewhere finds it changed there."""
    kept, link = tmp_path / "kept.toml", tmp_path / "stadium.toml"
    kept.write_text("old", encoding="utf-8")
    link.symlink_to(kept)
    replace(link, "new")
    assert ("new", True) == (kept.read_text(encoding="utf-8"), link.is_symlink())
