"""Long work that an owner asks for from a phone."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import closing
from io import BytesIO
from itertools import product
from pathlib import Path
from threading import Event
from threading import enumerate as enumerate_threads
from typing import Any, get_args
from unittest.mock import Mock
from zipfile import ZipFile

import pytest
from msgspec import structs
from support.backup import a_die
from support.hang import GIVE_UP_S
from support.phones import Phone, Table, playing

from firmware.config.schema import CameraSource, shipped
from firmware.devices.health import Health, absent
from firmware.errors import RequestError, StadiumError
from firmware.files.staged_replace import RESTORING
from firmware.network.privileged_requests import Request
from firmware.notice import Notice, Severity, finding
from firmware.service import jobs as service_jobs
from firmware.service.jobs import EVERY_S, LOOKED_S, MOST_JOBS, STOP, Filmed, JobDesk, JobTeller, Work
from firmware.setup import page_jobs
from firmware.setup.opened_jobs import without_camera
from firmware.setup.page_jobs import PageJobs
from firmware.storage import backup
from firmware.update.gate import System
from scoreboard.errors import JournalError, NoGameError
from scoreboard.message import Words, message
from scoreboard.web.owner import job_routes
from scoreboard.web.owner.job_types import JobDie, JobName, JobRequest, JobView
from scoreboard.web.pages import page_words
from scoreboard.web.play.changes import NotNowError

JOBS = "/api/jobs"
ZIP = "application/zip"
FILES: tuple[CameraSource, ...] = ("folder", "video", "recording")


async def over(phone: Phone, number: int = 1) -> dict[str, Any]:
    """The job once it is over."""
    while (job := (await phone.ask(f"{JOBS}/{number}"))[1])["state"] in {"running", "asking"}:  # noqa: ASYNC110 - it is another thread's
        await asyncio.sleep(0)
    return dict(job)


async def outcome_of(journal: Path, works: Mapping[JobName, Work], job: JobName) -> dict[str, Any]:
    """What came of a job that an owner's phone has asked for, at a table of its own."""
    async with playing(journal, works=works) as table:
        phone = await table.paired()
        await phone.ask(JOBS, {"job": job})
        return await over(phone)


async def until(phone: Phone, path: str, wanted: Callable[[int, Any], bool]) -> tuple[int, Any]:
    """The first answer that is as wanted."""
    while not wanted(*(answer := await phone.ask(path))):  # noqa: ASYNC110 - it is another thread's
        await asyncio.sleep(0)
    return answer


class Slow:
    """Work that waits until it may go on."""

    def __init__(self) -> None:
        self.begun, self.go_on = Event(), Event()

    def __call__(self, job: JobTeller, _: JobRequest, __: Path | None) -> Words:
        """Tell, and wait."""
        job.tell(0.5, message("job.backup"))
        job.found(finding("green", message("doctor.in-use"), about="panel"))
        self.begun.set()
        self.go_on.wait()
        return message("job.backed-up", count=3)


def asking(job: JobTeller, _: JobRequest, __: Path | None) -> Words:
    """Work that asks whether its picture is right."""
    job.picture(b"PNG")
    job.ask(0.5, message("job.calibrated"), (("ok", message("job.press.keep")), STOP))
    return message("calibrate.written" if job.wait() == "ok" else "calibrate.not-right", file="x")


def jobs(journal: Path, **others: Any) -> Mapping[JobName, Work]:  # noqa: ANN401 - those of PageJobs
    """The real ones."""
    given = {"health": Health(["panel", "camera"]), "restart": lambda: None, **others}
    return PageJobs(shipped, None, journal, **given).works


