"""Build the site with Sphinx from the Markdown of the whole repository, so that links work in both.

    sphinx-build -W --keep-going -c docs . build/site

A comment `generated: NAME` in a page is replaced by what `generated.GENERATORS` makes under that name. An index may
name pages outside its folder, by a leading slash, that are not there; a page that no index names fails the build.
"""

import os
import re
import sys
from pathlib import Path
from typing import Protocol

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]
os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])  # for kernels

from crosscover import __version__  # noqa: E402 - the path comes first
from docs.generated import GENERATORS, themed  # noqa: E402

project = "crosscover"
release = version = __version__
copyright = "the authors of crosscover"  # noqa: A001 - the name that Sphinx expects
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx_copybutton"]

root_doc = "docs/index"
include_patterns = [
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "docs/**.ipynb",
    "docs/**.md",
    "gallery/README.md",
    "gallery/solvers/*.md",
]
exclude_patterns = [".*", "build", "dist", "**/node_modules", "**/__pycache__"]

html_theme = "furo"
html_title = "crosscover"
html_extra_path = ["site/index.html"]
html_static_path = ["site/style.css"]
html_css_files = ["style.css"]
html_show_sphinx = False
copybutton_prompt_text = "$ "  # of a block with prompts, only the commands are copied
smartquotes = False  # otherwise the -- before an option becomes a dash

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
myst_links_external_new_tab = False

nb_execution_mode = "force"  # notebooks are stored without outputs
nb_execution_in_temp = True
nb_execution_raise_on_error = True
nb_execution_timeout = 300

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
default_role = "code"  # docstrings use `code` of Markdown

OPTIONAL = re.compile(r"^/([\w/-]+)\n", re.MULTILINE)
PLACEHOLDER = re.compile(r"<!-- generated: (\w+) -->")


class Application(Protocol):
    """The part of Sphinx that is used here."""

    def connect(self, event: str, callback: object, /) -> object:
        """Connect a function to an event."""
        ...


def prepare(_: object, name: str, source: list[str]) -> None:
    """Replace the placeholders and pictures of a page, and remove missing pages from its index.

    The pages of solvers are in no index: the overview of the gallery links to them.

    Raises KeyError for a name that nothing is made under.
    """
    text = OPTIONAL.sub(lambda match: match[0] if (ROOT / f"{match[1]}.md").exists() else "", source[0])
    orphan = "---\norphan: true\n---\n\n" if name.startswith("gallery/solvers/") else ""
    source[0] = orphan + themed(PLACEHOLDER.sub(lambda match: GENERATORS[match[1]](), text))


def mark_code(_: object, __: str, ___: str, ____: object, _____: object, lines: list[str]) -> None:
    """Mark code in a docstring, which is Markdown: lines indented by four after a blank line."""
    for number in reversed(range(1, len(lines))):
        before = next((line for line in reversed(lines[:number]) if line), "")
        if lines[number].startswith("    ") and not lines[number - 1] and not before.startswith(" "):
            lines[number:number] = [".. code-block:: python", ""]


def setup(application: Application) -> None:
    """Prepare each page when it is read, and each docstring."""
    application.connect("source-read", prepare)
    application.connect("autodoc-process-docstring", mark_code)
