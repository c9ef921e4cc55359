"""Programs under test in separate processes: start them, limit them, and end them with all their processes.

    suite ── socket ── supervisor ─┬─ program                one per batch
      └─ guard ────────────┘       ├─ node (worker.mjs)      one per batch, with a loaded JavaScript function
                                   ├─ template (worker.py)   has loaded a Python function, and forks to call it
                                   └─ copy of the template   one per batch; adopted, as the process in between has ended

A small process, the supervisor, is between the suite and a program. Only the supervisor forks, so the size and the
threads of the suite do not matter. It adopts all processes that a program leaves behind, and ends everything if the
suite ends for any reason.
"""
