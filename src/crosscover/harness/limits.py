"""Every constant that decides about the time of a run, in seconds or as a part of its time, with its reason."""

DEFAULT_SECONDS = 60.0
"""The time of a run: people wait a minute for a verdict, not five."""


END_SECONDS = 5.0
"""The end of a run, for measuring performance: five seconds suffice for three kinds of puzzles."""

END_SHARE = 0.25
"""The largest part of a short run for its end."""

OVERTIME = 4.0
"""Seconds after the end for the batch that is running, and for the certificates of its failure."""

VOLUME_SECONDS = 4.0
"""The time of `volume` in a round of a run without a time limit, as its examples have no end."""

VOLUME_SHARE = 0.5
"""The part of each round for `volume`, if the subject is fast: no engine decides its puzzles, so most come from it."""

BEHIND_SHARE = 0.2
"""The largest part of a run for a property that comes first because it has judged too little: others wait."""

TIMEOUT_SHARE = 0.25
"""The largest part of a run for asking again after timeouts: the rest is for puzzles that are answered."""

TIMEOUT_SECONDS = 15.0
"""The same in seconds, in a run without a time limit: a quarter of a minute."""

SLACK = 3
"""Tolerated ratio of the actual to the expected time of a run: solvers of one kind break ties differently."""

GRACE_SECONDS = 1.0
"""Seconds beyond that for a first try: a puzzle that takes longer than others costs little."""

LEAST_SECONDS = 0.2
"""The least time limit of a run: even a fast program needs some of it to start."""

BLOCK_SECONDS = 2.0
"""Intended seconds of a block of puzzles: long enough for speed, short enough to end in time."""

FIRST_BLOCK_SECONDS = 0.4
"""The same for the first block of a level of hardness, for which the speed is a guess."""

CERTIFICATION_SHARE = 0.05
"""The largest part of the time so far for certificates of verdicts: a sample of them is enough."""

CERTIFICATE_SECONDS = 2.0
"""Time limit of the certificate of one verdict; that of the hardest known puzzle takes 0.1 s."""

FAILURE_SECONDS = 4.0
"""Time limit of the certificates of all puzzles of a failure, which may be a run of hundreds."""

SHRINK_SECONDS = 8.0
"""Time for all steps of shrinking a failure: enough for a subject of average speed."""

SHRINK_SHARE = 0.25
"""The largest part of the time left for shrinking, if that is more: slow subjects need it."""

SOLVE_SECONDS = 10.0
"""Time limit of a solution that shrinking needs, which takes milliseconds: against a hang of crosscover."""

SHORTEST_MEASUREMENT = 1.0
"""The least time for a measurement of performance: less measures the start alone."""
