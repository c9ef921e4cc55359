"""Compiles the dancing links where there is a C compiler; without one, the wheel stays pure Python.

`reference/dancing.py` is compiled as `crosscover.reference._dancing`, with the C types of `reference/dancing.pxd`. The
module carries the source it was made from, so that a build of an older source is never taken for the present one.
Setting `CROSSCOVER_PURE` skips the compilation.
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
    "annotation_typing": False,  # `int` in the source is Python's; the .pxd says where C's is meant
    "infer_types": True,  # a local that is only ever given C integers is one
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "show_performance_hints": False,
}


class CompiledDancingLinks(BuildHookInterface):
    """Adds the compiled module to a wheel, or puts it into the checkout for an editable install."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, or say why not and go on."""
        if os.environ.get("CROSSCOVER_PURE", "") not in {"", "0"}:
            return
        reference = Path(self.root, "reference")
        try:
            library = compile_dancing_links(reference, Path(tempfile.mkdtemp(prefix="crosscover-")))
        except (Exception, SystemExit) as error:  # whatever stops Cython or the compiler, pure Python still works
            self.app.display_warning(f"crosscover: the dancing links stay uncompiled: {type(error).__name__}: {error}")
            return
        if version == "editable":
            shutil.copy(library, reference / f"{library.name}.new")
            (reference / f"{library.name}.new").replace(reference / library.name)  # a process may have the old one open
        else:
            build_data["force_include"][str(library)] = f"crosscover/reference/{library.name}"
            build_data["pure_python"] = False
            build_data["infer_tag"] = True


def compile_dancing_links(reference: Path, work: Path) -> Path:
    """Compile `dancing.py` in the folder `reference`, working in the folder `work`; the path of the library."""
    from Cython.Build import cythonize  # noqa: PLC0415 - its absence is one of the ways to stay pure
    from setuptools import Distribution, Extension  # noqa: PLC0415 - likewise

    text = (reference / "dancing.py").read_text(encoding="utf-8")
    source = work / "crosscover" / "reference" / "_dancing.py"
    source.parent.mkdir(parents=True)
    for package in (source.parent, source.parent.parent):
        (package / "__init__.py").touch()  # else Cython passes over the .pxd, and the build is slower than pure Python
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
