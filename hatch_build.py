"""Compiles the dancing links from their own text, where a C compiler is there; else the wheel stays pure.

`reference/dancing.py` is compiled as `crosscover.reference._dancing`, with the C types of `reference/dancing.pxd`. The
module carries the text it was made from, so that a twin of an older text is never taken for the present one.
Setting `CROSSCOVER_PURE` leaves the compiling out.
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MODULE = "crosscover.reference._dancing"
DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,  # `int` in the text is Python's; the .pxd says where C's is meant
    "infer_types": True,  # a local that is only ever given C integers is one
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "show_performance_hints": False,
}


class CompiledTwin(BuildHookInterface):
    """Adds the compiled module to a wheel, or puts it into the checkout for an editable install."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, or say why not and go on."""
        if os.environ.get("CROSSCOVER_PURE", "") not in {"", "0"}:
            return
        reference = Path(self.root, "reference")
        try:
            library = compile_twin(reference, Path(tempfile.mkdtemp(prefix="crosscover-")))
        except (Exception, SystemExit) as error:  # whatever stops Cython or the compiler, the pure text still works
            self.app.display_warning(f"crosscover: the dancing links stay uncompiled: {type(error).__name__}: {error}")
            return
        if version == "editable":
            shutil.copy(library, reference / f"{library.name}.new")
            (reference / f"{library.name}.new").replace(reference / library.name)  # a process may have the old one open
        else:
            build_data["force_include"][str(library)] = f"crosscover/reference/{library.name}"
            build_data["pure_python"] = False
            build_data["infer_tag"] = True


def compile_twin(reference: Path, work: Path) -> Path:
    """Compile the text in the folder `reference`, working in the folder `work`; the path of the library."""
    from Cython.Build import cythonize  # noqa: PLC0415 - its absence is one of the ways to stay pure
    from setuptools import Distribution, Extension  # noqa: PLC0415 - likewise

    text = (reference / "dancing.py").read_text(encoding="utf-8")
    source = work / "crosscover" / "reference" / "_dancing.py"
    source.parent.mkdir(parents=True)
    for package in (source.parent, source.parent.parent):
        (package / "__init__.py").touch()  # else Cython passes over the .pxd, and the twin is slower than the text
    source.write_text(f"{text}\n\nSOURCE = {text!r}\n", encoding="utf-8")
    shutil.copy(reference / "dancing.pxd", source.with_suffix(".pxd"))
    flags = [] if sys.platform == "win32" else ["-O3", "-g0"]
    extensions = cythonize(
        [Extension(MODULE, [str(source)], extra_compile_args=flags)],
        compiler_directives=DIRECTIVES,
        quiet=True,
    )
    command = Distribution({"name": "crosscover", "ext_modules": extensions}).get_command_obj("build_ext")
    command.build_lib = command.build_temp = str(work)
    command.ensure_finalized()
    command.run()
    return Path(command.get_ext_fullpath(MODULE))
