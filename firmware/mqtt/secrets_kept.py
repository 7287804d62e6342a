"""The password and the certificates for a broker: read from files, and shown to nobody.

Each is a systemd credential (``mqtt-password`` and so on, systemd.exec(5) LoadCredential=), or else a file of that name
in the folder beside the games. Rule kept here: what is secret is read from a file that its owner alone can read, and is
never part of a message, the log, the settings or a backup.
"""

from __future__ import annotations

import os
import ssl
import stat
from pathlib import Path
from typing import Any, Final, Literal

from firmware.errors import StadiumError
from firmware.files.atomic import read_plain
from scoreboard.message import Words, message

Secret = Literal["password", "certificate", "key", "authority"]
"""The password, this box's certificate and its key, and the certificate of who has signed the broker's, all in PEM."""
GUARDED: Final = ("password", "key")
"""What nobody else may read."""
NO_SECRET: Final = b"#none"
"""What a credential says that systemd was given no file for (systemd/stadium.service)."""
OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


class BrokerError(StadiumError):
    """There is no connection, in words that say why and what to do; ``words`` has no secret in it."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)


class LinkContext(ssl.SSLContext):
    """What a connection is encrypted with; it can give back what it encrypts, also where nobody else knows of it.

    The library leaves a connection open whose other side is not trusted.
    """

    _wrapped: ssl.SSLSocket | None = None

    def wrap_socket(self, *args: Any, **options: Any) -> ssl.SSLSocket:  # noqa: ANN401 - as it is above
        """Encrypt a connection."""
        self._wrapped = super().wrap_socket(*args, **options)
        return self._wrapped

    def give_back(self) -> None:
        """Close it."""
        if self._wrapped is not None:
            self._wrapped.close()


class BrokerSecrets:
    """The secrets in that folder, and in systemd's for this service."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def password(self) -> str | None:
        """The password; None where there is none.

        Raises:
            BrokerError: if it cannot be read, or others can read it.
        """
        return password_in(self._file("password"))

    def tls(self) -> LinkContext:
        """What the broker's certificate is checked with, and our own is shown with, where there is one.

        Raises:
            BrokerError: if a certificate or its key cannot be used.
        """
        authority, certificate, key = self._file("authority"), self._file("certificate"), self._file("key")
        try:
            context = LinkContext(ssl.PROTOCOL_TLS_CLIENT)
            context.minimum_version = ssl.TLSVersion.TLSv1_2
            if authority is None:
                context.load_default_certs()
            else:
                context.load_verify_locations(authority)
            if certificate is not None:
                context.load_cert_chain(certificate, key, password=_no_passphrase)
        except (OSError, ValueError) as error:  # of which ssl.SSLError is one
            files = ", ".join(str(each) for each in (authority, certificate, key) if each is not None)
            raise BrokerError(message("broker.bad-certificate", file=files)) from error
        return context

    def _file(self, name: Secret) -> Path | None:
        """Where that one is; None where there is none."""
        return secret_file(self._folder / name, f"mqtt-{name}", is_guarded=name in GUARDED)


def secret_file(own: Path, credential: str, *, is_guarded: bool = True) -> Path | None:
    """The file with a secret: systemd's credential of that name, else our own; None where there is neither.

    Raises:
        BrokerError: if our own is guarded, and others can read it.
    """
    if folder := os.environ.get("CREDENTIALS_DIRECTORY"):
        given = Path(folder, credential)
        if given.is_file() and given.read_bytes() != NO_SECRET:
            return given
    try:
        mode = own.stat().st_mode
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BrokerError(message("broker.secret-unread", file=str(own))) from error
    if is_guarded and mode & OTHERS:
        raise BrokerError(message("broker.secret-open", file=str(own)))
    return own


def password_in(file: Path | None) -> str | None:
    """The password in that file; None where there is none. BrokerError if it cannot be read."""
    if file is None:
        return None
    try:
        return read_plain(file).decode().rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BrokerError(message("broker.secret-unread", file=str(file))) from error


def _no_passphrase() -> str:
    """Asked for by OpenSSL for a key that is encrypted: nobody is there to type it, so the key is refused."""
    return ""
