"""`python -m tests.corpus`: build the certified corpus and its certificates, or compare the two.

`build` takes half an hour of CPU time for 3x3 boxes, some minutes for others; it can be resumed from `--work`. For 3x3
boxes it needs the collections that `kinds.py` names, as files in one directory. The same seed gives the same files.
`check` needs no solver.
"""

import argparse
from pathlib import Path

from crosscover.properties.corpus import certified
from crosscover.reference import Shape

from .building import assemble, build, build_exact_numbers, certificates_of, records
from .checking import check_all
from .kinds import KINDS


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.corpus", description="The certified corpus.")
    parser.add_argument("--jobs", type=int, metavar="N", help="work with N processes (default: one for each processor)")
    commands = parser.add_subparsers(required=True, dest="command")
    builder = commands.add_parser("build", help="draw, certify and write the corpus")
    builder.add_argument("--shape", type=Shape.parse, default=Shape(), help="rows and columns of a box")
    builder.add_argument("--puzzles", type=Path, default=Path(), metavar="DIR", help="the collections, as NAME.txt")
    builder.add_argument("--work", type=Path, required=True, metavar="DIR", help="where what is done is kept")
    builder.add_argument("--seed", type=int, default=0, help="another seed draws other puzzles (default %(default)s)")
    builder.add_argument("--share", type=float, default=1, help="how much of each kind (default %(default)s: all)")
    builder.add_argument("--corpus", type=Path, metavar="FILE", help="default: that of the package")
    builder.add_argument("--certificates", type=Path, metavar="FILE", help="default: those beside this module")
    exact = commands.add_parser("exact", help="find and write the puzzles with exact numbers of solutions")
    exact.add_argument("--seed", type=int, default=0, help="another seed finds other puzzles (default %(default)s)")
    commands.add_parser("check", help="check all certificates, and that they are those of the corpus")
    arguments = parser.parse_args()
    if arguments.command == "check":
        for shape in KINDS:
            checked = check_all(certified.corpus(shape), certificates_of(shape), arguments.jobs)
            print(f"{shape}: {checked:,} certificates are true, two for each puzzle of the corpus")
        return
    if arguments.command == "exact":
        build_exact_numbers(arguments.seed)
        return
    shape = arguments.shape
    done = build(arguments.work, shape, arguments.seed, arguments.puzzles, jobs=arguments.jobs, share=arguments.share)
    for name, number in done:
        print(f"{number:6,} {name}", flush=True)
    corpus = arguments.corpus or Path(certified.__file__).with_name(certified.named("certified.npz", shape))
    assemble(list(records(arguments.work, shape)), shape, corpus, arguments.certificates or certificates_of(shape))


if __name__ == "__main__":
    main()
