"""`stadium phones`: who may score and who owns the box, for whoever has a shell, whether a scoreboard runs or not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from firmware.cli.games import journal_option
from firmware.console.streams import loading
from firmware.errors import StadiumError
from firmware.paths import PHONES
from firmware.text import columns
from scoreboard.errors import why_and_remedy
from scoreboard.language import ENGLISH

if TYPE_CHECKING:
    from firmware.storage.phones_file import PhonesFile
    from scoreboard.web.http.phone import Phone

SET_S = 1_577_836_800
"""The beginning of 2020: a clock that shows an earlier moment was set by nobody."""
LAST = 253_402_214_400
"""The last day that a calendar here has, of the year 9999."""
TITLES = ("phone", "may", "last seen", "paired", "id")
MAY = {"owner": "score and own", "scorer": "score"}


@click.command()
@click.option("--owner", metavar="PHONE", help="Let it change the settings too.")
@click.option("--scorer", metavar="PHONE", help="Let it score alone.")
@click.option("--rename", nargs=2, metavar="PHONE NAME", help="Call it otherwise.")
@click.option("--forget", metavar="PHONE", help="Let it look alone, until it is paired again.")
@journal_option
def phones(
    owner: str | None, scorer: str | None, rename: tuple[str, str] | None, forget: str | None, journal: Path
) -> None:
    """List the phones that are paired, or change one of them.

    PHONE is the name of one, or its id where several have that name. A scoreboard that runs knows of it at once.

    \b
    The owner's phone is lost, and the box has no buttons?
    Pair another phone, and then:   stadium phones --owner "Ana's phone"
    A phone was given away:         stadium phones --forget "Leo's phone"
    """  # noqa: D301 - click knows a kept paragraph by a backspace
    if sum(each is not None for each in (owner, scorer, rename, forget)) > 1:
        raise click.UsageError("--owner, --scorer, --rename and --forget are four things; ask for one at a time")
    with loading():
        from firmware.storage.phones_file import PhonesFile
    file = PhonesFile(journal.with_suffix(PHONES), _refuse)
    if owner is not None:
        _change(file, owner, {"role": "owner"}, "may change the settings now")
    elif scorer is not None:
        _change(file, scorer, {"role": "scorer"}, "may score now, and no more")
    elif rename is not None:
        name = _name(rename[1])
        _change(file, rename[0], {"name": name}, f"is called {name} now")
    elif forget is not None:
        _change(file, forget, None, "is forgotten; it may look, and be paired again")
    else:
        click.echo("\n".join(_listed(file.load().phones)))


def _change(file: PhonesFile, called: str, what: Mapping[str, str] | None, done: str) -> None:
    """Change that phone on the list, as it is at the moment of writing; None takes it off."""
    from msgspec import structs

    from scoreboard.web.phones.phone_book import ListChangedError

    while True:
        kept = file.load()
        phone = _find(kept.phones, called)
        changed = [] if what is None else [structs.replace(phone, **what)]
        listed = tuple(new for each in kept.phones for new in (changed if each is phone else [each]))
        has_owner = any(each.role == "owner" for each in listed)
        after = structs.replace(kept, phones=listed, owned=kept.owned or has_owner)
        try:
            file.write(after)
            break
        except ListChangedError:  # by a scoreboard that runs
            continue
        except OSError as error:
            raise StadiumError(f"the list of phones cannot be written: {ENGLISH(why_and_remedy(error))}") from error
    click.echo(f"{phone.name} {done}.")
    if after.owned and not has_owner:
        click.echo("No phone is an owner's any more: stadium phones --owner PHONE makes one.")


def _find(paired: Iterable[Phone], called: str) -> Phone:
    """The phone of that id or name; StadiumError if there is none, or more than one."""
    found = [each for each in paired if called.casefold() in (each.id, each.name.casefold())]
    if len(found) == 1:
        return found[0]
    if not found:
        raise StadiumError(f"no phone is called {called!r}; stadium phones lists them")
    raise StadiumError("\n".join(["several phones are called so; give the id of one:", *_listed(found)]))


def _listed(paired: Iterable[Phone]) -> list[str]:
    rows = [(each.name, MAY[each.role], _day(each.seen), _day(each.paired), each.id) for each in paired]
    if not rows:
        return ["No phone is paired: open the page on one, and tap Score from this phone."]
    return list(columns([TITLES, *rows]))


def _day(moment: int) -> str:
    if not SET_S < moment <= LAST:
        return "not known"
    return datetime.fromtimestamp(moment).strftime("%Y-%m-%d %H:%M")  # noqa: DTZ006 - the owner's own clock


def _name(text: str) -> str:
    from msgspec import ValidationError, convert

    from scoreboard.rules.visible import Name

    try:
        return convert(text.strip(), Name)
    except ValidationError as error:
        raise click.UsageError(f"no phone can be called {text!r}: 1 to 40 letters, none of them invisible") from error


def _refuse(why: str) -> None:
    raise StadiumError(why)
