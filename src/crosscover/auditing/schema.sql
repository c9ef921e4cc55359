-- The ledger of an audit, version 1; docs/reference/ledger.md describes it.
CREATE TABLE run (
    run       INTEGER PRIMARY KEY,
    started   TEXT NOT NULL,   -- UTC, ISO 8601
    ended     TEXT,            -- NULL while it goes on, and where it was killed
    outcome   TEXT,            -- complete, part (of a merged ledger), interrupted or failed
    executor  TEXT NOT NULL,   -- one process, 2 processes, dask tcp://...
    versions  TEXT NOT NULL    -- a JSON object: name of a package to its version
) STRICT;
CREATE TABLE input (
    file      INTEGER PRIMARY KEY,  -- from 0
    name      TEXT NOT NULL,
    bytes     INTEGER,              -- NULL for the standard input
    sha256    TEXT                  -- NULL for the standard input
) STRICT;
CREATE TABLE setting (
    name      TEXT PRIMARY KEY,
    value     TEXT NOT NULL         -- JSON
) STRICT, WITHOUT ROWID;
CREATE TABLE puzzle (
    number        INTEGER PRIMARY KEY,  -- place in the collection, from 1
    file          INTEGER NOT NULL REFERENCES input,
    line          INTEGER NOT NULL,     -- from 1; in Parquet the row
    puzzle        TEXT,                 -- NULL for a malformed row
    clues         INTEGER,
    verdict       TEXT NOT NULL,        -- none, unique, several, undecided, invalid
    solution      TEXT,
    second        TEXT,                 -- another solution
    solutions     INTEGER,              -- counted to the limit of the setting `count`
    nodes         INTEGER,              -- search nodes of the reference
    expected      TEXT,                 -- the solution that stands beside the puzzle
    decided       TEXT NOT NULL,        -- engines, separated by commas; the same in the next two
    abstained     TEXT NOT NULL,
    disagreed     TEXT NOT NULL,        -- judges that are wrong about it
    complaint     TEXT NOT NULL,        -- what is the matter, or nothing
    code          INTEGER NOT NULL,     -- the exit code that the complaint makes
    canonical     TEXT,                 -- the canonical form
    symmetry      TEXT,                 -- what maps the puzzle to it
    automorphisms INTEGER,
    minimal       INTEGER               -- whether no clue can go, 0 or 1
) STRICT;
CREATE TABLE duplicate (
    number    INTEGER PRIMARY KEY,
    first     INTEGER NOT NULL          -- the first row with the same puzzle
) STRICT;
CREATE TABLE isomorph (
    number    INTEGER PRIMARY KEY,
    first     INTEGER NOT NULL,         -- the first row that is the same but for symmetry
    symmetry  TEXT NOT NULL             -- what maps this puzzle to that one
) STRICT;
CREATE TABLE certificate (
    number    INTEGER PRIMARY KEY,
    line      TEXT NOT NULL             -- as `crosscover certify` writes it
) STRICT;
CREATE TABLE clue (
    number    INTEGER NOT NULL,
    cell      INTEGER NOT NULL,         -- from 0
    solution  TEXT,                     -- a solution of the puzzle without this clue, with another digit there; NULL: it can go
    PRIMARY KEY (number, cell)
) STRICT, WITHOUT ROWID;
CREATE TABLE answer (
    number    INTEGER NOT NULL,
    judge     TEXT NOT NULL,
    fault     TEXT NOT NULL,            -- wrong, refused, crashed, late ...
    answer    TEXT NOT NULL,            -- what it said
    complaint TEXT NOT NULL,            -- what is wrong with that
    PRIMARY KEY (number, judge)
) STRICT, WITHOUT ROWID;
CREATE TABLE timing (
    number    INTEGER NOT NULL,         -- the first puzzle of a chunk
    judge     TEXT NOT NULL,
    puzzles   INTEGER NOT NULL,         -- so many of the chunk were asked
    seconds   REAL NOT NULL,            -- differs from run to run, and so do chunks: no part of an export
    PRIMARY KEY (number, judge)
) STRICT, WITHOUT ROWID;
