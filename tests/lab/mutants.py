"""Breaks the law on purpose, in every small way there is, and sees whether a test notices. Run by ``make lab-mutants``.

A mutant that no test notices has *survived*. `survivors.toml` explains those that change nothing anybody could notice;
any other is a test that is missing. Fewer than 3 in 100 may be unexplained.

Mutants come in an order drawn by lot, so that a run that was stopped is a fair sample. Verdicts are kept as they come,
and the next run goes on where it was; a change of the law or of its tests begins again.
"""

# ruff: noqa: T201, S311 - printing is what it is for; an order drawn by lot is no secret

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import resource
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import hypothesis
import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT), str(HERE)]

import living  # noqa: E402 - lies beside this file
from mutations import Mutant, mutants  # noqa: E402 - likewise

RULES = ROOT / "scoreboard" / "rules"
EXPLAINED = HERE / "survivors.toml"
KEPT = ROOT / "build" / "mutants.jsonl"
LATE = [
    ROOT / "tests" / "scoreboard" / path
    for path in (
        *("rules/test_history.py", "rules/test_history_definition.py"),
        *("rules/test_history_cost.py", "test_record.py", "commentary/test_facts.py", "rules/test_properties.py"),
    )
]
"""Tests that take longer come last: most mutants are dead by then."""
TESTS = [*sorted({*(ROOT / "tests" / "scoreboard" / "rules").glob("test_*.py")} - {*LATE}), *LATE]
UNFIT = "not drawing and not drawn and not cited"
"""Leaves out what would not tell the law from its mutant in good time: the drawings, and the tests about tests."""
SECONDS, MEMORY = 60, 2 << 30
"""What a mutant may use: seconds of processor time, several times what all the tests take, and bytes."""
LIKELY = 6
"""How many tests are tried on a broken table before all are collected."""
ALLOWED = 0.03

Key = tuple[str, str, str, int]


class Found(NamedTuple):
    """A mutant, the module that it is in, and the tree that it is planted in."""

    module: str
    path: Path
    tree: ast.Module
    mutant: Mutant


def found() -> Iterator[Found]:
    """Every mutant of the law; modules that only re-export have none."""
    for path in sorted(path for path in RULES.rglob("*.py") if path.name != "__init__.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for mutant in mutants(tree, str(path.relative_to(RULES))):
            yield Found(module, path, tree, mutant)


def explained() -> dict[Key, str]:
    """Why each survivor that is known changes nothing."""
    listed = tomllib.loads(EXPLAINED.read_text(encoding="utf-8"))["survivor"]
    return {(one["where"], one["was"], one["now"], one.get("nth", 1)): one["why"] for one in listed}


class Run:
    """A plugin of pytest that tries mutants on the tests collected, in place of running them.

    Args:
        wanted: the mutants to try.
        jobs: how many at once.
        tell: called with each verdict as it comes: the mutant, and whether it survived.
    """

    def __init__(self, wanted: Sequence[Found], jobs: int, tell: Callable[[Mutant, bool], None]) -> None:
        self._waiting = list(reversed(wanted))
        self._jobs = jobs
        self._tell = tell
        self._killers = living.Killers()
        self._running: dict[int, tuple[Mutant, int]] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try them all, each in a child."""
        self._check_the_unbroken(session)
        while self._waiting or self._running:
            while self._waiting and len(self._running) < self._jobs:
                self._begin(self._waiting.pop(), session)
            self._end(*os.wait())
        return True

    def _check_the_unbroken(self, session: pytest.Session) -> None:
        process, reports = fork(lambda _: living.run(session.items), session, [])
        if os.waitpid(process, 0)[1]:
            with os.fdopen(reports, encoding="utf-8") as stream:
                pytest.exit(f"With nothing broken {stream.read() or 'a test'} fails: mend that first.", returncode=1)

    def _begin(self, one: Found, session: pytest.Session) -> None:
        first = self._killers.likeliest(one.mutant.where)
        living.whole(one.path)  # compiled once for all its mutants
        items = living.ordered(session.items, first)
        process, reports = fork(lambda hunter: live(one, items, first, hunter), session, first)
        self._running[process] = one.mutant, reports

    def _end(self, process: int, status: int) -> None:
        mutant, reports = self._running.pop(process)
        with os.fdopen(reports, encoding="utf-8") as stream:
            if killer := stream.read():
                self._killers.note(mutant.where, killer)
        code = os.waitstatus_to_exitcode(status)
        if code > living.BROKEN:  # below 0: it was ended by a signal, for its time or memory
            pytest.exit(f"The tests could not be run on {mutant.key} (exit code {code}).", returncode=1)
        self._tell(mutant, code == living.SURVIVED)


def fork(body: Callable[[living.Hunter], int], session: pytest.Session, first: Sequence[str]) -> tuple[int, int]:
    """Start a child; its process id, and a file descriptor that tells which test killed it."""
    reports, tell = os.pipe()
    process = os.fork()
    if process:
        os.close(tell)
        return process, reports
    code = living.BROKEN
    try:
        confine()
        hunter = living.Hunter(tell, first)
        session.config.pluginmanager.register(hunter)
        code = body(hunter)
    finally:
        os._exit(code)


def confine() -> None:
    """Give the child little to do harm with: no voice, and so much time and memory."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def live(one: Found, items: Sequence[pytest.Item], first: Sequence[str], hunter: living.Hunter) -> int:
    """Be that mutant; return only if it survives, or cannot even be imported. Only ever called in a child."""
    one.mutant.plant()
    if living.is_inside(one.path, one.tree) and living.put(one.path, one.tree):
        living.run(items)
    return living.run_broken((one.module, one.path, one.tree), first[:LIKELY], arguments(), hunter)


def arguments() -> list[str]:
    """What pytest is told, here and in a child that begins again."""
    return ["-k", UNFIT, f"--rootdir={ROOT}", *map(str, TESTS)]


def fingerprint() -> str:
    """Changes with the law, its tests and what they are made of."""
    paths = sorted({*RULES.rglob("*.py"), *TESTS, *(ROOT / "tests" / "support").glob("*.py"), *HERE.glob("*.py")})
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in paths)).hexdigest()


