"""Programs under test in custody: started, fed, bounded, and ended with all that they started.

A small process of its own, the warden, stands between the suite and a program. It alone forks, so neither the size nor
the threads of the suite matter; it adopts whatever a program leaves behind; and it ends everything when the suite goes
away, however that happens.
"""
