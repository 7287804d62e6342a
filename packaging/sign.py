#!/usr/bin/env python3
"""Sign a package, so that stadiums install it without asking; or make the pair of keys, once.

    packaging/sign.py --new FILE              make a pair: the secret key FILE, and packaging/keys/release.pub
    packaging/sign.py --key FILE PACKAGE ...  write PACKAGE.minisig beside each

It needs minisign (sudo apt install minisign), which asks for the secret key's password. Rule kept here: the secret key
lies in a file of the maintainer's, never in the project; what is signed is checked against the public keys that are
shipped, for a stadium has no others.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KEYS = ROOT / "packaging/keys"
PUBLIC = KEYS / "release.pub"


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description="Sign packages for stadiums.")
    parser.add_argument("--new", type=Path, metavar="FILE", help="make a pair of keys: the secret one is FILE")
    parser.add_argument("--key", type=Path, metavar="FILE", help="the secret key to sign with")
    parser.add_argument("--public", type=Path, default=PUBLIC, help="the public key (packaging/keys/release.pub)")
    parser.add_argument("--no-password", action="store_true", help="the secret key has none")
    parser.add_argument("packages", type=Path, nargs="*", metavar="PACKAGE")
    given = parser.parse_args()
    if shutil.which("minisign") is None:
        sys.exit("minisign is needed: sudo apt install minisign")
    plain = ["-W"] if given.no_password else []
    if given.new is not None:
        make_pair(given.new, given.public, plain)
    elif given.key is None or not given.packages:
        parser.error("--key FILE and a package, or --new FILE")
    for package in given.packages:
        sign(package, given.key, given.public, plain)


def make_pair(secret: Path, public: Path, plain: list[str]) -> None:
    """Make a pair of keys; none that is there is replaced."""
    if secret.resolve().is_relative_to(ROOT):
        sys.exit(f"{secret} lies in the project: whoever has the project would have the key. Name a file elsewhere.")
    if taken := next((file for file in (secret, public) if file.exists()), None):
        sys.exit(f"{taken} is there already. Stadiums that trust it would trust nothing else: move it away yourself.")
    public.parent.mkdir(parents=True, exist_ok=True)
    minisign("-G", *plain, "-s", str(secret), "-p", str(public))
    sys.stdout.write(f"Keep {secret} safe, and a copy elsewhere. Commit {public}.\n")


def sign(package: Path, secret: Path, public: Path, plain: list[str]) -> None:
    """Sign one package, and check it as a stadium would."""
    if not package.is_file():
        sys.exit(f"{package} is no file.")
    comment = f"package {package.name}"
    minisign("-S", *plain, "-s", str(secret), "-m", str(package), "-t", comment, "-c", "stadium-scoreboard")
    minisign("-V", "-q", "-p", str(public), "-m", str(package))
    sys.stdout.write(f"{package}.minisig\n")


def minisign(*words: str) -> None:
    """Have minisign do it, or end with what it says."""
    if subprocess.run(["minisign", *words], check=False).returncode:  # noqa: S603, S607 - the maintainer's own machine
        sys.exit(1)


if __name__ == "__main__":
    main()
