"""All constants about the time of a run, in seconds or as a part of its time, with their reasons."""

DEFAULT_SECONDS = 60.0
"""Default time of a run: people wait a minute for a verdict, not five."""

END_SECONDS = 5.0
"""Time for measuring performance at the end of a run: enough for three kinds of puzzles."""

OVERTIME = 4.0
"""Seconds after the end of a run for the last batch and the certificates of its failure."""

VOLUME_SHARE = 0.5
"""Part of each round for `volume` if the subject is fast: it has the most puzzles, since no engine decides them."""

BEHIND_SHARE = 0.2
"""Largest part of a run for a property that has judged too little, while the others wait."""

QUARTER = 0.25
"""Largest part of a run for retries after timeouts, for shrinking, or for measuring performance."""

SLACK = 3
"""Tolerated ratio of the actual to the expected time of a run: solvers of one kind break ties differently."""

GRACE_SECONDS = 1.0
"""Grace period in seconds for the first run of a batch: few puzzles then time out without need."""

LEAST_SECONDS = 0.2
"""Shortest time limit of a run: even a fast program takes some time to start."""

BLOCK_SECONDS = 2.0
"""Intended seconds of a block of puzzles: long enough for speed, short enough to end in time."""

CERTIFICATION_SHARE = 0.05
"""Largest part of the time so far for certifying verdicts: a sample of them is enough."""

CERTIFICATE_SECONDS = 4.0
"""Time limit for certifying a failure, and for solving a puzzle while shrinking; the hardest known takes 0.1 s."""

SHRINK_SECONDS = 8.0
"""Time for shrinking a failure: enough for a subject of average speed; slow ones get a quarter of the time left."""

SHORTEST_MEASUREMENT = 1.0
"""Shortest time for measuring performance: less measures only the start."""
