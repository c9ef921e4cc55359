"""Programs under test in processes of their own: started, fed, bounded, and ended with all that they started.

    suite ── socket ── supervisor ─┬─ program                one for each batch
      └─ guard ────────────┘       ├─ node (worker.mjs)      one for each batch; has loaded a JavaScript function
                                   ├─ template (worker.py)   has loaded a Python function, and is forked to call it
                                   └─ copy of the template   one for each batch; adopted, as the fork between has ended

A small process, the supervisor, stands between the suite and a program. It alone forks, so neither the size nor the
threads of the suite matter; it adopts whatever a program leaves behind; and it ends everything when the suite goes
away, however that happens.
"""
