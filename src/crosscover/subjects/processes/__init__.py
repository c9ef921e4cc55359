"""Programs under test in separate processes; ARCHITECTURE.md contains a diagram.

Only the supervisor forks, so the size and the threads of the suite do not matter.
"""
