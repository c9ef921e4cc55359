CREATE TABLE run (
    run       INTEGER PRIMARY KEY,
    started   TEXT NOT NULL,   -- UTC, ISO 8601
    ended     TEXT,            -- NULL unless all rows were judged
    versions  TEXT NOT NULL    -- a JSON object: name of a package to its version
) STRICT;
CREATE TABLE input (
    file      INTEGER PRIMARY KEY,  -- from 0
    name      TEXT NOT NULL,
    bytes     INTEGER,              -- NULL for the standard input
    sha256    TEXT,                 -- NULL for the standard input
    puzzle_in TEXT NOT NULL         -- the place of the puzzles, such as a column; empty in lists and grids
) STRICT;
CREATE TABLE setting (
    settings  TEXT NOT NULL         -- a JSON object: the options that change the results
) STRICT;
CREATE TABLE puzzle (
    number        INTEGER PRIMARY KEY,  -- place in the collection, from 1
    file          INTEGER NOT NULL REFERENCES input,
    line          INTEGER NOT NULL,     -- from 1; in Parquet the row
    label         TEXT NOT NULL,        -- the other text of the row or the title; empty if there is none
    puzzle        TEXT,                 -- NULL for a malformed row
    shape         TEXT,                 -- rows and columns of a box: 3x3
    clues         INTEGER,
    verdict       TEXT NOT NULL,        -- none, unique, several, undecided, invalid
    solution      TEXT,
    second        TEXT,                 -- another solution
    solutions     INTEGER,              -- counted to the limit of the setting `count`
    nodes         INTEGER,              -- search nodes of the reference
    expected      TEXT,                 -- the solution given in the input
    expected_in   TEXT,                 -- its place in the input, such as a column
    decided       TEXT NOT NULL,        -- engines and judges with this verdict: a JSON array of names, as the next two
    abstained     TEXT NOT NULL,
    disagreed     TEXT NOT NULL,        -- judges with a wrong answer
    complaint     TEXT NOT NULL,        -- empty if there is none
    code          INTEGER NOT NULL,     -- the exit code of the complaint
    canonical     TEXT,                 -- the canonical form
    symmetry      TEXT,                 -- the symmetry that maps the puzzle to it
    automorphisms INTEGER,
    minimal       INTEGER,              -- whether every clue is needed, 0 or 1
    uncertified   TEXT NOT NULL         -- why a certificate is missing; empty if none is
) STRICT;
CREATE TABLE certificate (
    number    INTEGER PRIMARY KEY,
    claim     TEXT NOT NULL,            -- none, unique, several or exactly
    line      TEXT NOT NULL             -- as `crosscover certify` writes it
) STRICT;
CREATE TABLE answer (
    number    INTEGER NOT NULL,
    judge     TEXT NOT NULL,
    fault     TEXT NOT NULL,            -- wrong answer, refusal, crashed ...
    answer    TEXT NOT NULL,            -- the answer in words
    complaint TEXT NOT NULL,            -- the reason
    PRIMARY KEY (number, judge)
) STRICT, WITHOUT ROWID;
CREATE VIEW duplicate AS                -- rows whose puzzle occurred before, each with the first such row
SELECT number, first FROM (
    SELECT number, min(number) OVER (PARTITION BY puzzle, shape) AS first FROM puzzle WHERE puzzle IS NOT NULL
) WHERE first < number;
CREATE VIEW isomorph AS                 -- rows of whose puzzle an isomorph occurred before, likewise
SELECT number, first FROM (
    SELECT number, min(number) OVER (PARTITION BY canonical, shape) AS first FROM puzzle WHERE canonical IS NOT NULL
) WHERE first < number;
