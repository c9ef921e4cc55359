"""Write a script with which a shell completes commands, options, files, and names such as those of dialects.

  bash  crosscover completion bash > ~/.local/share/bash-completion/completions/crosscover
  zsh   crosscover completion zsh > ~/.zfunc/_crosscover, where fpath has ~/.zfunc
  fish  crosscover completion fish > ~/.config/fish/completions/crosscover.fish

The script starts no Python. Write it again after an update of crosscover.
"""

import argparse
import sys
from collections.abc import Iterable

from crosscover.exit_code import ExitCode
from crosscover.runner.order import property_names

from .parser import COMMANDS, make_parser

SHELLS = ("bash", "zsh", "fish")

FILES = {"FILE", "LEDGER", "OUT", "PATH"}
"""The metavars of files."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the shell."""
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=f"one of {', '.join(SHELLS)}")


def run(arguments: argparse.Namespace) -> Iterable[ExitCode]:
    """Write the script to stdout."""
    import shtab  # noqa: PLC0415 - the page of commands is built without it

    parser, commands = make_parser(COMMANDS)
    for command in commands.values():
        for action in command.all_actions():
            action.help = action.help and action.help.partition(";")[0]
            if action.metavar in FILES:
                action.complete = shtab.FILE  # type: ignore[attr-defined]  # as shtab documents
            elif action.metavar == "DIR":
                action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]  # as above
            elif action.dest == "only":
                action.choices = property_names()
    sys.stdout.write(shtab.complete(parser, arguments.shell))
    return ()
