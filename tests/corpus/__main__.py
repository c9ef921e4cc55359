"""`python -m tests.corpus`: build the certified corpus and its certificates, or compare the two.

`build` needs the collections that `kinds.py` names, as files in one directory, and takes half an hour of CPU time; it
can be resumed from `--work`. The same seed gives the same files. `check` needs no solver.
"""

import argparse
from pathlib import Path

from crosscover.properties.corpus import certified

from .building import CERTIFICATES, assemble, build, records
from .checking import check_all

CORPUS = Path(certified.__file__).with_name("certified.npz")


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.corpus", description="The certified corpus.")
    parser.add_argument("--jobs", type=int, metavar="N", help="work with N processes (default: one for each processor)")
    commands = parser.add_subparsers(required=True, dest="command")
    builder = commands.add_parser("build", help="draw, certify and write the corpus")
    builder.add_argument("--puzzles", type=Path, required=True, metavar="DIR", help="the collections, as NAME.txt")
    builder.add_argument("--work", type=Path, required=True, metavar="DIR", help="where what is done is kept")
    builder.add_argument("--seed", type=int, default=0, help="another seed draws other puzzles (default %(default)s)")
    builder.add_argument("--share", type=float, default=1, help="how much of each kind (default %(default)s: all)")
    builder.add_argument("--corpus", type=Path, default=CORPUS, metavar="FILE", help="default: %(default)s")
    builder.add_argument("--certificates", type=Path, default=CERTIFICATES, metavar="FILE", help="default: %(default)s")
    commands.add_parser("check", help="check all certificates, and that they are those of the corpus")
    arguments = parser.parse_args()
    if arguments.command == "check":
        checked = check_all(certified.corpus(), CERTIFICATES, arguments.jobs)
        print(f"{checked:,} certificates are true, two for each puzzle of the corpus")
        return
    for name, number in build(arguments.work, arguments.seed, arguments.puzzles, arguments.jobs, arguments.share):
        print(f"{number:6,} {name}", flush=True)
    assemble(list(records(arguments.work)), arguments.corpus, arguments.certificates)


if __name__ == "__main__":
    main()
