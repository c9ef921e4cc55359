"""Relations between the puzzles of a collection, found once all are judged: duplicates and isomorphs.

Isomorphs are puzzles that a symmetry maps to each other. Workers record the canonical form of each puzzle with the
symmetry that maps to it. SQLite sorts the forms, on disk if necessary. For each but the first puzzle with a form, the
symmetry to that first one is computed, and verified by applying it. It can be kept as a certificate.
"""

from sqlite3 import Connection

from crosscover.exit_code import ExitCode, UsageError
from crosscover.oracles.certificate import ClaimKind, is_certifiable
from crosscover.oracles.proofs.certification import certify_isomorphism
from crosscover.reference import Grid, Shape
from crosscover.reference.symmetry import Symmetry

from .packed_lines import pack

REPEATED = """
SELECT number, first
FROM (
    SELECT number, first_value(number) OVER (PARTITION BY {column} ORDER BY number) AS first
    FROM puzzle
    WHERE {column} IS NOT NULL
)
WHERE first < number
ORDER BY number
"""
"""Rows with the same value in a column as an earlier row, and the first of them.

An external sort of the column, in SQLite's temporary files (`SQLITE_TMPDIR`).
"""

ADD_CERTIFICATE = """
INSERT INTO certificate SELECT ?, coalesce(max(place), 0) + 1, ?, ? FROM certificate WHERE number = ?
"""
"""After the other certificates of a puzzle, of which the first place is that of its verdict."""

FIND_DUPLICATES = f"INSERT INTO duplicate {REPEATED.format(column='puzzle')}"


class IsomorphError(UsageError):
    """A symmetry in the ledger does not map a puzzle to the other: a fault of crosscover, or a forged ledger."""

    code = ExitCode.FAULT


def find_relations(connection: Connection, *, certify: bool) -> None:
    """Fill the tables `duplicate` and `isomorph`, replacing their contents; to be called in a transaction.

    With `certify`, the table `certificate` gets those of isomorphs. Holds two rows at a time. Raises IsomorphError for
    a wrong symmetry.
    """
    connection.execute("DELETE FROM duplicate")
    connection.execute(FIND_DUPLICATES)
    connection.execute("DELETE FROM isomorph")
    if certify:
        connection.execute("DELETE FROM certificate WHERE claim = ?", (ClaimKind.ISOMORPHIC.value,))
    for number, first in connection.execute(REPEATED.format(column="canonical")):
        puzzle, symmetry = _puzzle_and_symmetry(connection, number)
        first_puzzle, first_symmetry = _puzzle_and_symmetry(connection, first)
        between = first_symmetry.inverse() @ symmetry
        if between(puzzle) != first_puzzle:
            raise IsomorphError(f"{between} does not lead from row {number}, {puzzle}, to row {first}, {first_puzzle}")
        connection.execute("INSERT INTO isomorph VALUES (?, ?, ?)", (number, first, str(between)))
        if certify and is_certifiable(puzzle.shape):
            line = certify_isomorphism(puzzle, first_puzzle, between).line()
            connection.execute(ADD_CERTIFICATE, (number, ClaimKind.ISOMORPHIC.value, pack(line), number))


def _puzzle_and_symmetry(connection: Connection, number: int) -> tuple[Grid, Symmetry]:
    query = "SELECT puzzle, symmetry, shape FROM puzzle WHERE number = ?"
    puzzle, text, shape_text = connection.execute(query, (number,)).fetchone()
    shape = Shape.parse(shape_text)
    try:
        symmetry = Symmetry.parse(text, shape)
    except ValueError as error:
        raise IsomorphError(f"row {number} has no symmetry: {error}") from None
    return Grid.parse(puzzle, shape), symmetry