class Verdicts:
    """What is known of each mutant, kept as it comes."""

    def __init__(self, whole: int) -> None:
        mark = fingerprint()
        self._known = _kept(mark)
        self._whole = whole
        KEPT.parent.mkdir(exist_ok=True)
        self._file = KEPT.open("w", encoding="utf-8", buffering=1)
        self._file.write(json.dumps(mark) + "\n")
        self._file.writelines(json.dumps([key, lived]) + "\n" for key, lived in self._known.items())

    def __getitem__(self, key: Key) -> bool:
        return self._known[key]

    def __contains__(self, key: Key) -> bool:
        return key in self._known

    def note(self, mutant: Mutant, lived: bool) -> None:
        """Keep a verdict, and tell how far the run is."""
        self._known[mutant.key] = lived
        self._file.write(json.dumps([mutant.key, lived]) + "\n")
        alive = sum(self._known.values())
        print(f"\r{len(self._known)} of {self._whole} tried, {alive} alive ", end="", file=sys.stderr, flush=True)


def _kept(mark: str) -> dict[Key, bool]:
    """The verdicts of a run that was stopped, if nothing has changed since."""
    if not KEPT.exists():
        return {}
    first, *rest = map(json.loads, KEPT.read_text(encoding="utf-8").splitlines())
    return {tuple(key): lived for key, lived in rest} if first == mark else {}


def report(tried: dict[Key, bool], whole: int) -> int:
    """Print what came of it; the exit code says whether few enough are unexplained."""
    reasons = explained()
    survivors = [key for key, lived in tried.items() if lived]
    unexplained = [key for key in survivors if key not in reasons]
    for where, was, now, nth in unexplained:
        print(f"\n{where}{f' ({nth})' if nth > 1 else ''}\n  - {was}\n  + {now or '(gone)'}")
    for key in sorted(reasons.keys() & tried.keys() - set(survivors)):
        print(f"\nExplained in {EXPLAINED.name}, but a test kills it: {key}")
    share = len(unexplained) / max(1, len(tried))
    print(
        f"\nMutants: {len(tried)} of {whole} tried, {len(tried) - len(survivors)} killed, {len(survivors)} survived: "
        f"{len(survivors) - len(unexplained)} explained, {len(unexplained)} unexplained ({share:.1%})."
    )
    return int(share >= ALLOWED)


def asked() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at once")
    parser.add_argument("--only", default="", metavar="TEXT", help="only mutants whose place contains this")
    parser.add_argument("--survivors", action="store_true", help="only those that survivors.toml explains")
    parser.add_argument("--sample", type=int, metavar="N", help="so many of them")
    parser.add_argument("--seed", type=int, default=1, help="which sample, and in which order")
    return parser.parse_args()


def main() -> int:
    """Try the mutants and tell."""
    wishes, reasons = asked(), explained()
    every = [one for one in found() if wishes.only in one.mutant.where]
    some = [one for one in every if one.mutant.key in reasons] if wishes.survivors else every
    wanted = Random(wishes.seed).sample(some, min(len(some), wishes.sample or len(some)))
    hypothesis.settings.register_profile(
        "mutants",
        max_examples=100,
        derandomize=True,
        database=None,
        deadline=None,
        phases=(hypothesis.Phase.generate,),
    )
    verdicts = Verdicts(len(wanted))
    run = Run([one for one in wanted if one.mutant.key not in verdicts], wishes.jobs, verdicts.note)
    if code := pytest.main([*living.OPTIONS, "--hypothesis-profile=mutants", *arguments()], plugins=[run]):
        return int(code)
    return report({one.mutant.key: verdicts[one.mutant.key] for one in wanted}, len(every))


if __name__ == "__main__":
    sys.exit(main())
