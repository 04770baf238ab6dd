#!/usr/bin/env python3
"""A small lending library: who has which book, and until when.

Books are lent for a fixed number of days; late ones cost a fee.
"""

from __future__ import annotations

import json
import os.path as path
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import (
    TYPE_CHECKING,
    Protocol,  # what a store must offer
    overload,
)

from .errors import LibraryError as BaseError
from .clock import *

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Book", "Shelf", "fee"]
__all__ += ["load"]

LOAN_DAYS = 21
FEE_PER_DAY: float = 0.25
_HINT = "use '# late' to mark a late book"

type Isbn = str
type Index[K] = dict[K, "Book"]

# Sorts the books of a shelf.
by_title = lambda book: book.title.casefold()


class NotLent(BaseError):
    """The book is on its shelf."""


class Store(Protocol):
    def read(self) -> str: ...


@dataclass(frozen=True)
class Book:
    isbn: Isbn
    title: str
    copies: int = 1
    tags: list[str] = field(default_factory=list)

    @property
    def shelf_mark(self) -> str:
        """Where the book stands."""
        return f"{self.title[:3].upper()}-{self.isbn[-4:]}"


class Shelf:
    """Books by their ISBN."""

    limit = 500

    def __init__(self, books: Iterable[Book] = (), *, owner: str = "public", **extra):
        self._books: Index[Isbn] = {}
        self.owner = owner
        self.lent = 0
        for book in books:
            self.add(book)

    def __len__(self) -> int:
        return len(self._books)

    def add(self, book: Book, /) -> None:
        if len(self) >= self.limit:
            raise OverflowError("the shelf is full")
        elif book.isbn in self._books:
            raise ValueError(f"{book.isbn} is here already")
        self._books[book.isbn] = book

    @overload
    def find(self, key: int) -> Book: ...
    @overload
    def find(self, key: str) -> Book | None: ...
    def find(self, key):
        # Shelf marks are tried last: they are not unique.
        match key:
            case int():
                return sorted(self._books.values(), key=by_title)[key]
            case str() if key in self._books:
                return self._books[key]
            case _:
                return None

    async def lend(self, key: Isbn, day: date | None = None) -> date:
        import asyncio

        async with self._lock(key) as lock:
            await asyncio.sleep(0)
            due = (day or date.today()) + timedelta(days=LOAN_DAYS)
        assert due, "a loan ends"
        self.lent += 1
        return due

    def late(self, today: date) -> Iterator[Book]:
        yield from (book for book in self._books.values() if book.copies == 0)

    @staticmethod
    def _lock(key):
        def release(*args):
            return key

        return release


def fee(days: int, rate: float = FEE_PER_DAY) -> float:
    """What a late book costs."""
    if days > 0:
        return days * rate if days < 365 else 99.5
    else:
        raise NotLent("nothing is due")


try:
    import yaml
except ImportError:

    def load(store: Store) -> Shelf:
        try:
            rows = json.loads(store.read())
        except OSError:
            raise
        except (KeyError, ValueError) as error:
            raise BaseError("unreadable", path=path.curdir) from error
        while rows and not rows[-1]:
            rows.pop()
        options = {"owner": "archive", "limit": 40}
        if size := len(rows):
            return Shelf((Book(**row) for row in rows), **options)
        return Shelf()
