"""Constants about the time of a run, in seconds or as a share of its time, with reasons.

`runner.schedule` shares out the time of a run. Modules that do not depend on runs have their own limits: engines
(`ENGINE_TIMEOUT` in `subjects.engine_subject`, `ENGINE_SECONDS` in `oracles.panel`) and the search for a form
(`subjects.find`).
"""

DEFAULT_SECONDS = 60.0
"""Default run time: people wait one minute for a verdict, but not five."""

AFTER_FAILURE_SECONDS = 15.0
"""Default time of a run after its first failure: enough for other causes, and for the smallest puzzle."""

COMPARED_SECONDS = 90.0
"""Default run time per solver in a comparison; two rounds of an average solver take half a minute."""

END_SECONDS = 5.0
"""Time at the end of a run for measuring the performance with three kinds of puzzles, or for a sample of failures."""

ALONE_SHARE = 0.2
"""Share of the time for the sample of a failed subject in which failed puzzles run alone."""

OVERTIME = 4.0
"""Extra time after the end of a run, to finish the last batch and certify its failure."""

FAST = 500.0
"""Speed in puzzles per second from which `volume` gets its share, and long runs contain ordinary puzzles."""

QUICK_SECONDS = 0.05
"""Maximum time per puzzle for which a slow subject gets puzzles alone in more than one round: hundreds in a run."""

VOLUME_SHARE = 0.5
"""Share of a run for `volume` if the subject is fast: it tries the most puzzles, as no engine decides them."""

KEPT_SHARE = 0.25
"""Minimum share of an equal part for the other properties if a subject turns out to be fast near the end of a round."""

LONG_RUNS_PARTS = 2.0
"""Maximum time of `long_runs` in equal parts of a round: runs of a slow subject would use up all the time left."""

VOLUME_SECONDS = 4.0
"""Time of a round of `volume` in a run without a time limit: a few blocks."""

BEHIND_SHARE = 0.2
"""Maximum share of a run for a property that has judged too little, while other properties wait."""

RETRY_SHARE = 0.25
"""Maximum share of a run for retries after timeouts: a solver that often times out is judged by other puzzles, too."""

SHRINK_SHARE = 0.25
"""Maximum share of the time left for shrinking a failure of a slow subject."""

KNOWN_SHARE = 0.15
"""Maximum share of a run for each property of exact-cover problems with known numbers of covers: some take long."""

MEASURE_SHARE = 0.25
"""Maximum share of a short run for measuring performance."""

SLACK = 3
"""Tolerated ratio of actual to expected time of a run: similar solvers may break ties differently."""

GRACE_SECONDS = 1.0
"""Grace period for the first run of a batch, so that few puzzles time out unnecessarily."""

MIN_SECONDS = 0.2
"""Minimum time limit of a run: even a fast program takes time to start."""

BLOCK_SECONDS = 2.0
"""Target duration of a block of puzzles: long enough for speed, short enough to end in time."""

CERTIFICATION_SHARE = 0.05
"""Maximum share of the elapsed time for certifying verdicts: a sample of verdicts is enough."""

CERTIFICATE_SECONDS = 4.0
"""Time limit for certifying a failure, and for solving a puzzle while shrinking; known puzzles take up to 0.1 s."""

SHRINK_SECONDS = 8.0
"""Minimum time for shrinking a failure, enough at average speed; slow subjects get `SHRINK_SHARE`."""

REPEAT_SECONDS = 2.0
"""Time for repeating a failure; a slow subject gets fewer repetitions, but at least one."""

MIN_MEASUREMENT = 1.0
"""Minimum time for measuring performance: less time would only measure the start."""
