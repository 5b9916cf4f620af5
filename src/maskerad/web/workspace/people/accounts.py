"""Users, their roles and their sessions. Passwords are kept as argon2id hashes, tokens of sessions as SHA-256."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from sqlalchemy import Connection, RowMapping, bindparam, delete, insert, select, update

from maskerad.core.errors import ConfigError, InputError, MissingError, UnknownNameError
from maskerad.web.workspace.project import now
from maskerad.web.workspace.store.layers import OWN_LAYERS
from maskerad.web.workspace.store.tables import sessions, users

if TYPE_CHECKING:
    from argon2 import PasswordHasher

SESSION_HOURS = 12
PASSWORD_CHARS_MIN = 10
TOKEN_BYTES = 32
NO_PASSWORD = "!"  # nobody can log in with it: the user comes by a one-time link
_NAME = re.compile(r"[\w][\w.@-]{0,63}")
_SESSION = (
    select(sessions, users)
    .join(users, users.c.name == sessions.c.user)
    .where(sessions.c.token == bindparam("of_token"))
)


class May(StrEnum):
    """What a role may do."""

    READ = "read the texts"
    ANNOTATE = "annotate"
    CURATE = "curate"
    MANAGE = "manage"
    ADMINISTER = "administer"
    AUDIT = "audit"


ROLES: Mapping[str, frozenset[May]] = {
    "admin": frozenset(May),
    "manager": frozenset(May) - {May.ADMINISTER},
    "curator": frozenset({May.READ, May.ANNOTATE, May.CURATE}),
    "annotator": frozenset({May.READ, May.ANNOTATE}),
    "auditor": frozenset({May.AUDIT}),
}


@dataclass(frozen=True, slots=True)
class User:
    """Somebody who may come in.

    Attributes:
        name: Also the name of the layer of an annotator.
        role: Of ``ROLES``.
        has_suggestions: Whether what rules and models found is shown to them.
        is_active: Whether they may come in; users are never deleted, their annotations stay.
    """

    name: str
    role: str
    has_suggestions: bool = True
    is_active: bool = True

    def may(self, what: May) -> bool:
        """Whether the role allows something."""
        return what in ROLES[self.role]


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody who is in."""

    user: User
    csrf: str
    id: str


def add_user(connection: Connection, name: str, role: str, password: str = "", has_suggestions: bool = True) -> User:
    """Makes a user.

    Args:
        connection: Of the project.
        name: Letters, digits, ``. @ - _``.
        role: Of ``ROLES``.
        password: Of ten characters at least; "" for one who comes by a one-time link.
        has_suggestions: Whether they are shown what rules and models found.

    Raises:
        ConfigError: If the name or the password cannot be taken.
        UnknownNameError: If there is no such role.
    """
    if not _NAME.fullmatch(name) or name in OWN_LAYERS:
        raise ConfigError(f"user name {name!r}: letters, digits and . @ - _, and none of: {', '.join(OWN_LAYERS)}")
    if role not in ROLES:
        raise UnknownNameError("role", role, ROLES)
    if connection.execute(select(users.c.name).where(users.c.name == name)).first():
        raise ConfigError(f"user {name!r} is there already")
    row = {"name": name, "role": role, "password": _hashed(password), "is_active": 1, "created": now()}
    connection.execute(insert(users).values(**row, has_suggestions=int(has_suggestions)))
    return User(name, role, has_suggestions)


def change_user(
    connection: Connection,
    name: str,
    *,
    role: str = "",
    password: str = "",
    is_active: bool | None = None,
    has_suggestions: bool | None = None,
) -> User:
    """Changes what is given of a user; whoever is deactivated is out at once.

    Raises:
        MissingError: If there is no such user.
        UnknownNameError, ConfigError: As ``add_user``.
    """
    find_user(connection, name)
    if role and role not in ROLES:
        raise UnknownNameError("role", role, ROLES)
    values: dict[str, object] = {"role": role} if role else {}
    if password:
        values["password"] = _hashed(password)
    if is_active is not None:
        values["is_active"] = int(is_active)
    if has_suggestions is not None:
        values["has_suggestions"] = int(has_suggestions)
    if values:
        connection.execute(update(users).where(users.c.name == name).values(values))
    if password or is_active is False:
        connection.execute(delete(sessions).where(sessions.c.user == name))
    return find_user(connection, name)


def find_user(connection: Connection, name: str) -> User:
    """One user.

    Raises:
        MissingError: If there is none of that name.
    """
    row = connection.execute(select(users).where(users.c.name == name)).mappings().first()
    if row is None:
        raise MissingError(f"there is no user {name!r}")
    return _user(row)


def all_users(connection: Connection) -> list[User]:
    """Everybody, by name."""
    return [_user(row) for row in connection.execute(select(users).order_by(users.c.name)).mappings()]


def checked_password(connection: Connection, name: str, password: str) -> User:
    """The user whose password it is; a wrong name costs as much time as a wrong password.

    Raises:
        InputError: If it is nobody's; it does not say whether name or password is wrong.
    """
    from argon2.exceptions import InvalidHashError, VerificationError

    row = connection.execute(select(users).where(users.c.name == name)).mappings().first()
    kept = str(row["password"]) if row is not None and row["is_active"] else NO_PASSWORD
    try:
        _hasher().verify(kept if kept != NO_PASSWORD else _nobody(), password)
    except (VerificationError, InvalidHashError):
        kept = NO_PASSWORD
    if row is None or kept == NO_PASSWORD:
        raise InputError("name or password is wrong")
    return _user(row)


def begin_session(connection: Connection, user: User) -> tuple[str, Session]:
    """Lets somebody in: the token for the cookie, and the session."""
    token, csrf = secrets.token_urlsafe(TOKEN_BYTES), secrets.token_urlsafe(TOKEN_BYTES)
    until = (datetime.now(UTC) + timedelta(hours=SESSION_HOURS)).isoformat(timespec="milliseconds")
    connection.execute(delete(sessions).where(sessions.c.expires < now()))
    connection.execute(insert(sessions).values(token=_digest(token), user=user.name, csrf=csrf, expires=until))
    return token, Session(user, csrf, _digest(token))


def find_session(connection: Connection, token: str) -> Session | None:
    """The session of a cookie, if it is one and its user may still come in."""
    row = connection.execute(_SESSION, {"of_token": _digest(token)}).mappings().first()
    if row is None or row["expires"] < now() or not row["is_active"]:
        return None
    return Session(_user(row), str(row["csrf"]), str(row["token"]))


def end_session(connection: Connection, session: Session) -> None:
    """Lets somebody out."""
    connection.execute(delete(sessions).where(sessions.c.token == session.id))


def _user(row: RowMapping) -> User:
    return User(str(row["name"]), str(row["role"]), bool(row["has_suggestions"]), bool(row["is_active"]))


def _hashed(password: str) -> str:
    if not password:
        return NO_PASSWORD
    if len(password) < PASSWORD_CHARS_MIN:
        raise ConfigError(f"a password needs {PASSWORD_CHARS_MIN} characters at least")
    return _hasher().hash(password)


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()


@cache
def _hasher() -> PasswordHasher:
    from argon2 import PasswordHasher

    return PasswordHasher()


@cache
def _nobody() -> str:
    """A hash that no password fits."""
    return _hasher().hash(secrets.token_urlsafe(TOKEN_BYTES))
