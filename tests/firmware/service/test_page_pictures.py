"""Erasing the pictures of throws from a phone."""

from __future__ import annotations

from pathlib import Path

from support.phones import Table, at_table


def test_only_an_owner_erases_pictures(journal: Path) -> None:
    """Neither a scorer, nor who is not paired, nor another site."""

    async def evening(table: Table) -> None:
        owner, scorer, guest = await table.paired(), await table.paired("Leo"), table.phone()
        for phone, code in ((guest, 401), (scorer, 403)):
            assert code == (await phone.ask("/api/pictures", {}, "DELETE"))[0]
        assert 403 == (await owner.ask("/api/pictures", {}, "DELETE", Origin="http://elsewhere"))[0]
        assert [] == table.erased
        assert (200, {"games": 2}) == await owner.ask("/api/pictures", {}, "DELETE")
        assert ["erased"] == table.erased

    at_table(journal, evening)


def test_disk_that_cannot_erase_is_named(journal: Path) -> None:
    """In a sentence."""

    async def evening(table: Table) -> None:
        table.erased = None
        code, told = await (await table.paired()).ask("/api/pictures", {}, "DELETE")
        assert (503, "The pictures cannot be erased: Read-only file system.") == (code, told["error"])

    at_table(journal, evening)
