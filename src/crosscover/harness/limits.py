"""All constants about the time of a run, in seconds or as a part of its time, with their reasons."""

DEFAULT_SECONDS = 60.0
"""Default time of a run: people wait a minute for a verdict, not five."""

END_SECONDS = 5.0
"""Time for measuring performance at the end of a run: enough for three kinds of puzzles."""

END_SHARE = 0.25
"""Largest part of a short run for measuring performance."""

OVERTIME = 4.0
"""Seconds after the end of a run for the last batch and the certificates of its failure."""

VOLUME_SHARE = 0.5
"""Part of each round for `volume` if the subject is fast: it has the most puzzles, since no engine decides them."""

BEHIND_SHARE = 0.2
"""Largest part of a run for a property that has judged too little, while the others wait."""

TIMEOUT_SHARE = 0.25
"""Largest part of a run, or of a minute without a time limit, for retries after timeouts: puzzles need the rest."""

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
"""Time limit for certifying a verdict or a failure with hundreds; the hardest known puzzle takes 0.1 s."""

SHRINK_SECONDS = 8.0
"""Time for shrinking a failure: enough for a subject of average speed."""

SHRINK_SHARE = 0.25
"""Part of the time left for shrinking, if it is longer: slow subjects need it."""

SOLVE_SECONDS = 10.0
"""Time limit for solving a puzzle while shrinking, which takes milliseconds: crosscover must not hang."""

SHORTEST_MEASUREMENT = 1.0
"""Shortest time for measuring performance: less measures only the start."""
