"""Programs under test in separate processes; ARCHITECTURE.md has a diagram of them.

Only the supervisor forks, so the size and the threads of the suite do not matter.
"""
