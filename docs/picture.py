"""Make docs/images/report.png and report-dark.png, pictures of the tutorial's report in a browser.

    python -m docs.picture

Needs Chromium, and the packages of `crosscover[test]`.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

ROOT = Path(__file__).parents[1]
PICTURES: dict[Literal["light", "dark"], Path] = {
    "light": ROOT / "docs/images/report.png",
    "dark": ROOT / "docs/images/report-dark.png",
}
SOLVER = re.compile(r"^`my_solver\.py`:\n\n```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CHECK = ("check", "python:my_solver.py:solve", "--seed", "2", "-x", "-k", "ordinary", "--html", "report.html")


def main() -> None:
    """Check the solver of the tutorial, and take a picture of the top of the report."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - an extra that only this function needs

    source = SOLVER.search((ROOT / "docs/tutorial/first-bug.md").read_text(encoding="utf-8"))
    if source is None:
        raise SystemExit("docs/tutorial/first-bug.md shows no my_solver.py")
    browser = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    with TemporaryDirectory() as name, sync_playwright() as started:
        folder = Path(name)
        (folder / "my_solver.py").write_text(source[1], encoding="utf-8")
        environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
        command = (sys.executable, "-m", "crosscover", *CHECK)
        subprocess.run(command, cwd=folder, env=environment, timeout=300, check=False)  # noqa: S603 - it fails, as expected
        opened = started.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        for scheme, picture in PICTURES.items():
            page = opened.new_page(viewport={"width": 920, "height": 640}, color_scheme=scheme)
            page.goto((folder / "report.html").as_uri())
            picture.parent.mkdir(exist_ok=True)
            page.screenshot(path=picture)
        opened.close()


if __name__ == "__main__":
    main()
