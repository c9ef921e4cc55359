"""Compile the modules that need speed if there is a C compiler; without one, the wheel is pure Python.

Each of `SOURCES` is compiled with the C types of the `.pxd` beside it, under its name with a leading underscore:
`reference/dancing.py` becomes `crosscover.reference._dancing`. The compiled module contains its source, so that a build
of an older source is never used. `CROSSCOVER_PURE` skips the compilation.
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES = (
    "oracles/backtracking.py",
    "oracles/proofs/conflicts.py",
    "oracles/propagation.py",
    "reference/dancing.py",
    "reference/minlex.py",
)
DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,  # `int` in the source is Python's; the .pxd has the C types
    "infer_types": True,  # infers C integers of local variables
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "show_performance_hints": False,
}


class CompiledEngines(BuildHookInterface):
    """Add the compiled modules to a wheel, or to the checkout for an editable install."""

    _work: Path | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, or print why not and continue."""
        if os.environ.get("CROSSCOVER_PURE", "") not in {"", "0"}:
            return
        self._work = Path(tempfile.mkdtemp(prefix="crosscover-"))
        try:
            libraries = compile_engines(Path(self.root), self._work)
        except (Exception, SystemExit) as error:  # if Cython or the compiler fails, pure Python still works
            self.app.display_warning(f"crosscover: the engines stay uncompiled: {type(error).__name__}: {error}")
            return
        for folder, library in libraries:
            if version == "editable":
                new = Path(self.root, folder, f"{library.name}.new")
                shutil.copy(library, new)
                new.replace(new.with_name(library.name))  # a process may be using the old one
            else:
                build_data["force_include"][str(library)] = f"crosscover/{folder}/{library.name}"
                build_data["pure_python"] = False
                build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - hatchling passes them
        """Remove the compiled modules when the wheel contains them."""
        if self._work is not None:
            shutil.rmtree(self._work, ignore_errors=True)


def compile_engines(root: Path, work: Path) -> list[tuple[str, Path]]:
    """Compile `SOURCES` in the folder `work`; returns the folder of each source and the path of its library."""
    from Cython.Build import cythonize  # noqa: PLC0415 - without it, the build is pure Python
    from setuptools import Distribution, Extension  # noqa: PLC0415 - may be missing

    flags = [] if sys.platform == "win32" else ["-O3", "-g0"]
    extensions: list[Extension] = []
    for name in SOURCES:
        text = (root / name).read_text(encoding="utf-8")
        path = Path("crosscover", name)
        path = path.with_stem(f"_{path.stem}")
        source = work / path
        source.parent.mkdir(parents=True, exist_ok=True)
        for package in path.parents[:-1]:  # otherwise Cython ignores the .pxd
            (work / package / "__init__.py").touch()
        source.write_text(f"{text}\n\nSOURCE = {text!r}\n", encoding="utf-8")
        shutil.copy((root / name).with_suffix(".pxd"), source.with_suffix(".pxd"))
        module = ".".join(path.with_suffix("").parts)
        extensions.append(Extension(module, [str(source)], extra_compile_args=flags))
    modules = cythonize(extensions, compiler_directives=DIRECTIVES, quiet=True)
    command = Distribution({"name": "crosscover", "ext_modules": modules}).get_command_obj("build_ext")
    command.build_lib = command.build_temp = str(work)
    command.parallel = len(modules)
    command.ensure_finalized()
    command.run()
    libraries = [Path(command.get_ext_fullpath(module.name)) for module in modules]
    return [(library.parent.relative_to(work / "crosscover").as_posix(), library) for library in libraries]