@pytest.fixture(autouse=True)
def _at_home(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is backed up and restored lies beside the journal."""
    monkeypatch.setenv("STADIUM_HOME", str(journal.parent))


async def test_a_job_tells_how_far_it_is_and_outlives_the_page(journal: Path) -> None:
    """Whoever asks later has the same answer, in the asked language; while it goes on no other begins."""
    slow = Slow()
    async with playing(journal, works={"backup": slow}) as table:
        phone = await table.paired()
        code, begun = await phone.ask(JOBS, {"job": "backup"})
        await asyncio.to_thread(slow.begun.wait)
        _, job = await phone.ask(f"{JOBS}/1")
        assert (200, 1, "backup", "running", 0.5) == (
            code, begun["id"], job["job"], job["state"], job["progress"],
        )  # fmt: skip
        assert [("Panel", "green")] == [(each["about"].capitalize(), each["severity"]) for each in job["findings"]]
        assert 409 == (await phone.ask(JOBS, {"job": "backup"}))[0]
        assert 409 == (await phone.ask(JOBS, raw=b"PK", Content_Type=ZIP))[0]
        slow.go_on.set()
        done = await over(phone)
        assert ("done", 1.0, True) == (done["state"], done["progress"], "3 files" in done["said"])
        assert "3 archivos" in (await phone.ask(f"{JOBS}/1?lang=es"))[1]["said"]
        assert [done] == (await phone.ask(JOBS))[1]
        assert (404, 409) == ((await phone.ask(f"{JOBS}/9"))[0], (await phone.ask(f"{JOBS}/1", {"press": "ok"}))[0])


async def test_a_job_that_fails_says_why_and_ends_no_game(journal: Path) -> None:
    """Whether it was foreseen or not; what cannot be done here is refused."""
    faults: dict[JobName, Exception] = {
        "update": RequestError(message("network.no-service", request="update")),
        "doctor": ZeroDivisionError(),
        "restart": NoGameError(message("page.no-game")),
    }
    async with playing(journal, works={job: Mock(side_effect=fault) for job, fault in faults.items()}) as table:
        phone = await table.paired()
        await phone.ask(JOBS, {"job": "restart"})
        await over(phone)
        assert "Todavía no hay juego" == (await phone.ask(f"{JOBS}/1?lang=es"))[1]["said"]
        for number, job in enumerate(("update", "doctor"), start=2):
            await phone.ask(JOBS, {"job": job})
            failed = await over(phone, number)
            assert ("failed", True) == (failed["state"], failed["said"] != "")
        assert "ZeroDivisionError" in failed["said"]
        assert [409, 400, 400] == [
            (await phone.ask(JOBS, each))[0] for each in ({"job": "backup"}, {"job": "restore"}, {"job": "reset"})
        ]
        assert 200 == (await phone.ask("/api/lines", {"type": "press", "button": "ball"}))[0]


def test_what_comes_late_does_not_begin_a_job_again(tmp_path: Path) -> None:
    """The camera's thread may still tell something when an owner has stopped the job."""
    job = JobTeller(JobView(1, "teach", "running", 0.0, ""), tmp_path)
    job.end(well=False, words=message("job.stopped"))
    over = job.view
    job.ask(0.5, message("job.calibrated"), ())
    job.film(lambda: b"late")
    job.picture(b"late")
    assert over is job.view


async def test_a_job_says_what_it_may_be_answered(journal: Path) -> None:
    """In the asked language, with what each answer does; once it is over nothing."""
    async with playing(journal, works={"calibrate": asking}) as table:
        phone = await table.paired()
        await phone.ask(JOBS, {"job": "calibrate"})
        _, job = await until(phone, f"{JOBS}/1?lang=es", lambda _, job: job["state"] == "asking")
        assert [("ok", "Guardarlo: coincide"), ("stop", "Parar")] == [
            (each["press"], each["said"]) for each in job["presses"]
        ]
        await phone.ask(f"{JOBS}/1", {"press": "ok"})
        assert [] == (await over(phone))["presses"]


async def test_what_the_camera_shows_can_be_looked_at(journal: Path) -> None:
    """A picture is made once somebody has looked, and not after the job is over."""
    made, has_looked, go_on = list[bytes](), Event(), Event()

    def filming(job: JobTeller, _: JobRequest, __: Path | None) -> Words:
        while not go_on.is_set():
            job.film(lambda: made.append(b"JPEG") or made[-1])
            has_looked.wait(GIVE_UP_S)
        return ""

    async with playing(journal, works={"teach": filming}) as table:
        phone = await table.paired()
        await phone.ask(JOBS, {"job": "teach", "dice": ["red"]})
        _, job = await until(phone, f"{JOBS}/1", lambda _, job: bool(job["live"]))
        assert [] == made
        assert 204 == (await phone.ask(job["live"]))[0]  # it is made for who has looked
        has_looked.set()
        assert (200, b"JPEG") == await until(phone, job["live"], lambda code, _: code != 204)
        go_on.set()
        assert None is (await over(phone))["live"]
        assert 204 == (await phone.ask(job["live"]))[0]
        assert 404 == (await phone.ask(f"{JOBS}/2/live"))[0]
        assert 401 == (await table.phone().ask(job["live"]))[0]


def test_a_look_has_a_few_pictures_a_second_made() -> None:
    """However many frames come and however many look; what is old is not shown as if it were live."""
    clock, made = [0.0], list[float]()
    filmed = Filmed(lambda: clock[0])

    def make() -> bytes:
        made.append(clock[0])
        return b"JPEG"

    def frames(seconds: float) -> None:
        for _ in range(round(seconds * 8)):
            clock[0] += 0.125
            filmed.show(make)

    frames(1)
    assert ([], None) == (made, filmed.look())
    frames(2)
    assert (4, b"JPEG") == (len(made), filmed.look())
    frames(20)
    assert (4 + LOOKED_S / EVERY_S, None) == (len(made), filmed.look())


async def test_only_what_can_be_done_here_is_offered(journal: Path) -> None:
    """With the dice that can be taught; a restart wherever it runs, for the program starts again by itself."""
    restarted = list[bool]()
    works = jobs(journal, restart=lambda: restarted.append(True))
    assert "restart" in works
    async with playing(journal, works=works) as table:
        phone = await table.paired()
        _, offered = await phone.ask(f"{JOBS}/offered")
        assert {*works} == {each["job"] for each in offered}
        assert [[]] == [each["dice"] for each in offered if each["job"] == "restart"]
        await phone.ask(JOBS, {"job": "restart"})
        assert ("done", [True]) == ((await over(phone))["state"], restarted)
        assert 401 == (await table.phone().ask(f"{JOBS}/offered"))[0]


def test_dice_that_can_be_taught_are_offered() -> None:
    """Each with how much of it is known."""
    desk = JobDesk({"teach": lambda *_: "", "doctor": lambda *_: ""}, lambda: [JobDie("red", 3, 10)])
    assert [("teach", (JobDie("red", 3, 10),)), ("doctor", ())] == [(each.job, each.dice) for each in desk.offered()]


async def test_jobs_are_offered_in_the_page_s_order(journal: Path) -> None:
    """Whatever the order in which they are made; each that there may be has its place."""
    assert {*get_args(JobName)} == {*page_words.JOBS}
    async with playing(journal, works=dict.fromkeys(sorted(get_args(JobName)), asking)) as table:
        phone = await table.paired()
        _, offered = await phone.ask(f"{JOBS}/offered")
    assert [*page_words.JOBS] == [each["job"] for each in offered]


async def test_jobs_are_an_owners(table: Table) -> None:
    """Not a scorer's, and nobody's without a cookie."""
    await table.paired()
    scorer, nobody = await table.paired("Leo"), table.phone()
    assert 401 == (await nobody.ask(JOBS))[0]
    assert 403 == (await scorer.ask(JOBS))[0]
    assert 403 == (await scorer.ask(JOBS, {"job": "update"}))[0]
    assert 403 == (await scorer.ask(JOBS, raw=b"PK", Content_Type=ZIP))[0]


@pytest.mark.parametrize(
    ("content", "state", "words"),
    [
        ('{"what":"updated","version":"1.3"}', "done", "Version 1.3 is installed."),
        ('{"what":"none","version":"1.2"}', "done", "Nothing newer than 1.2 was found."),
        ('{"what":"failed"}', "failed", "The update failed"),
        ('{"what":"refused","why":"signature","file":"x.deb"}', "failed", "The signature beside x.deb does not fit it"),
        ('{"what":"back","why":"frame","version":"2"}', "failed", "Version 2 was taken back, for no picture came"),
    ],
)
async def test_an_update_tells_what_came_of_it(
    journal: Path, tmp_path: Path, content: str, state: str, words: str
) -> None:
    """Root is asked for it, as from the box; an earlier outcome is not shown again, and a question goes on."""
    outcome, asked, waited = tmp_path / "outcome", list[Request](), list[float]()
    outcome.write_text('{"what":"none","version":"1.1"}', encoding="utf-8")
    os.utime(outcome, ns=(1, 1))

    def wait(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 2:
            outcome.write_text('{"what":"press","why":"older","version":"1.3"}', encoding="utf-8")
        if len(waited) == 3:
            outcome.write_text(content, encoding="utf-8")

    works = jobs(journal, request=asked.append, outcome=outcome, wait=wait)
    done = await outcome_of(journal, works, "update")
    assert state == done["state"]
    assert words in done["said"]
    assert (["update"], 3) == (asked, len(waited))


async def test_an_update_that_says_nothing_is_not_awaited_for_ever(journal: Path, tmp_path: Path) -> None:
    """No longer than the system lets it run."""
    works = jobs(journal, request=lambda _: None, outcome=tmp_path / "none", wait=lambda _: None)
    assert "failed" == (await outcome_of(journal, works, "update"))["state"]


async def test_only_the_last_jobs_are_remembered(journal: Path) -> None:
    """However many there have been."""
    async with playing(journal, works={"update": lambda *_: ""}) as table:
        phone = await table.paired()
        for number in range(1, MOST_JOBS + 3):
            await phone.ask(JOBS, {"job": "update"})
            await over(phone, number)
        _, listed = await phone.ask(JOBS)
        assert list(range(MOST_JOBS + 2, 2, -1)) == [job["id"] for job in listed]


async def test_the_doctor_looks_at_everything_a_game_leaves_free(journal: Path) -> None:
    """The devices in use are as the game finds them."""
    health = Health(["panel", "camera"])
    health.reporter("camera")(absent("the camera is gone; check its plug", "NO CAMERA"))
    job = await outcome_of(journal, jobs(journal, health=health), "doctor")
    found = {each["about"]: each["severity"] for each in job["findings"]}
    assert ("done", "red", "green") == (job["state"], found["camera"], found["panel"])
    assert {"settings", "games", "machine"} <= found.keys()


async def test_a_backup_is_made_while_a_game_goes_on(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It can be fetched, has the game, and neither the secret nor the phones."""
    monkeypatch.setattr(page_jobs, "SYSTEM_FILE", journal.parent / "etc.toml")
    async with playing(journal, works=jobs(journal)) as table:
        phone = await table.paired()
        await phone.ask("/api/lines", {"type": "press", "button": "ball"})
        await phone.ask(JOBS, {"job": "backup"})
        job = await over(phone)
        assert ("done", f"{JOBS}/1/file") == (job["state"], job["file"])
        code, raw = await phone.ask(job["file"])
        names = ZipFile(BytesIO(raw)).namelist()
        assert (200, True, False) == (code, "games.sqlite" in names, any("phones" in name for name in names))
        assert 404 == (await phone.ask(f"{JOBS}/1/pictures/0"))[0]
        assert "It holds 1 game and no settings. Paired phones and pictures of throws are in no backup." in job["said"]


async def test_a_file_that_a_later_job_took_away_is_missing(journal: Path) -> None:
    """It says so: the page that shows the earlier job may still be open."""

    def make(job: JobTeller, _: JobRequest, __: Path | None) -> Words:
        file = job.folder / "made.zip"
        file.write_bytes(b"PK")
        job.made(file)
        return ""

    def take_away(job: JobTeller, _: JobRequest, __: Path | None) -> Words:
        (job.folder / "made.zip").unlink()
        return ""

    async with playing(journal, works={"backup": make, "card": take_away}) as table:
        phone = await table.paired()
        await phone.ask(JOBS, {"job": "backup"})
        job = await over(phone)
        assert (200, b"PK") == await phone.ask(job["file"])
        await phone.ask(JOBS, {"job": "card"})
        await over(phone, 2)
        code, answer = await phone.ask(job["file"])
        assert (404, {"error"}) == (code, {*answer})


async def test_a_backup_in_a_simulation_says_that_it_has_not_its_games(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are in none; and of what it holds it says no games where there are none."""
    monkeypatch.setattr(page_jobs, "SYSTEM_FILE", journal.parent / "etc.toml")
    simulated = journal.with_name("simulated.sqlite")
    journal.with_name("set-here.toml").write_text("[game]\ninnings = 5\n", encoding="utf-8")
    job = await outcome_of(simulated, jobs(simulated, is_simulated=True), "backup")
    assert "It holds no games and what was set at the box and on the page." in job["said"]
    (found,) = job["findings"]
    assert "The games of this simulation are not in the backup: they are in none." == found["said"]


async def test_a_restart_that_is_refused_leaves_nothing_to_be_put_back(journal: Path, saved: Path) -> None:
    """Who reads that the restore has failed must not find other games at the next start."""
    refused = Mock(side_effect=StadiumError(message("job.restart-loses")))
    async with playing(journal, works=jobs(journal, restart=refused)) as table:
        phone = await table.paired()
        await phone.ask(JOBS, raw=saved.read_bytes(), Content_Type=ZIP)
        job = await over(phone)
    assert "failed" == job["state"]
    assert job["said"].startswith("The disk has not taken the last plays")
    assert [] == [path.name for path in journal.parent.iterdir() if path.name.startswith(RESTORING)]


@pytest.mark.parametrize(
    ("words", "severity", "state"),
    [
        (message("start.restored", made="2026-04-01T18:00", folder="/x"), "green", "done"),
        (message("start.not-restored"), "amber", "failed"),
    ],
)
def test_the_next_start_tells_the_page_what_became_of_a_backup(words: Words, severity: Severity, state: str) -> None:
    """As the last job: a restore ends with a restart, after which nobody remembers it."""
    with closing(JobDesk({"update": lambda *_: ""})) as desk:
        desk.remember("restore", Notice(words, words, severity))
        desk.begin(JobRequest("update"), None)
        job = desk.jobs()[-1]
        assert ("restore", state, words) == (job.job, job.state, job.said)


async def test_a_backup_is_put_back_at_the_next_start(journal: Path, saved: Path) -> None:
    """It goes to the disk piece by piece, is checked, and the program starts again; the game goes on until then."""
    restarted, raw = list[bool](), saved.read_bytes()
    async with playing(journal, works=jobs(journal, restart=lambda: restarted.append(True))) as table:
        phone = await table.paired()
        code, begun = await phone.ask(JOBS, raw=raw, Content_Type=ZIP)
        job = await over(phone)
        assert (200, "restore", "done", [True]) == (code, begun["job"], job["state"], restarted)
        assert (journal.parent / RESTORING).is_dir()
        assert 200 == (await phone.ask("/api/lines", {"type": "press", "button": "ball"}))[0]


async def test_a_phone_that_is_revoked_while_it_sends_restores_nothing(journal: Path, saved: Path) -> None:
    """It was an owner's when it began, and need not hurry."""
    restarted, raw = list[bool](), saved.read_bytes()
    async with playing(journal, works=jobs(journal, restart=lambda: restarted.append(True))) as table:
        owner, lost = await table.paired(), await table.paired("Leo")
        path = f"/api/phones/{(await lost.ask('/api/me'))[1]['phone']['id']}"
        assert 200 == (await owner.ask(path, {"role": "owner"}, "PATCH"))[0]

        async def slowly() -> AsyncIterator[bytes]:
            yield raw[:30]
            assert 200 == (await owner.ask(path, method="DELETE"))[0]
            yield raw[30:]

        sent = {"Origin": lost.origin, "Content-Type": ZIP}
        async with lost.session.post(f"{lost.origin}{JOBS}", data=slowly(), headers=sent) as answer:
            assert (401, "not paired" in (await answer.json())["error"]) == (answer.status, True)
        assert ((200, []), []) == (await owner.ask(JOBS), restarted)


async def test_one_backup_is_sent_at_a_time(journal: Path, saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second one is refused at once and fills no disk; one that comes too late leaves nothing there either."""
    monkeypatch.setattr(service_jobs, "ON_DISK", saved.parent)
    raw, slow = saved.read_bytes(), Slow()

    def sent() -> list[Path]:
        return list(saved.parent.glob("stadium-*/sent-*"))

    async with playing(journal, works={**jobs(journal), "backup": slow}) as table:
        owner, go_on = await table.paired(), asyncio.Event()

        async def slowly() -> AsyncIterator[bytes]:
            yield raw[:30]
            await go_on.wait()
            yield raw[30:]

        async def send() -> int:
            headers = {"Origin": owner.origin, "Content-Type": ZIP}
            async with owner.session.post(f"{owner.origin}{JOBS}", data=slowly(), headers=headers) as answer:
                return answer.status

        first = asyncio.create_task(send())
        await until(owner, f"{JOBS}/offered", lambda *_: bool(sent()))
        code, answer = await owner.ask(f"{JOBS}?lang=es", raw=raw, Content_Type=ZIP)
        assert (409, 1, True) == (code, len(sent()), answer["error"].startswith("Otro respaldo está llegando"))
        await owner.ask(JOBS, {"job": "backup"})
        go_on.set()
        assert (409, []) == (await first, sent())
        slow.go_on.set()
        await over(owner)
        assert 200 == (await owner.ask(JOBS, raw=raw, Content_Type=ZIP))[0]
        await over(owner, 2)


async def test_a_backup_of_which_no_more_comes_is_given_up(
    journal: Path, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The phone is told so, nothing of it is left, and the next one is taken."""
    monkeypatch.setattr(job_routes, "SILENT_S", 0.01)
    restarted, raw, on_disk = list[bool](), saved.read_bytes(), saved.parent / "on-disk"
    on_disk.mkdir()
    monkeypatch.setattr("firmware.service.jobs.ON_DISK", on_disk)
    async with playing(journal, works=jobs(journal, restart=lambda: restarted.append(True))) as table:
        owner, go_on = await table.paired(), asyncio.Event()

        async def stuck() -> AsyncIterator[bytes]:
            yield raw[:30]
            await go_on.wait()

        headers = {"Origin": owner.origin, "Content-Type": ZIP}
        async with owner.session.post(f"{owner.origin}{JOBS}", data=stuck(), headers=headers) as answer:
            assert (408, True) == (answer.status, "did not come whole" in (await answer.json())["error"])
        assert [] == [*on_disk.glob("*/*")]
        go_on.set()
        monkeypatch.setattr(job_routes, "SILENT_S", GIVE_UP_S)
        assert 200 == (await owner.ask(JOBS, raw=raw, Content_Type=ZIP))[0]
        await over(owner)


async def test_what_is_no_backup_changes_nothing(journal: Path, saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Damaged, too large, or sent by another page."""
    restarted, raw = list[bool](), saved.read_bytes()
    async with playing(journal, works=jobs(journal, restart=lambda: restarted.append(True))) as table:
        phone = await table.paired()
        await phone.ask(JOBS, raw=raw[:-30], Content_Type=ZIP)
        job = await over(phone)
        assert ("failed", "The file is no backup") == (job["state"], job["said"][:21])
        _, job = await phone.ask(f"{JOBS}/{job['id']}?lang=es")
        assert "El archivo no es un respaldo" == job["said"][:28]
        evil = {"Origin": "http://evil.example"}
        assert 403 == (await phone.ask(JOBS, raw=raw, Content_Type=ZIP, **evil))[0]
        monkeypatch.setattr(job_routes, "LARGEST_UPLOAD", 100)
        assert 413 == (await phone.ask(JOBS, raw=raw, Content_Type=ZIP))[0]
        assert ([], False) == (restarted, (journal.parent / RESTORING).exists())


FULL = "The card does not take it (No space left on device), so nothing was changed; make room, then try again."


@pytest.mark.parametrize(
    ("broken", "error", "reason"),
    [
        ("written_whole", OSError(28, "No space left on device"), FULL),
        (
            "read_games",
            JournalError(message("journal.unread", file="/var/lib/stadium", why="")),
            "The games cannot be read",
        ),
    ],
)
async def test_failed_backup_is_reported_without_paths(
    journal: Path, monkeypatch: pytest.MonkeyPatch, broken: str, error: Exception, reason: str
) -> None:
    """The owner of a phone reads what to do: another button of the same page helps, and no folder of the box."""
    monkeypatch.setattr(backup, broken, Mock(side_effect=error))
    job = await outcome_of(journal, jobs(journal), "backup")
    assert "failed" == job["state"]
    assert job["said"].startswith(reason)
    assert "/" not in job["said"]


async def test_a_backup_names_games_that_it_has_not(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of ``stadium run --journal`` may lie anywhere, and whoever fetches the file would miss them."""
    away = journal.with_name("away")
    (away / "dice").mkdir(parents=True)
    (away / "dice" / "green.die").write_bytes(a_die("green"))
    async with playing(journal, works=jobs(journal)) as table:
        phone, found = await table.paired(), []
        for number, folder in enumerate((journal.parent, away), start=1):
            monkeypatch.setenv("STADIUM_HOME", str(folder))
            await phone.ask(JOBS, {"job": "backup"})
            job = await over(phone, number)
            found.append((job["state"], [str(journal) in each["said"] for each in job["findings"]]))
        assert [("done", []), ("done", [True])] == found


def test_no_job_of_before_a_restart_is_taken_for_another() -> None:
    """A phone that still asks for the job that it began is told of no other one that began since."""
    desks = [JobDesk({"update": lambda *_: ""}) for _ in range(2)]
    begun = [desk.begin(JobRequest("update"), None).id for desk in desks]
    others = [desk.begin(JobRequest("update"), None).id for desk in desks if over_by_now(desk)]
    assert 4 == len({*begun, *others})
    assert all(number < 1 << 53 for number in begun)  # what a page counts exactly
    for desk in desks:
        desk.close()


def over_by_now(desk: JobDesk) -> bool:
    """Whether its job is over; waits for it."""
    for thread in enumerate_threads():
        if thread.name.startswith("job-"):
            thread.join()
    return desk.jobs()[0].state == "done"


@pytest.mark.parametrize("refuses", ["mkdtemp", "mkstemp"])
async def test_a_disk_that_takes_nothing_takes_no_job_either(
    journal: Path, monkeypatch: pytest.MonkeyPatch, refuses: str
) -> None:
    """The phone is answered why, whatever could not be made; once there is room all goes on."""
    full = Mock(side_effect=OSError(28, "No space left on device"))
    async with playing(journal, works=jobs(journal)) as table:
        phone = await table.paired()
        with monkeypatch.context() as disk:
            disk.setattr(service_jobs.tempfile, refuses, full)
            code, answer = await phone.ask(JOBS, raw=b"PK", Content_Type=ZIP)
            assert (503, True) == (code, "The card does not take it" in answer["error"])
        assert 200 == (await phone.ask(JOBS, raw=b"PK", Content_Type=ZIP))[0]
        await over(phone)


async def test_a_job_goes_on_though_the_phone_that_began_it_is_forgotten(journal: Path) -> None:
    """Another owner's sees it and answers it; the forgotten one sees no more of it, and ends or begins nothing."""
    async with playing(journal, works={"calibrate": asking}) as table:
        lost = await table.paired()
        table.pairing.open_at_box(owner=True)
        owner = table.phone()
        assert 200 == (await owner.ask("/api/pair", {"code": table.digits, "name": "Leo"}))[0]
        await lost.ask(JOBS, {"job": "calibrate"})
        await until(owner, f"{JOBS}/1", lambda _, job: job["state"] == "asking")
        name = (await lost.ask("/api/me"))[1]["phone"]["id"]
        assert 200 == (await owner.ask(f"/api/phones/{name}", method="DELETE"))[0]
        gone = [
            (await lost.ask(f"{JOBS}/1"))[0],
            (await lost.ask(f"{JOBS}/1/pictures/0"))[0],
            (await lost.ask(f"{JOBS}/1", {"press": "stop"}))[0],
            (await lost.ask(JOBS, raw=b"PK", Content_Type=ZIP))[0],
            (await lost.ask("/api/games/1", {}, "DELETE"))[0],
        ]
        assert [401] * len(gone) == gone
        assert 200 == (await owner.ask(f"{JOBS}/1", {"press": "ok"}))[0]
        assert "done" == (await over(owner))["state"]


@pytest.mark.parametrize("job", ["calibrate", "teach"])
@pytest.mark.parametrize(
    ("source", "why"), [("none", "page.job-without-camera"), *product(FILES, ["page.job-with-pictures"])]
)
def test_camera_job_without_a_camera_is_refused(job: JobName, source: CameraSource, why: str) -> None:
    """Kept pictures are no camera: nothing can be looked at through them, from a phone or at the box."""
    config = structs.replace(shipped(), camera=structs.replace(shipped().camera, source=source, path="."))
    with pytest.raises(NotNowError) as refused:
        JobDesk({}, cannot=without_camera(config)).begin(JobRequest(job), None)
    assert message(why) == refused.value.words


class Packaged(System):
    """A computer on which a version is installed as a package, or is not."""

    def __init__(self, version: str) -> None:
        self.version = version

    def run(self, *command: str) -> tuple[bool, str]:
        """As dpkg answers, but that it builds none."""
        return "--build" not in command and bool(self.version), self.version if "--show" in command else ""


@pytest.mark.parametrize(
    ("system", "reason"),
    [(Packaged(""), "not installed as a package"), (Packaged("1.2"), "could not be made")],
)
async def test_card_that_cannot_be_made_is_reported(journal: Path, system: System, reason: str) -> None:
    """The sentence says what to do, where something can be done."""
    job = await outcome_of(journal, jobs(journal, system=system), "card")
    assert "failed" == job["state"]
    assert reason in job["said"]
