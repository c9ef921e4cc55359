"""What relates the puzzles of a collection to each other, found once all are there."""

import sqlite3

from .isomorphs import find_isomorphs

FIND_DUPLICATES = """
INSERT INTO duplicate
SELECT number, first
FROM (
    SELECT number, first_value(number) OVER (PARTITION BY puzzle ORDER BY number) AS first
    FROM puzzle
    WHERE puzzle IS NOT NULL
)
WHERE first < number
ORDER BY number
"""
"""An external sort of the puzzles, in SQLite's temporary files (`SQLITE_TMPDIR`)."""


def find_relations(connection: sqlite3.Connection) -> None:
    """Fill the tables `duplicate` and what else relates rows, in one transaction, in the place of what they held."""
    connection.execute("BEGIN")
    try:
        connection.execute("DELETE FROM duplicate")
        connection.execute(FIND_DUPLICATES)
        connection.execute("DELETE FROM isomorph")
        find_isomorphs(connection)
    except BaseException:
        if connection.in_transaction:  # a full disk has ended it
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
